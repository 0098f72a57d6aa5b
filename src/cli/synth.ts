/**
 * `winnow synth`: questions with answers and gold documents from a corpus or a folder, in DataMorgana's configuration
 * format.
 */

import { createHash } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { systemClock } from '../core/clock.js';
import { usageError, WinnowError } from '../core/errors.js';
import { readFileBytes } from '../core/files.js';
import type { Config } from '../engine/config.js';
import { openQuestionSource, type QuestionSource } from '../engine/synth.js';
import { DEFAULT_CONFIG, readSynthConfig } from '../lab/synth/config.js';
import { ASSUMED_ATTEMPTS, estimateSynth } from '../lab/synth/estimate.js';
import { openSynthFile, type SynthFile, type SynthRecord } from '../lab/synth/file.js';
import type { SynthInput } from '../lab/synth/model.js';
import { MULTI } from '../lab/synth/rows.js';
import { newerDocuments, synthesise } from '../lab/synth/synth.js';
import { type CommonFlags, collect, configFrom, notNegative, openTerminal, wholeAboveZero } from './common.js';
import { EXIT, exitCodeOf } from './exit.js';
import { money, printable, type StatusLine } from './terminal.js';
import { timeLeft } from './time-left.js';

type SynthFlags = CommonFlags & {
  readonly settings?: string;
  readonly n: number;
  readonly seed: number;
  readonly out?: string;
  readonly newerThan?: string;
  readonly multi?: number;
  readonly maxConcurrency: number;
  readonly dryRun?: boolean;
};

export function synthCommand(): Command {
  return new Command('synth')
    .option('--corpus <name>', 'make them from this corpus, made by "winnow ingest"')
    .option('--docs <folder>', 'make them from this folder (default: the configured one, else the sample corpus)')
    .option(
      '--config <file>',
      'kinds of questions and users with their probabilities, as DataMorgana has them: JSON or YAML (docs/lab.md)',
    )
    .option('-n <n>', 'how many questions', wholeAboveZero, 100)
    .option('--out <file>', 'where they go, as JSONL; if the file is there, what is missing is added')
    .option('--multi <share>', 'share of questions over two documents (default: as --config says, else 0.3)', share)
    .option('--newer-than <date>', 'only from documents dated after this day, e.g. 2025-02-28', date)
    .option('--seed <n>', 'seed of all draws', notNegative, 0)
    .option('--max-concurrency <n>', 'questions in flight at the same time', wholeAboveZero, 4)
    .option('--max-cost <usd>', 'money for the whole run at most', notNegative)
    .option('--dry-run', 'estimate calls, tokens and money; ask no language model, write nothing')
    .option(
      '--settings <file>',
      "Winnow's own configuration file, elsewhere --config (default: winnow.config.* in this folder)",
    )
    .option('--set <path=value>', 'set any value of the configuration; may be repeated', collect, [])
    .option('--data-directory <folder>', 'where corpora and caches are kept')
    .option('--no-cache', 'ask again what was asked before')
    .action(async (flags: SynthFlags) => {
      process.exitCode = await runSynth(flags);
    });
}

function share(value: string): number {
  const number = notNegative(value);
  if (number > 1) throw new InvalidArgumentError('It must be a share from 0 to 1.');
  return number;
}

function date(value: string): string {
  if (!/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/.test(value) || Number.isNaN(Date.parse(value)))
    throw new InvalidArgumentError('It must be a year, month or day: 2025, 2025-02 or 2025-02-28.');
  return value;
}

async function runSynth(flags: SynthFlags): Promise<number> {
  if (flags.out === undefined && !flags.dryRun)
    throw usageError('Where should the questions go? Give a file, e.g. --out questions.jsonl, or --dry-run.');
  const questions = flags.config === undefined ? DEFAULT_CONFIG : readSynthConfig(flags.config);
  const { settings, maxCost: _, config: __, ...others } = flags;
  const { config } = await configFrom({ ...others, ...(settings !== undefined && { config: settings }) });
  const { line, signal: stop } = openTerminal();
  line.update('reading the documents ...');
  const source = await openQuestionSource(config, {
    signal: stop,
    onProgress: (at, all, what) => line.update(`${at}/${all} ${what}`),
  });
  line.clear();
  try {
    const { n: count, seed, newerThan, maxConcurrency } = flags;
    const documents = newerDocuments(source.documents, newerThan);
    const multi = flags.multi ?? questions.multi ?? DEFAULT_CONFIG.multi ?? 0;
    const wanted = { config: questions, multi, count, seed, newerThan };
    const input = { source, documents, ...wanted, maxConcurrency, done: [], signal: stop };
    if (flags.dryRun) return dryRun(input);
    return await makeAll(flags, { input, line, record: recordOf(flags, { config, source, multi }) });
  } finally {
    await source.close();
  }
}

