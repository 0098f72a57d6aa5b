/**
 * `winnow eval`: asks a question set of one or more pipelines, scores the answers, and keeps rows, record and summary
 * in a folder.
 */
import { Command, InvalidArgumentError } from 'commander';
import { usageError, WinnowError } from '../core/errors.js';
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
import type { RunFolder } from '../lab/run/run-folder.js';
import { openSession, type Session, summariseSession } from '../lab/run/session.js';
import type { Summary } from '../lab/run/summary.js';
import { askAll, openRows } from './ask-all.js';
import { configFrom, openTerminal, positive, type Terminal } from './common.js';
import { renderEstimates, renderSummary } from './eval-table.js';
import { parseThreshold, type Threshold, thresholdFailures } from './eval-threshold.js';
import { EXIT, exitCodeOf } from './exit.js';
import { type GradingFlags, gradingFrom } from './grading-flags.js';
import { exitForRows, type QuestionFlags, type RunFlags, withRunOptions } from './run-flags.js';
import { printable, styleFor } from './terminal.js';

type EvalFlags = Omit<RunFlags, 'pipeline'> &
  QuestionFlags & {
    readonly pipeline?: readonly string[];
    readonly format?: QuestionFormat;
    readonly columns?: ColumnMap;
    readonly skipBad?: boolean;
    readonly deadline?: number;
    readonly failUnder?: readonly Threshold[];
    readonly dryRun?: boolean;
  };

export function evalCommand(): Command {
  const command = withRunOptions(new Command('eval'), {
    out: 'where rows.jsonl, run.json and summary.json are written',
  })
    .requiredOption(
      '--data <file|folder>',
      'the questions; sample: those of the sample corpus; else our JSONL, MMU-RAGent, LiveRAG, FlashRAG, PubHealth, SQuAD, BEIR, CSV or TSV',
    )
    .option('--split <name>', 'only the questions of this split')
    .option('--format <name>', `how the data is read, if it cannot be told: ${questionFormats.join(', ')}`)
    .option(
      '--columns <field=column,...>',
      'for CSV, TSV and JSONL: which column or field holds what, e.g. question=Frage,answers=Antwort',
      parseColumns,
    )
    .option('--skip-bad', 'leave malformed rows out instead of refusing the file')
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
  const { line, signal: interrupt } = openTerminal();
  for (const bad of session.skipped) line.print(`left out: ${describeBadRow(bad)}`);
  const deadline = new AbortController();
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

type EvalContext = Terminal & { readonly pipelines: readonly PipelineChoice[] };

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
    throw usageError('Where should the rows go? Give a folder, e.g. --out runs/first, or --dry-run.');
  const graders = await openGraders(gradingFrom(flags), session);
  const folder = openRows(session.record, flags);
  const { stopped, summary } = await askAndSummarise(flags, { ...running, graders, folder }).finally(folder.close);
  if (summary.done > 0)
    process.stdout.write(
      `${renderSummary(summary, styleFor(process.stdout), flags)}\nAll figures: ${flags.out}/summary.json\n`,
    );
  if (signal.aborted) {
    line.print(`${stopped} ${summary.done} of ${summary.total} are done. The same command with --resume goes on.`);
    return exitCodeOf(signal.reason);
  }
  return verdict(summary, { say: line.print, flags, rows: folder.rows() });
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
  const { session, folder } = keeping;
  const { maxConcurrency, allowFallback } = flags;
  const stopped = await askAll({ ...keeping, rows: folder, maxConcurrency, allowFallback });
  const summary = summariseSession(session, folder.rows());
  folder.writeSummary(summary);
  return { stopped, summary };
}

type VerdictInput = {
  readonly say: (text: string) => void;
  readonly flags: EvalFlags;
  readonly rows: readonly EvalRow[];
};

function verdict(summary: Summary, { say, flags, rows }: VerdictInput): number {
  const failures = thresholdFailures(summary, flags.failUnder ?? []);
  failures.forEach(say);
  if (failures.length > 0) return EXIT.belowThreshold;
  const failed = rows.filter(({ error }) => error);
  const first = failed[0]?.error?.message;
  if (first !== undefined)
    say(
      printable(
        `${failed.length} questions failed, the first with: ${first}. --resume --retry-errors asks them again.`,
      ),
    );
  const exit = exitForRows(rows, flags, say);
  return failed.length === summary.total ? EXIT.failure : exit;
}
