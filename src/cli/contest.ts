/**
 * What the contests' commands share: a question file in, an answer file out, with progress, a stop that loses nothing,
 * and --resume.
 */
import { Command } from 'commander';
import type { Usage } from '../core/data.js';
import { createEngine } from '../engine/index.js';
import {
  type AnswerFile,
  type AnswerFormat,
  type AnswerOutcome,
  answerAll,
  openAnswerFile,
} from '../lab/contest/answer-file.js';
import type { QuestionFormat } from '../lab/datasets/detect.js';
import { readQuestions } from '../lab/datasets/questions.js';
import type { QuestionRow } from '../lab/datasets/rows.js';
import { type CommonFlags, configFrom, openTerminal, wholeAboveZero, withConfigOptions } from './common.js';
import { evalProgress } from './eval-progress.js';
import { EXIT, exitCodeOf } from './exit.js';
import { IN_FLIGHT } from './run-flags.js';
import { oneLine, printable, statusLine } from './terminal.js';

export type Contest<Line> = {
  readonly command: string;
  /** How the question file is read. */
  readonly reads: QuestionFormat;
  readonly data: string;
  readonly format: AnswerFormat<Line>;
  /** Refuses questions that the contest's file could not name. */
  readonly check?: (rows: readonly QuestionRow[]) => void;
  /** What is to be said of the answers in the end. */
  readonly remarks?: (lines: readonly Line[]) => readonly string[];
};

type ContestFlags = CommonFlags & {
  readonly data: string;
  readonly out: string;
  readonly resume?: boolean;
  readonly maxConcurrency?: number;
  readonly limit?: number;
};

export function contestCommand<Line>(contest: Contest<Line>): Command {
  return withConfigOptions(new Command(contest.command))
    .requiredOption('--data <file>', contest.data)
    .requiredOption('--out <file>', 'where the answers go, one JSON object a line')
    .option('--resume', 'go on with the file in --out: nothing that is answered is asked again')
    .option('--max-concurrency <n>', IN_FLIGHT, wholeAboveZero)
    .option('--limit <n>', 'only the first n questions', wholeAboveZero)
    .action(async (flags: ContestFlags) => {
      process.exitCode = await runContest(contest, flags);
    });
}

async function runContest<Line>(contest: Contest<Line>, flags: ContestFlags): Promise<number> {
  const { config } = await configFrom(flags);
  const rows = readQuestions(flags.data, { format: contest.reads }).rows.slice(0, flags.limit);
  contest.check?.(rows);
  const { line, signal } = openTerminal();
  const file = openAnswerFile({ file: flags.out, format: contest.format, rows, resume: flags.resume });
  const engine = createEngine({ config, onProgress: (at, all, what) => line.update(`${at}/${all} ${oneLine(what)}`) });
  const { missing } = file;
  const before = rows.filter((row) => !missing.includes(row));
  const progress = evalProgress({ line, moving: process.stderr.isTTY === true, before, total: rows.length });
  const failures: string[] = [];
  const onAnswered = (answered: AnswerOutcome) => {
    if ('failed' in answered) failures.push(`${answered.id}: ${answered.failed}`);
    progress.add('failed' in answered ? { usage: NOTHING_SPENT, error: true } : { usage: answered.result.usage });
  };
  const { maxConcurrency = Object.keys(config.models).length > 0 ? 8 : 1 } = flags;
  try {
    if (missing.length > 0) await engine.prepare(signal);
    progress.start();
    await answerAll({ engine, file, format: contest.format, maxConcurrency, signal, onAnswered });
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    progress.stop();
    file.close();
    await engine.close();
  }
  return report({ contest, flags, file, failures, isStopped: signal.aborted, reason: signal.reason });
}

const NOTHING_SPENT: Usage = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, ms: 0 };

type ContestReport<Line> = {
  readonly contest: Contest<Line>;
  readonly flags: ContestFlags;
  readonly file: AnswerFile<Line>;
  readonly failures: readonly string[];
  readonly isStopped: boolean;
  readonly reason: unknown;
};

function report<Line>({ contest, flags, file, failures, isStopped, reason }: ContestReport<Line>): number {
  const line = statusLine(process.stderr);
  const lines = file.lines();
  for (const remark of contest.remarks?.(lines) ?? []) line.print(remark);
  for (const failure of failures.slice(0, 5)) line.print(printable(oneLine(`not answered: ${failure}`)));
  process.stdout.write(`${lines.length} answers in ${flags.out}\n`);
  if (isStopped) {
    line.print('Stopped. The same command with --resume goes on.');
    return exitCodeOf(reason);
  }
  if (failures.length === 0) return EXIT.answered;
  line.print(`${failures.length} questions failed. The same command with --resume asks them again.`);
  return EXIT.failure;
}