function dryRun(input: SynthInput): number {
  const { documents, count } = input;
  const size = `${count} questions from ${documents.length} documents`;
  const { calls, inputTokens, outputTokens, costUsd, sampled } = estimateSynth(input);
  process.stdout.write(
    `${size}: about ${calls} model calls, ${inputTokens} + ${outputTokens} tokens, ${money(costUsd)}.\n` +
      `An estimate from the prompts of ${sampled} questions, with ${ASSUMED_ATTEMPTS} attempts a question; nothing was asked of a model.\n`,
  );
  return EXIT.answered;
}

type SynthSetup = { readonly config: Config; readonly source: QuestionSource; readonly multi: number };

/** What must be the same for the file to be gone on with. */
function recordOf({ config: file, seed, newerThan }: SynthFlags, { config, source, multi }: SynthSetup): SynthRecord {
  const hash =
    file === undefined
      ? null
      : createHash('sha256')
          .update(readFileBytes(file, { advice: 'Give a file of categories.' }))
          .digest('hex')
          .slice(0, 16);
  return {
    documents: config.corpus === '' ? config.docs : `corpus ${config.corpus}`,
    model: source.models.large?.name ?? null,
    seed,
    multi,
    categories: hash,
    newerThan: newerThan ?? null,
  };
}

type MakeInput = { readonly input: SynthInput; readonly line: StatusLine; readonly record: SynthRecord };

async function makeAll(flags: SynthFlags, { input, line, record }: MakeInput): Promise<number> {
  const out = flags.out as string; // refused before, where it is missing
  const file = openSynthFile(out, record);
  const { count, documents } = input;
  const before = file.rows().length;
  line.print(`${documents.length} documents, ${Math.max(0, count - before)} of ${count} questions to make`);
  const { watch, rejected, spent } = createWatch(file, { line, count, budget: flags.maxCost });
  const signal = AbortSignal.any([input.signal, spent.signal]);
  try {
    if (before < count) await synthesise({ ...input, done: file.rows(), signal }, watch);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    line.clear();
    file.close(Object.fromEntries(rejected));
  }
  report(file, { line, rejected, out });
  if (!signal.aborted) return exitCodeFor(file.rows().length, { count, line });
  line.print(
    `${(signal.reason as Error).message} ${file.rows().length} of ${count} are done. The same command goes on.`,
  );
  return exitCodeOf(signal.reason);
}

type WatchInput = { readonly line: StatusLine; readonly count: number; readonly budget: number | undefined };

function createWatch(file: SynthFile, { line, count, budget }: WatchInput) {
  const rejected = new Map<string, number>();
  const spent = new AbortController();
  const [before, startedMs] = [file.rows().length, systemClock.monotonicMs()];
  let [tokens, refused] = [0, 0];
  const checkBudget = () => {
    const costUsd = file.costUsd();
    if (budget !== undefined && (costUsd === null || costUsd > budget)) spent.abort(overBudget(budget, costUsd));
  };
  if (before < count) checkBudget(); // what earlier runs spent counts too
  const show = () => {
    const done = file.rows().length;
    const perMs = (done - before) / Math.max(1, systemClock.monotonicMs() - startedMs);
    const left = perMs > 0 && done < count ? `  ${timeLeft((count - done) / perMs / 1000)} left` : '';
    line.update(
      `${done}/${count}  ${refused} rejected${left}${tokens > 0 ? `  ${tokens} tokens  ${money(file.costUsd())}` : ''}`,
    );
  };
  const watch = {
    onRow: (row: Parameters<SynthFile['append']>[0]) => {
      file.append(row);
      show();
    },
    onRejected: (reason: string) => {
      rejected.set(reason, (rejected.get(reason) ?? 0) + 1);
      refused += 1;
      show();
    },
    onCost: (more: number, usd: number | null) => {
      tokens += more;
      file.spend(usd);
      checkBudget();
    },
  };
  return { watch, rejected, spent };
}

function overBudget(budget: number, costUsd: number | null): WinnowError {
  const why =
    costUsd === null
      ? 'The price of a model is unknown, so the limit cannot be kept.'
      : `${money(costUsd)} were spent.`;
  return new WinnowError('budget', `The limit of $${budget} was reached: ${why}`);
}

type ReportInput = { readonly line: StatusLine; readonly rejected: ReadonlyMap<string, number>; readonly out: string };

function report(file: SynthFile, { line, rejected, out }: ReportInput): void {
  const rows = file.rows();
  const multi = rows.filter(({ gold_urls }) => gold_urls.length > 1).length;
  const reasons = [...rejected].toSorted((one, other) => other[1] - one[1]);
  for (const [reason, times] of reasons) line.print(`rejected ${times}: ${reason}`);
  process.stdout.write(
    printable(
      `${rows.length} questions in ${out}: ${rows.length - multi} over one document, ${multi} over two (${MULTI}).\n`,
    ),
  );
}

type ExitInput = { readonly count: number; readonly line: StatusLine };

function exitCodeFor(made: number, { count, line }: ExitInput): number {
  if (made === 0) line.print('Every question that was tried was rejected; the reasons stand above.');
  else if (made < count) line.print(`${count - made} fewer than wanted: the documents gave no more that passed.`);
  return made > 0 ? EXIT.answered : EXIT.failure;
}
