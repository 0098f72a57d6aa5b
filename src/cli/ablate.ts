/** `winnow ablate`: a paper's own table, row by row, beside the figures it printed. */
import { join } from 'node:path';
import { Command } from 'commander';
import { WinnowError } from '../core/errors.js';
import { createEngine } from '../engine/index.js';
import { SAMPLE_CORPUS } from '../engine/own-documents.js';
import { type AblationReport, type ComparedTable, ROW_METRICS, type RowReport, reportAblation } from '../lab/ablate/report.js';
import { ABLATED_PIPELINES, ablationOf, choicesToAsk } from '../lab/ablate/rows.js';
import { evaluate } from '../lab/run/evaluate.js';
import type { PipelineChoice } from '../lab/run/pipelines.js';
import { type EvalRow, rowKey } from '../lab/run/row.js';
import { replaceFile } from '../lab/run/rows-file.js';
import { openRunFolder, type RunFolder } from '../lab/run/run-folder.js';
import { openSession, type Session } from '../lab/run/session.js';
import { summarise } from '../lab/run/summary.js';
import { ABLATIONS as CHUNK_RAG } from '../pipelines/chunk-rag/options.js';
import { ABLATIONS as G_RAG } from '../pipelines/g-rag/options.js';
import { ABLATIONS as HIFI_RAG } from '../pipelines/hifi-rag/options.js';
import { ABLATIONS as LEVEL_RAG } from '../pipelines/level-rag/options.js';
import { type CommonFlags, configFrom, interruptSignal, notNegative, wholeAboveZero, withConfigOptions } from './common.js';
import { evalProgress } from './eval-progress.js';
import { EXIT, exitCodeOf } from './exit.js';
import { alignedRows } from './table.js';
import { type StatusLine, type Style, statusLine, styleFor } from './terminal.js';

/** The papers' rows as options of their pipelines. */
export const ABLATION_SETTINGS: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>> = {
  'hifi-rag': HIFI_RAG,
  'chunk-rag': CHUNK_RAG,
  'level-rag': LEVEL_RAG,
  'g-rag': G_RAG,
};

type AblateFlags = CommonFlags & {
  readonly data: string;
  readonly split?: string;
  readonly limit?: number;
  readonly every?: number;
  readonly rows?: readonly string[];
  readonly out?: string;
  readonly resume?: boolean;
  readonly maxConcurrency?: number;
  readonly seed: number;
  readonly json?: boolean;
};

export function ablateCommand(): Command {
  const command = withConfigOptions(new Command('ablate'))
    .description("run the rows of a paper's ablation and show them beside the published figures")
    .argument('<pipeline>', ABLATED_PIPELINES.join(', '))
    .option('--data <file|folder>', 'the questions (default: those of the sample corpus)', SAMPLE_CORPUS)
    .option('--split <name>', 'only the questions of this split')
    .option('--limit <n>', 'only the first n questions', wholeAboveZero)
    .option('--every <n>', 'every n-th question only, before the limit', wholeAboveZero)
    .option('--rows <name,name,...>', 'only these rows', (value: string) => value.split(',').map((name) => name.trim()))
    .option('--out <folder>', 'keep the rows there, as a run that compare, cost and rate can read')
    .option('--resume', 'go on with the ablation in --out')
    .option('--max-concurrency <n>', 'questions in flight at the same time (default: 8 with a language model, else 1)', wholeAboveZero)
    .option('--seed <n>', 'seed of the intervals', notNegative, 0)
    .option('--json', 'print the report as one JSON object')
    .action(async (pipeline: string, flags: AblateFlags) => {
      process.exitCode = await runAblation(pipeline, flags);
    });
  command.options.find(({ long }) => long === '--pipeline')?.hideHelp(); // it is the argument
  return command;
}

