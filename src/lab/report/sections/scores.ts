/** Scores per pipeline with their 95 % intervals, over all questions and by type and split. */
import { meanInterval } from '../../../text/metrics/bootstrap.js';
import type { Group, Metric } from '../../run/summary.js';
import { intervalChart } from '../charts/intervals.js';
import { type Column, known, numbered, type ReportData, valuesOf } from '../data.js';
import { figure } from '../figures.js';
import { type Html, html, type Part } from '../html.js';
import type { Links, Selection } from '../links.js';
import { charted, columnName, folded, note, type Section, table } from './parts.js';

/** Shown in sections of their own. */
const ELSEWHERE = /^(?:funnel\.|lost\.|calls$|tokens$|costUsd$|seconds$|failed$)/;
/** Variants that differ little. */
const VARIANT = /^(?:flexrag\.|rouge[12]|.*\.stemmed$)/;

export function qualityMetrics({ metrics, main }: Pick<ReportData, 'metrics' | 'main'>): string[] {
  const own = metrics.filter((name) => !ELSEWHERE.test(name) && !VARIANT.test(name) && name !== main);
  return [main, ...own];
}

export function scoresSection(data: ReportData, links: Links): Section {
  const variants = data.metrics.filter((name) => VARIANT.test(name) && name !== data.main);
  const body = [
    scoreCharts(data, links),
    scoreTable(data, { names: qualityMetrics(data), caption: 'Means with 95 % intervals', links }),
    note(
      'Percentile bootstrap over questions, 2,000 resamples. A score that does not apply to a question is left out of its mean; n is the number of questions. An abstention or a failure is scored as an empty answer.',
    ),
    variants.length > 0 &&
      folded('More scores', scoreTable(data, { names: variants, caption: 'Other ways to count', links })),
    groupTables(data, links),
  ];
  return { id: 'scores', title: 'Scores', body };
}

/** The interval of a summary, or drawn now for scores that summaries do not have. */
export function intervalOf(column: Column, metric: string): Metric {
  return column.summary.metrics[metric] ?? meanInterval(valuesOf(column, metric));
}

const CHARTED_BESIDE = ['citation.anyGold', 'retrieval.success'];

function scoreCharts({ columns, metrics, main }: ReportData, links: Links): Part {
  const { shown, left } = charted(columns);
  const names = [main, ...CHARTED_BESIDE.filter((name) => metrics.includes(name) && name !== main)];
  const charts = names.map((metric) => {
    const lines = shown.flatMap((column) => {
      const interval = known(intervalOf(column, metric));
      return interval
        ? [
            {
              ...interval,
              label: numbered(column),
              series: column.at,
              target: links.to({ columns: [column.at], metric }),
            },
          ]
        : [];
    });
    const title = `${metric}: means and 95 % intervals`;
    const limits = sharesOnly(lines) ? ([0, 1] as const) : undefined;
    return (
      lines.length > 0 &&
      html`<figure><figcaption>${title}</figcaption>${intervalChart({ title, axis: metric, lines, limits })}</figure>`
    );
  });
  return [html`<div class="pairs">${charts}</div>`, left];
}

/** Then the axis ends at 1. */
const sharesOnly = (lines: readonly { readonly low: number; readonly high: number }[]): boolean =>
  lines.every(({ low, high }) => low >= 0 && high <= 1);

type ScoreTable = { readonly names: readonly string[]; readonly caption: string; readonly links: Links };

function scoreTable({ columns }: ReportData, { names, caption, links }: ScoreTable): Html {
  return table({
    caption,
    head: ['', ...names],
    rows: columns.map((column) => [
      columnName(column),
      ...names.map((metric) => meanCell(intervalOf(column, metric), { columns: [column.at], metric }, links)),
    ]),
  });
}

/** "0.623" over "[0.540, 0.700] n 120". */
export function meanCell(metric: Metric | undefined, selection: Selection, links: Links): Part {
  const interval = known(metric);
  if (!interval) return '–';
  const { mean, low, high, n } = interval;
  return [links.figure(figure(mean), selection), html` <small>[${figure(low)}, ${figure(high)}] n ${n}</small>`];
}

function groupTables({ columns, main }: ReportData, links: Links): Part {
  const kinds = { type: 'byType', split: 'bySplit' } as const;
  return Object.entries(kinds).map(([kind, field]) => {
    const names = [...new Set(columns.flatMap(({ summary }) => Object.keys(summary[field])))].sort();
    if (names.length < 2) return null;
    const cell = (column: Column, name: string) =>
      groupCell(column.summary[field][name], { column, name, kind, main, links });
    return table({
      caption: `By ${kind}: ${groupMetric(main)}, or where it does not apply the share abstained from or whose false premise was named`,
      head: ['', ...names],
      rows: columns.map((column) => [columnName(column), ...names.map((name) => cell(column, name))]),
    });
  });
}

/** A grid's response is not in the summaries of its points. */
const groupMetric = (main: string): string => (main === 'response' ? 'contains' : main);

type GroupPlace = {
  readonly column: Column;
  readonly name: string;
  readonly kind: string;
  readonly main: string;
  readonly links: Links;
};

function groupCell(group: Group | undefined, { column, name, kind, main, links }: GroupPlace): Part {
  const metric = groupMetric(main);
  const tag = `${kind}: ${name}`;
  const own = group?.metrics[metric];
  if (known(own)) return meanCell(own, { columns: [column.at], metric, tag }, links);
  const right = 'abstention.right';
  return known(group?.metrics[right])
    ? [
        meanCell(group?.metrics[right], { columns: [column.at], metric: right, tag }, links),
        html` <small>abstained or corrected</small>`,
      ]
    : '–';
}
