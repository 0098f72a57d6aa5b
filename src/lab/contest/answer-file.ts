/**
 * A question file in, an answer file out: one JSON object a line, appended as each question ends, so that a killed run
 * loses the questions in flight and nothing else. In the end the lines stand in the order of the questions.
 */

import { appendFileSync, existsSync } from 'node:fs';
import { mapConcurrent } from '../../core/concurrent.js';
import type { Result } from '../../core/data.js';
import { messageOf, usageError } from '../../core/errors.js';
import { readFileText } from '../../core/files.js';
import { type Exchange, startRun } from '../../core/run.js';
import { replaceFile } from '../../core/write-files.js';
import type { Engine } from '../../engine/index.js';
import { takeLock } from '../../engine/writer-lock.js';
import type { QuestionRow } from '../datasets/rows.js';

export type AnsweredQuestion = {
  readonly id: string;
  readonly result: Result;
  readonly exchanges: readonly Exchange[];
};

/** How a contest writes an answer down, and finds in a line whose answer it is; throws for what is no such line. */
export type AnswerFormat<Line> = {
  readonly lineOf: (asked: AnsweredQuestion) => Line;
  readonly idOf: (line: unknown) => string;
};

export type AnswerFileInput<Line> = {
  readonly file: string;
  readonly format: AnswerFormat<Line>;
  readonly rows: readonly QuestionRow[];
  readonly resume?: boolean | undefined;
};

export type AnswerFile<Line> = {
  /** Questions without an answer so far. */
  readonly missing: readonly QuestionRow[];
  readonly append: (id: string, line: Line) => void;
  /** All so far, in the order of the questions. */
  readonly lines: () => readonly Line[];
  /** Puts the lines in the order of the questions. */
  readonly close: () => void;
};

export function openAnswerFile<Line>({ file, format, rows, resume = false }: AnswerFileInput<Line>): AnswerFile<Line> {
  const unlock = takeLock(`${file}.lock`);
  try {
    const lines = linesIn({ file, format, rows, resume });
    const inOrder = () => rows.flatMap(({ id }) => lines.get(id) ?? []);
    const save = () => replaceFile(file, inOrder().join(''));
    save(); // what a kill has cut off is gone, and a file that cannot be written is noticed before anything is asked
    return {
      missing: rows.filter(({ id }) => !lines.has(id)),
      append: (id, line) => {
        const text = `${JSON.stringify(line)}\n`;
        lines.set(id, text);
        appendFileSync(file, text);
      },
      lines: () => inOrder().map((line) => JSON.parse(line) as Line),
      close: () => {
        save();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The lines of an earlier run by id; a last line without an end was cut off and is left out. */
function linesIn<Line>({ file, format, rows, resume }: AnswerFileInput<Line>): Map<string, string> {
  const text = existsSync(file) ? readFileText(file, { advice: 'Give --out another name.' }) : '';
  if (text !== '' && !resume)
    throw usageError(`${file} is there already. Go on with it by --resume, or give --out another name.`);
  const known = new Set(rows.map(({ id }) => id));
  const whole = text.split('\n').slice(0, -1);
  return new Map(
    whole.map((line, at) => {
      const id = idIn(line, format);
      if (id === undefined || !known.has(id))
        throw usageError(`${file}, line ${at + 1} answers no question of this set. Give --out another name.`);
      return [id, `${line}\n`];
    }),
  );
}

function idIn<Line>(line: string, { idOf }: AnswerFormat<Line>): string | undefined {
  try {
    return idOf(JSON.parse(line));
  } catch {
    return undefined;
  }
}

export type AnswerOutcome = { readonly result: Result } | { readonly failed: string; readonly id: string };

export type AnswerAll<Line> = {
  readonly engine: Pick<Engine, 'ask'>;
  readonly file: AnswerFile<Line>;
  readonly format: AnswerFormat<Line>;
  readonly maxConcurrency: number;
  readonly signal: AbortSignal;
  readonly onAnswered: (answered: AnswerOutcome) => void;
};

/** Asks what is missing. A question that fails is told of and left out; the end of the whole run is an error. */
export async function answerAll<Line>({
  engine,
  file,
  format,
  maxConcurrency,
  signal,
  onAnswered,
}: AnswerAll<Line>): Promise<void> {
  await startRun({ signal }).perform((run) =>
    mapConcurrent(file.missing, { limit: maxConcurrency, run }, async ({ id, question }) => {
      const exchanges: Exchange[] = [];
      try {
        const result = await engine.ask(question, {
          signal: run.signal,
          onExchange: (exchange) => exchanges.push(exchange),
        });
        file.append(id, format.lineOf({ id, result, exchanges }));
        onAnswered({ result });
      } catch (error) {
        if (run.signal.aborted) throw error;
        onAnswered({ id, failed: messageOf(error) });
      }
    }),
  );
}