async function runAblation(pipeline: string, flags: AblateFlags): Promise<number> {
  const settings = ABLATION_SETTINGS[pipeline] ?? {};
  ablationOf(pipeline, { settings, hasModel: true, only: flags.rows }); // a mistyped name must not wait for anything
  if (flags.resume && flags.out === undefined) throw new WinnowError('usage', 'What should be resumed? Give its folder by --out.');
  const { config } = await configFrom({ ...flags, pipeline });
  const hasModel = Object.values(config.models).some((model) => model !== undefined);
  const ablation = ablationOf(pipeline, { settings, config, hasModel, only: flags.rows });
  const pipelines = choicesToAsk(ablation);
  const session = openSession({ ...flags, config, pipelines });
  const folder = flags.out === undefined ? undefined : openRunFolder({ folder: flags.out, record: session.record, resume: flags.resume });
  const line = statusLine(process.stderr);
  const signal = interruptSignal(() => line.print('Stopping. Press Ctrl-C again to end at once.'));
  const rows = await askAll(flags, { session, pipelines, folder, signal, line }).finally(() => folder?.close());
  if (signal.aborted) {
    line.print(
      `${rows.length} of ${session.rows.length * pipelines.length} are done.${folder ? ' The same command with --resume goes on.' : ''}`,
    );
    return exitCodeOf(signal.reason);
  }
  const report = reportAblation({ ablation, rows, hasModel, seed: flags.seed });
  const json = JSON.stringify(report, null, 2);
  if (flags.out !== undefined && folder) keep(flags.out, folder, { session, pipelines, json, seed: flags.seed });
  process.stdout.write(`${flags.json ? json : renderAblation(report, styleFor(process.stdout))}\n`);
  return EXIT.answered;
}

type Asking = {
  readonly session: Session;
  readonly pipelines: readonly PipelineChoice[];
  readonly folder: RunFolder | undefined;
  readonly signal: AbortSignal;
  readonly line: StatusLine;
};

async function askAll(flags: AblateFlags, { session, pipelines, folder, signal, line }: Asking): Promise<readonly EvalRow[]> {
  const rows = [...(folder?.rows() ?? [])];
  const done = new Set(rows.map(rowKey));
  const total = session.rows.length * pipelines.length;
  const engine = createEngine({ config: session.config, local: session.local });
  const progress = evalProgress({ line, moving: process.stderr.isTTY === true, before: [...rows], total });
  const maxConcurrency = flags.maxConcurrency ?? (session.hasModel ? 8 : 1);
  const askedAt = folder?.record.askedAt ?? session.record.askedAt;
  try {
    await engine.prepare(signal);
    line.print(`${pipelines.length} settings, ${session.rows.length} questions, ${total - done.size} to ask`);
    progress.start();
    await evaluate({ engine, rows: session.rows, pipelines, pageOf: session.pageOf, done, askedAt, maxConcurrency, signal }, (row) => {
      folder?.append(row);
      rows.push(row);
      progress.add(row);
    });
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    progress.stop();
    await engine.close();
  }
  return rows;
}

type Keeping = Pick<Asking, 'session' | 'pipelines'> & { readonly json: string; readonly seed: number };

function keep(out: string, folder: RunFolder, { session, pipelines, json, seed }: Keeping): void {
  const ids = session.rows.map(({ id }) => id);
  folder.writeSummary(summarise({ rows: folder.rows(), pipelines: pipelines.map(({ label }) => label), ids, seed }));
  replaceFile(join(out, 'ablation.json'), `${json}\n`);
}

/** Above each column of ROW_METRICS; shares of filters and of gold pages in per cent. */
const HEADS = [
  'contains',
  'f1',
  'rougeL',
  'found',
  'cited',
  'abst. right',
  'wrong',
  'results dropped',
  'passages dropped',
  'gold lost',
  'gold lost',
];

export function renderAblation(report: AblationReport, style: Style): string {
  const { pipeline, questions, hasModel, rows, tables } = report;
  const [header = '', ...lines] = titled([['row', ...HEADS], ...rows.map(rowCells)], style);
  return [
    style.bold(`${pipeline}: ${rows.length} rows, ${questions} questions, ${hasModel ? 'with a language model' : 'no language model'}`),
    '',
    header,
    ...lines.map((line, at) => `${line}${noteOf(rows[at]!, hasModel)}`),
    style.dim(
      'found, cited: a gold page is among the results, among the sources. gold lost: share of the gold pages that the result filter',
    ),
    style.dim('(first) and the filters of sections or passages (second) dropped.'),
    ...tables.flatMap((table) => tableLines(table, style)),
    ...shareLines(report, style),
    ...crossedLines(report, style),
    ...droppingLines(report, style),
    ...winsLines(report, style),
  ].join('\n');
}

function rowCells({ name, means }: RowReport): string[] {
  return [name, ...ROW_METRICS.map((metric) => (/^(?:funnel|lost)\./.test(metric) ? percent(means[metric]) : figure(means[metric], 3)))];
}

