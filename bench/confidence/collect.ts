/**
 * Asks the questions of a set and writes one line for each answer: its signals, and whether it was right. Goes on where
 * it was left.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TraceEvent } from '../../src/core/trace.js';
import { createEngine, type Engine } from '../../src/engine/index.js';
import type { QuestionRow } from '../../src/lab/datasets/rows.js';
import { isAnswerable } from '../../src/lab/run/scores.js';
import { openSession, type Session } from '../../src/lab/run/session.js';
import { respondingModel } from '../../src/testing/index.js';
import { containment } from '../../src/text/metrics/answers.js';
import type { Row } from './figures.js';
import { remembering } from './remembering.js';
import { erringWriter, type WrittenText } from './writer.js';

/** The four papers and the plainest comparator: web and corpus, sections and chunks, one search and several. */
const PIPELINES = ['hifi-rag', 'chunk-rag', 'level-rag', 'g-rag', 'naive-hybrid'];

const outside = (name: string): string => join(process.env.WINNOW_DATA ?? '', name);
/** `pipelines`: how many each question is asked of, in turns where not of all. */
const SETS = {
  tune: { data: 'corpus', split: 'tune', pipelines: 2 },
  test: { data: 'corpus', split: 'test', pipelines: PIPELINES.length },
  extra: { data: 'experiments/data/abstention-tuning.jsonl', docs: 'corpus', pipelines: 1 },
  written: { data: 'corpus', split: 'tune', pipelines: 1 },
  unrepaired: { data: 'corpus', split: 'tune', pipelines: 1, config: { trust: { mode: 'mark' } } },
  'rgb-fact': { data: outside('rgb-fact'), every: 2, limit: 50, pipelines: 2 },
  popqa1000: { data: outside('popqa1000'), every: 20, limit: 50, pipelines: 2 },
} as const;
export type SetName = keyof typeof SETS;

/** `answers` names a file of answers collected before, which the erring writer alters. */
export async function collect(set: SetName, file: string, answers?: string): Promise<void> {
  const names = answers === undefined ? PIPELINES : ['naive-hybrid'];
  const { pipelines: turns, ...chosen } = SETS[set];
  const session = await openSession({
    config: {},
    pipelines: names.map((name) => ({ name, label: name })),
    seed: 0,
    ...chosen,
  });
  const done = new Set(existsSync(file) ? linesOf<Row>(file).map(keyOf) : []);
  const texts = answers === undefined ? undefined : erringWriter(linesOf<Row>(answers));
  let writing: WrittenText | undefined;
  const models = texts ? { models: { large: respondingModel(() => writing?.text ?? '', { format: 'text' }) } } : {};
  const engine = createEngine({ config: session.config, local: remembering(session.local), ...models });
  for (const [at, row] of questionsOf(set, session).entries()) {
    for (const pipeline of inTurn(names, at, turns)) {
      writing = texts?.get(row.id);
      if (done.has(keyOf({ set, pipeline, id: row.id })) || (texts && !writing)) continue;
      appendFileSync(
        file,
        `${JSON.stringify({ set, pipeline, id: row.id, ...(await askOne(engine, { row, pipeline, writing })) })}\n`,
      );
    }
  }
  await engine.close();
}

const keyOf = ({ set, pipeline, id }: Pick<Row, 'set' | 'pipeline' | 'id'>): string => `${set} ${pipeline} ${id}`;

function linesOf<T>(file: string): T[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}

/** The first of them moves on with every question: 0, 2 then 1, 3 of five. */
function inTurn(names: readonly string[], at: number, turns: number): string[] {
  const places = Array.from(
    { length: Math.min(turns, names.length) },
    (_, turn) => (at + turn * (turns < names.length ? 2 : 1)) % names.length,
  );
  return places.map((place) => names[place] as string);
}

/**
 * As many questions without an answer as the sample corpus has among its own, about a fifth; of the extra ones three in
 * five are.
 */
const OF_UNANSWERABLE = 6;

/** Two of the extra questions repeat a test question; nothing is fitted on them. */
function questionsOf(set: SetName, { rows }: Session): readonly QuestionRow[] {
  if (set !== 'extra') return rows;
  const tests = linesOf<{ question: string; split: string }>('corpus/questions.jsonl').filter(
    ({ split }) => split === 'test',
  );
  const asked = new Set(tests.map(({ question }) => question.toLowerCase()));
  const own = rows.filter(({ question }) => !asked.has(question.toLowerCase()));
  const [answerable, others] = [
    own.filter(({ answers }) => answers.length > 0),
    own.filter(({ answers }) => answers.length === 0),
  ];
  return [...answerable, ...others.filter((_, at) => at % OF_UNANSWERABLE === 0)];
}

type Asked = { readonly row: QuestionRow; readonly pipeline: string; readonly writing: WrittenText | undefined };

async function askOne(
  engine: Engine,
  { row, pipeline, writing }: Asked,
): Promise<Omit<Row, 'set' | 'pipeline' | 'id'>> {
  const asking = engine.ask(row.question, { pipeline, timeoutMs: 600_000 });
  const events: TraceEvent[] = [];
  for await (const event of asking) events.push(event);
  const { answer } = await asking;
  const weighed = events.find((event) => event.type === 'confidence');
  if (!weighed) throw new Error(`${pipeline} gave no confidence to ${row.id}.`);
  const answerable = isAnswerable(row, true) === true;
  const isFalse = writing?.altered !== undefined && answer.text.includes(writing.altered);
  const right =
    answer.status === 'abstained' ? null : answerable && containment(answer.text, row.answers) === 1 && !isFalse;
  return { status: answer.status, right, answerable, answer: answer.text, signals: weighed.signals };
}
