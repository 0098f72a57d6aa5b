/**
 * `winnow eval`: asks a question set of one or more pipelines, scores the answers, and keeps rows, record and summary
 * in a folder.
 */
import { Command, InvalidArgumentError } from 'commander';
import { WinnowError } from '../core/errors.js';
import { LONGEST_TIMER_MS } from '../core/run.js';
import type { Config } from '../engine/config.js';
import type { ColumnMap } from '../lab/datasets/columns.js';
import { type QuestionFormat, questionFormats } from '../lab/datasets/detect.js';
import { describeBadRow } from '../lab/datasets/rows.js';
import type { Grader } from '../lab/grade/grade.js';
import { openGraders } from '../lab/grade/graders.js';
import { estimateRun } from '../lab/run/estimate.js';
import { type PipelineChoice, parsePipelineChoice } from '../lab/run/pipelines.js';
import type { EvalRow } from '../lab/run/row.js';
import { openRunFolder, type RunFolder } from '../lab/run/run-folder.js';
import { openSession, type Session } from '../lab/run/session.js';
import { type Summary, summarise } from '../lab/run/summary.js';
import { askAll } from './ask-all.js';
import {
  type CommonFlags,
  configFrom,
  interruptSignal,
  notNegative,
  positive,
  wholeAboveZero,
  withConfigOptions,
} from './common.js';
import { renderEstimates, renderSummary } from './eval-table.js';
import { parseThreshold, type Threshold, thresholdFailures } from './eval-threshold.js';
import { EXIT, exitCodeOf } from './exit.js';
import { exitForFallbacks, type FallbackFlags, withFallbackOption } from './fell-back.js';
import { exitForGrades, type GradingFlags, gradingFrom, withGradingOptions } from './grading-flags.js';
import { printable, type StatusLine, statusLine, styleFor } from './terminal.js';

type EvalFlags = Omit<CommonFlags, 'pipeline'> &
  GradingFlags &
  FallbackFlags & {
    readonly pipeline?: readonly string[];
    readonly data: string;
    readonly out?: string;
    readonly split?: string;
    readonly format?: QuestionFormat;
    readonly columns?: ColumnMap;
    readonly skipBad?: boolean;
    readonly resume?: boolean;
    readonly retryErrors?: boolean;
    readonly maxConcurrency?: number;
    readonly limit?: number;
    readonly seed: number;
    readonly deadline?: number;
    readonly failUnder?: readonly Threshold[];
    readonly dryRun?: boolean;
  };

export function evalCommand(): Command {
  const command = withFallbackOption(withGradingOptions(withConfigOptions(new Command('eval'))))
    .description('ask a question set of one or more pipelines and score the answers')
    .requiredOption(
      '--data <file|folder>',
      'the questions; sample: those of the sample corpus; else our JSONL, MMU-RAGent, LiveRAG, FlashRAG, PubHealth, SQuAD, BEIR, CSV or TSV',
    )
    .option('--out <folder>', 'where rows.jsonl, run.json and summary.json are written')
    .option('--split <name>', 'only the questions of this split')
    .option('--format <name>', `how the data is read, if it cannot be told: ${questionFormats.join(', ')}`)
    .option(
      '--columns <field=column,...>',
      'for CSV, TSV and JSONL: which column or field holds what, e.g. question=Frage,answers=Antwort',
      parseColumns,
    )
    .option('--skip-bad', 'leave malformed rows out instead of refusing the file')
    .option('--resume', 'go on with the run in --out: nothing that is done is asked again')
    .option('--retry-errors', 'with --resume: ask failed questions again')
    .option(
      '--max-concurrency <n>',
      'questions in flight at the same time (default: 8 with a language model, else 1)',
      wholeAboveZero,
    )
    .option('--limit <n>', 'only n questions, drawn by the seed, each type with its share', wholeAboveZero)
    .option('--seed <n>', 'seed of the confidence intervals and of --limit', notNegative, 0)
    .option('--deadline <seconds>', 'end the whole run after this time; --resume goes on', positive)
    .option(
      '--fail-under <metric=value>',
      'exit code 6 when a mean is below this, e.g. contains=0.5 or contains@two-hop=0.4; may be repeated',
      collectThreshold,
    )
    .option('--dry-run', 'estimate calls, tokens and money; ask no language model, write nothing')
    .action(async (flags: EvalFlags) => {
      process.exitCode = await runEval(flags);
    });
  const pipeline = command.options.find(({ long }) => long === '--pipeline');
  pipeline?.argParser((value: string, previous?: readonly string[]) => [...(previous ?? []), value]);
  if (pipeline)
    pipeline.description = 'a pipeline, with options of its own if any: hifi-rag,refine=false; may be repeated';
  return command;
}

function parseColumns(value: string): ColumnMap {
  const pairs = value.split(',').map((pair) => pair.split('=').map((part) => part.trim()));
  if (pairs.some((pair) => pair.length !== 2 || pair.includes('')))
    throw new InvalidArgumentError('It must look like question=Frage,answers=Antwort.');
  return Object.fromEntries(pairs) as ColumnMap;
}

function collectThreshold(value: string, previous: readonly Threshold[] = []): readonly Threshold[] {
  return [...previous, parseThreshold(value)];
}

async function runEval(flags: EvalFlags): Promise<number> {
  const { config, pipelines } = await chosen(flags);
  const session = await openSession({ ...flags, config, pipelines });
  const line = statusLine(process.stderr);
  for (const bad of session.skipped) line.print(`left out: ${describeBadRow(bad)}`);
  const deadline = new AbortController();
  const interrupt = interruptSignal(() => line.print('Stopping. Press Ctrl-C again to end at once.'));
  const signal = AbortSignal.any([interrupt, deadline.signal]);
  const timer = startDeadline(flags.deadline, deadline);
  try {
    if (flags.dryRun) return await dryRun(session, { pipelines, signal, line, uncounted: uncountedGrading(flags) });
    return await runIn(flags, { session, pipelines, signal, line });
  } finally {
    clearTimeout(timer);
  }
}