function noteOf({ as, needsModel }: RowReport, hasModel: boolean): string {
  const needs = needsModel && !hasModel ? ['needs a model: nothing is searched'] : [];
  const same = as ? [`as ${as.row}: ${as.why}`] : [];
  return [...needs, ...same].map((note) => `  ${note}`).join(';');
}

/** Rows of cells with the first in bold; figures to the right. */
function titled(cells: readonly (readonly string[])[], style: Style): string[] {
  const [header = '', ...lines] = alignedRows(cells, 'right');
  return [style.bold(header), ...lines];
}

function tableLines({ name, source, setting, columns, rows, notes = [] }: ComparedTable, style: Style): string[] {
  const heads = columns.flatMap(({ name: column, ours }) => [column, ...(ours === undefined ? [] : [`ours (${ours})`])]);
  // As many decimals as the paper prints in the column.
  const digits = columns.map((_, at) => Math.max(...rows.map(({ values }) => `${values[at] ?? ''}`.split('.')[1]?.length ?? 0)));
  const cellsOf = ({ values, ours }: ComparedTable['rows'][number]) =>
    columns.flatMap(({ ours: metric }, at) => [
      figure(values[at], digits[at]!),
      ...(metric === undefined ? [] : [figure(ours[at], digits[at]!)]),
    ]);
  const cells = rows.map((row) => [row.label, row.row ?? '-', ...cellsOf(row)]);
  return ['', ...titled([[name, 'row', ...heads], ...cells], style), ...[`${source}. ${setting}.`, ...notes].map(style.dim)];
}

function shareLines({ shares, hasModel }: AblationReport, style: Style): string[] {
  if (shares.length === 0) return [];
  const note =
    'No model chose here: a fixed number of sections is kept (sectionsKept), so the share says how many there were, not how well they were judged.';
  const cells = shares.map(({ what, published, ours, source }) => [what, percent(published), percent(ours), source]);
  return ['', ...titled([['filters of the final row', 'paper', 'ours', ''], ...cells], style), ...(hasModel ? [] : [style.dim(note)])];
}

function crossedLines({ crossed }: AblationReport, style: Style): string[] {
  if (crossed.length === 0) return [];
  const cells = crossed.map(({ metric, neither, rephrase, filter, both, interaction: { mean, low, high, n } }) => [
    metric,
    ...[neither, rephrase, filter, both].map((value) => figure(value, 3)),
    `${figure(mean, 3)} [${figure(low, 3)}, ${figure(high, 3)}] n ${n}`,
  ]);
  const heads = ['rephrasing x result filter', 'neither', 'rephrase', 'filter', 'both', 'interaction'];
  const note = 'interaction: what rephrasing gains with the filter over what it gains without. Section filter on, one turn.';
  return ['', ...titled([heads, ...cells], style), style.dim(note)];
}

function droppingLines({ dropping }: AblationReport, style: Style): string[] {
  if (dropping.length === 0) return [];
  const cells = dropping.map(({ row, type, questions, found, dropped, questionsLosing }) => [
    `${row}, ${type}`,
    `${questions}`,
    `${found}`,
    `${dropped} (${percent(found === 0 ? null : dropped / found)})`,
    `${questionsLosing}`,
  ]);
  const heads = ['right pages dropped by the result filter', 'questions', 'gold pages found', 'dropped', 'questions losing one'];
  const none = dropping.some(({ type }) => type === 'ambiguous') ? [] : ['No question of the type "ambiguous" was asked.'];
  return ['', ...titled([heads, ...cells], style), ...none];
}

function winsLines({ wins }: AblationReport, style: Style): string[] {
  if (!wins) return [];
  const { ours, published, metric } = wins;
  const sides = { 'paper, relevance': published.relevance, 'paper, faithfulness': published.faithfulness, [`ours, ${metric}`]: ours };
  const cells = Object.entries(sides).map(([name, side]) => [name, `${side.wins}`, `${side.losses}`, `${side.ties}`]);
  const note = `${published.source}. Ours: submitted against champion.`;
  return ['', ...titled([['Table 3, by question', 'G-RAG', 'champion', 'ties'], ...cells], style), style.dim(note)];
}

const figure = (value: number | null | undefined, digits: number): string => value?.toFixed(digits) ?? '-';
const percent = (share: number | null | undefined): string =>
  share === null || share === undefined ? '-' : `${(share * 100).toFixed(1)} %`;
