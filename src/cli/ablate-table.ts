/** A paper's ablation as aligned text: our rows, the paper's tables beside ours, what the filters drop. */
import {
  type AblationReport,
  CHECKED_METRICS,
  type ComparedTable,
  GRADED_METRICS,
  ROW_METRICS,
  type RowReport,
} from '../lab/ablate/report.js';
import { type FallbackFlags, fellBackLines, STAND_IN_MARK } from './fell-back.js';
import { figure, titledRows } from './table.js';
import type { Style } from './terminal.js';

/**
 * Above the columns; a metric that is not here stands under its own name. Shares of filters and of gold pages are in
 * per cent.
 */
const HEADS: Readonly<Record<string, string>> = {
  'squad.f1': 'f1',
  relevance_score: 'relevance',
  faithfulness_score: 'faithfulness',
  'retrieval.success': 'found',
  'citation.anyGold': 'cited',
  'abstention.right': 'abst. right',
  'abstention.wrong': 'wrong',
  'funnel.hitsDropped': 'results dropped',
  'funnel.sectionsDropped': 'passages dropped',
  'lost.screen-hits': 'gold lost',
  'lost.passages': 'gold lost',
};

/**
 * Grades where there are any, and the text after the check where it scores otherwise than the text as it was written.
 */
function columnsOf(rows: readonly RowReport[]): string[] {
  const graded = GRADED_METRICS.filter((metric) => rows.some(({ means }) => means[metric] !== null));
  const checked = CHECKED_METRICS.filter((metric) =>
    rows.some(({ means }) => means[metric] !== means[metric.replace('checked.', '')]),
  );
  return [...ROW_METRICS.slice(0, 3), ...graded, ...checked, ...ROW_METRICS.slice(3)];
}

export function renderAblation(
  report: AblationReport,
  style: Style,
  { allowFallback = false }: FallbackFlags = {},
): string {
  const { pipeline, questions, hasModel, rows, tables } = report;
  const columns = columnsOf(rows);
  const cells = rows.map((row) => rowCells(row, columns, allowFallback));
  const [header = '', ...lines] = titled(
    [['row', ...columns.map((metric) => HEADS[metric] ?? metric)], ...cells],
    style,
  );
  return [
    style.bold(
      `${pipeline}: ${rows.length} rows, ${questions} questions, ${hasModel ? 'with a language model' : 'no language model'}`,
    ),
    '',
    header,
    ...lines.map((line, at) => `${line}${noteOf(rows[at]!, hasModel)}`),
    style.dim(
      'found, cited: a gold page is among the results, among the sources. gold lost: share of the gold pages that the result filter',
    ),
    style.dim('(first) and the filters of sections or passages (second) dropped.'),
    ...[...new Set(rows.flatMap(({ notComparable }) => notComparable ?? []))].map((why) =>
      style.warn(`not comparable: ${why}`),
    ),
    ...rows
      .filter(({ as }) => !as)
      .flatMap((row) => fellBackLines({ label: row.name, ...row }, allowFallback))
      .map(style.warn),
    ...tables.flatMap((table) => tableLines(table, style)),
    ...shareLines(report, style),
    ...crossedLines(report, style),
    ...droppingLines(report, style),
    ...winsLines(report, style),
  ].join('\n');
}

function rowCells({ name, means, standIns }: RowReport, columns: readonly string[], allowFallback: boolean): string[] {
  const label = `${name}${allowFallback && standIns > 0 ? STAND_IN_MARK : ''}`;
  return [
    label,
    ...columns.map((metric) => (/^(?:funnel|lost)\./.test(metric) ? percent(means[metric]) : figure(means[metric], 3))),
  ];
}

function noteOf({ as, needsModel, notComparable }: RowReport, hasModel: boolean): string {
  const needs = needsModel && !hasModel ? ['needs a model: nothing is searched'] : [];
  const same = as ? [`as ${as.row}: ${as.why}`] : [];
  const apart = notComparable === undefined ? [] : ['not comparable, see below'];
  return [...needs, ...apart, ...same].map((note) => `  ${note}`).join(';');
}