/** Options given by `--set` without a path belong to every pipeline that is asked. */
async function chosen({
  pipeline,
  ...flags
}: EvalFlags): Promise<{ config: Config; pipelines: readonly PipelineChoice[] }> {
  const named = pipeline?.map(parsePipelineChoice);
  const { config } = await configFrom({ ...flags, ...(named?.[0] && { pipeline: named[0].name }) });
  const pipelines = named ?? [parsePipelineChoice(config.pipeline)];
  const options = { ...config.pipelines };
  for (const { name } of pipelines)
    options[name] = (await configFrom({ ...flags, pipeline: name })).config.pipelines[name] ?? {};
  return { config: { ...config, pipelines: options }, pipelines };
}

function startDeadline(seconds: number | undefined, controller: AbortController): NodeJS.Timeout | undefined {
  if (seconds === undefined) return undefined;
  const late = () =>
    controller.abort(new WinnowError('deadline', `The deadline of ${seconds} s for the whole run was reached.`));
  return setTimeout(late, Math.min(seconds * 1000, LONGEST_TIMER_MS));
}

type EvalContext = {
  readonly pipelines: readonly PipelineChoice[];
  readonly signal: AbortSignal;
  readonly line: StatusLine;
};

function uncountedGrading({ judge, factScore }: GradingFlags): string {
  const asks = [
    ...(judge ? ['--judge asks twice per answer'] : []),
    ...(factScore ? ['--fact-score once per answer and up to once per fact'] : []),
  ];
  return asks.length === 0 ? '' : ` Grading is not in it: ${asks.join(', ')}.`;
}

async function dryRun(
  session: Session,
  { pipelines, signal, line, uncounted }: EvalContext & { readonly uncounted: string },
): Promise<number> {
  if (!session.hasModel) {
    process.stdout.write(
      `${session.rows.length} questions, ${pipelines.length} pipelines. No language model is configured: the run costs nothing.\n`,
    );
    return EXIT.answered;
  }
  line.update('running a few questions with stand-ins for the models ...');
  const estimates = await estimateRun(session, pipelines, signal).catch((error: unknown) => {
    throw signal.aborted && !(error instanceof WinnowError)
      ? new WinnowError('cancelled', 'The dry run was cancelled.', { cause: error })
      : error;
  });
  line.clear();
  process.stdout.write(`${renderEstimates(estimates)}${uncounted}\n`);
  return EXIT.answered;
}

async function runIn(flags: EvalFlags, running: EvalContext & { readonly session: Session }): Promise<number> {
  const { session, signal, line } = running;
  if (flags.out === undefined)
    throw new WinnowError('usage', 'Where should the rows go? Give a folder, e.g. --out runs/first, or --dry-run.');
  const graders = await openGraders(gradingFrom(flags), session);
  const folder = openRunFolder({
    folder: flags.out,
    record: session.record,
    resume: flags.resume,
    retryErrors: flags.retryErrors,
  });
  const { stopped, summary } = await askAndSummarise(flags, { ...running, graders, folder }).finally(folder.close);
  if (summary.done > 0)
    process.stdout.write(
      `${renderSummary(summary, styleFor(process.stdout), flags)}\nAll figures: ${flags.out}/summary.json\n`,
    );
  if (signal.aborted) {
    line.print(`${stopped} ${summary.done} of ${summary.total} are done. The same command with --resume goes on.`);
    return exitCodeOf(signal.reason);
  }
  return verdict(summary, {
    line,
    thresholds: flags.failUnder ?? [],
    rows: folder.rows(),
    allowed: flags.allowFallback === true,
  });
}

type FolderContext = EvalContext & {
  readonly session: Session;
  readonly graders: readonly Grader[];
  readonly folder: RunFolder;
};

async function askAndSummarise(
  flags: EvalFlags,
  keeping: FolderContext,
): Promise<{ readonly stopped: string; readonly summary: Summary }> {
  const { session, pipelines, folder } = keeping;
  const stopped = await askAll({
    ...keeping,
    rows: folder,
    maxConcurrency: flags.maxConcurrency,
    allowFallback: flags.allowFallback,
  });
  const ids = session.rows.map(({ id }) => id);
  const summary = summarise({
    rows: folder.rows(),
    pipelines: pipelines.map(({ label }) => label),
    ids,
    seed: flags.seed,
  });
  folder.writeSummary(summary);
  return { stopped, summary };
}

type VerdictInput = {
  readonly line: StatusLine;
  readonly thresholds: readonly Threshold[];
  readonly rows: readonly EvalRow[];
  readonly allowed: boolean;
};

function verdict(summary: Summary, { line, thresholds, rows, allowed }: VerdictInput): number {
  const failures = thresholdFailures(summary, thresholds);
  for (const failure of failures) line.print(failure);
  if (failures.length > 0) return EXIT.belowThreshold;
  const failed = rows.filter(({ error }) => error);
  if (failed.length > 0)
    line.print(
      printable(
        `${failed.length} questions failed, the first with: ${failed[0]?.error?.message}. --resume --retry-errors asks them again.`,
      ),
    );
  const graded = exitForGrades(rows, line.print);
  const byModel = exitForFallbacks(rows, { allowed, say: line.print });
  return failed.length === summary.total ? EXIT.failure : byModel || graded;
}