const titled = (cells: readonly (readonly string[])[], style: Style): string[] => titledRows(cells, style, 'right');

function tableLines({ name, source, setting, columns, rows, notes = [] }: ComparedTable, style: Style): string[] {
  const heads = columns.flatMap(({ name: column, ours }) => [
    column,
    ...(ours === undefined ? [] : [`ours (${ours})`]),
  ]);
  // As many decimals as the paper prints in the column.
  const digits = columns.map((_, at) =>
    Math.max(...rows.map(({ values }) => `${values[at] ?? ''}`.split('.')[1]?.length ?? 0)),
  );
  const cellsOf = ({ values, ours }: ComparedTable['rows'][number]) =>
    columns.flatMap(({ ours: metric }, at) => [
      figure(values[at], digits[at]!),
      ...(metric === undefined ? [] : [figure(ours[at], digits[at]!)]),
    ]);
  const cells = rows.map((row) => [row.label, row.row ?? '-', ...cellsOf(row)]);
  return [
    '',
    ...titled([[name, 'row', ...heads], ...cells], style),
    ...[`${source}. ${setting}.`, ...notes].map(style.dim),
  ];
}

function shareLines({ shares, hasModel }: AblationReport, style: Style): string[] {
  if (shares.length === 0) return [];
  const note =
    'No model chose here: a fixed number of sections is kept (sectionsKept), so the share says how many there were, not how well they were judged.';
  const cells = shares.map(({ what, published, ours, source }) => [what, percent(published), percent(ours), source]);
  return [
    '',
    ...titled([['filters of the final row', 'paper', 'ours', ''], ...cells], style),
    ...(hasModel ? [] : [style.dim(note)]),
  ];
}

function crossedLines({ crossed }: AblationReport, style: Style): string[] {
  if (!crossed) return [];
  const [first, second] = crossed.factors;
  const cells = crossed.metrics.map(({ metric, interaction: { mean, low, high, n }, ...means }) => [
    metric,
    ...[means.neither, means.first, means.second, means.both].map((value) => figure(value, 3)),
    `${figure(mean, 3)} [${figure(low, 3)}, ${figure(high, 3)}] n ${n}`,
  ]);
  const heads = [`${first} x ${second}`, 'neither', first, second, 'both', 'interaction'];
  const note = `interaction: what ${first} gains with the ${second} over what it gains without. ${crossed.note}`;
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
  const heads = [
    'right pages dropped by the result filter',
    'questions',
    'gold pages found',
    'dropped',
    'questions losing one',
  ];
  const none = dropping.some(({ type }) => type === 'ambiguous')
    ? []
    : ['No question of the type "ambiguous" was asked.'];
  return ['', ...titled([heads, ...cells], style), ...none];
}

function winsLines({ wins }: AblationReport, style: Style): string[] {
  if (!wins) return [];
  const { ours, published } = wins;
  const sides = {
    'paper, relevance': published.relevance,
    'paper, faithfulness': published.faithfulness,
    ...Object.fromEntries(ours.map(({ metric, test }) => [`ours, ${metric}`, test])),
  };
  const cells = Object.entries(sides).map(([name, side]) => [name, `${side.wins}`, `${side.losses}`, `${side.ties}`]);
  const judged = ours.some(({ metric }) => metric === 'relevance_score')
    ? ''
    : " Without --judge ours go by gold answers, which is not the paper's measure.";
  const note = `${published.source}. Ours: ${published.rows.join(' against ')}.${judged}`;
  return ['', ...titled([[published.title, ...published.names, 'ties'], ...cells], style), style.dim(note)];
}

const percent = (share: number | null | undefined): string =>
  share === null || share === undefined ? '-' : `${(share * 100).toFixed(1)} %`;
