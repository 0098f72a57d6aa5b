/** What came in and what was kept, per pipeline, and at which stage gold pages were lost on the way. */

import { meanOrNull } from '../../../text/stats/moments.js';
import { FILTERS } from '../../run/evidence.js';
import { type Bar, barChart, type Stack, stackChart } from '../charts/bars.js';
import { type Column, numbered, type ReportData, valuesOf } from '../data.js';
import { figure, percent } from '../figures.js';
import { html, type Part } from '../html.js';
import type { Links } from '../links.js';
import { charted, columnName, note, type Section, table } from './parts.js';

const STEPS = [
  ['queries', 'queries'],
  ['hits', 'results found'],
  ['hitsKept', 'results kept'],
  ['pages', 'pages read'],
  ['sections', 'passages'],
  ['sectionsKept', 'passages kept'],
] as const;

/** Of which earlier step a step is a share. */
const SHARE_OF: Readonly<Record<string, string>> = { hitsKept: 'hits', pages: 'hitsKept', sectionsKept: 'sections' };

export function funnelSection(data: ReportData, links: Links): Section {
  const { shown, left } = charted(data.columns);
  const charts = shown.map((column) => {
    const title = numbered(column);
    return html`<figure><figcaption>${title}</figcaption>${barChart(`Funnel of ${title}, means per question`, barsOf(column, links))}</figure>`;
  });
  const body = [
    html`<div class="multiples">${charts}</div>`,
    left,
    table({
      caption: 'Funnel: means per question, and shares kept',
      head: ['', ...STEPS.map(([, name]) => name), 'results dropped', 'passages dropped'],
      rows: data.columns.map((column) => funnelRow(column, links)),
    }),
    note(
      'Failed questions are left out. Steps that a pipeline does not have count 0; passages may count more than once when a page is judged in several rounds.',
    ),
    evidencePart(data, links),
  ];
  return { id: 'funnel', title: 'Funnel', body };
}

const stepMean = (column: Column, step: string): number | null => meanOrNull(valuesOf(column, `funnel.${step}`));

function barsOf(column: Column, links: Links): Bar[] {
  return STEPS.map(([step, label]) => {
    const value = stepMean(column, step) ?? 0;
    const whole = SHARE_OF[step] === undefined ? null : stepMean(column, SHARE_OF[step]);
    const text = `${figure(value, 1)}${whole ? ` (${percent(value / whole)})` : ''}`;
    return { label, value, text, target: links.to({ columns: [column.at], metric: `funnel.${step}` }) };
  });
}

function funnelRow(column: Column, links: Links): Part[] {
  const cell = (metric: string, text: string) => links.figure(text, { columns: [column.at], metric });
  const dropped = (metric: string) => cell(metric, percent(meanOrNull(valuesOf(column, metric))));
  return [
    columnName(column),
    ...STEPS.map(([step]) => cell(`funnel.${step}`, figure(stepMean(column, step), 2))),
    dropped('funnel.hitsDropped'),
    dropped('funnel.sectionsDropped'),
  ];
}

const LOSSES: Readonly<Record<(typeof FILTERS)[number], string>> = {
  'retrieve-passages': 'not found in the corpus',
  'search-web': 'not found by the search',
  'screen-hits': 'found, not opened',
  'read-pages': 'opened, not readable',
  'select-sections': 'sections dropped',
  'filter-passages': 'passages dropped',
  'cite-answer': 'kept, not cited',
};

function evidencePart({ columns }: ReportData, links: Links): Part {
  const judged = columns.filter(({ rows }) => rows.some(({ row }) => row.evidence));
  if (judged.length === 0) return note('No question names gold pages, so none can have been lost.');
  const used = FILTERS.filter((filter) => judged.some((column) => lostAt(column, filter) > 0));
  const { shown, left } = charted(judged);
  const title = 'Where gold pages went: cited, or lost at a stage';
  return [
    html`<h3>Gold pages</h3><figure><figcaption>${title}</figcaption>${legend(used)}${stackChart(
      title,
      'share of the gold pages',
      shown.map((column) => stackOf(column, { used, links })),
    )}</figure>`,
    left,
    table({
      caption: 'Gold pages, counted over all questions that name some',
      head: ['', 'gold pages', 'cited', ...used.map((filter) => LOSSES[filter])],
      rows: judged.map((column) => {
        const columnsOf = [column.at];
        return [
          columnName(column),
          links.figure(String(golds(column)), { columns: columnsOf, metric: 'lost.cite-answer' }),
          links.figure(String(cited(column)), {
            columns: columnsOf,
            metric: 'citation.recall',
            from: Number.MIN_VALUE,
          }),
          ...used.map((filter) =>
            links.figure(String(lostAt(column, filter)), {
              columns: columnsOf,
              metric: `lost.${filter}`,
              from: Number.MIN_VALUE,
            }),
          ),
        ];
      }),
    }),
  ];
}

const sumOf = (
  { rows }: Column,
  of: (evidence: NonNullable<Column['rows'][number]['row']['evidence']>) => number,
): number => rows.reduce((sum, { row: { evidence } }) => sum + (evidence ? of(evidence) : 0), 0);
const golds = (column: Column): number => sumOf(column, (evidence) => evidence.golds);
const cited = (column: Column): number => sumOf(column, (evidence) => evidence.cited);
const lostAt = (column: Column, filter: (typeof FILTERS)[number]): number =>
  sumOf(column, ({ lost }) => lost[filter] ?? 0);

function stackOf(column: Column, { used, links }: { used: readonly (typeof FILTERS)[number][]; links: Links }): Stack {
  const columns = [column.at];
  const lost = used.map((filter) => ({
    name: LOSSES[filter],
    value: lostAt(column, filter),
    kind: `lost${FILTERS.indexOf(filter)}`,
    target: links.to({ columns, metric: `lost.${filter}`, from: Number.MIN_VALUE }),
  }));
  const first = {
    name: 'cited',
    value: cited(column),
    kind: 'cited',
    target: links.to({ columns, metric: 'citation.recall', from: Number.MIN_VALUE }),
  };
  return { label: numbered(column), parts: [first, ...lost] };
}

function legend(used: readonly (typeof FILTERS)[number][]): Part {
  const entry = (kind: string, name: string) =>
    html`<li><svg width="12" height="12" aria-hidden="true"><rect class="part ${kind}" width="12" height="12"/></svg> ${name}</li>`;
  return html`<ul class="legend">${entry('cited', 'cited')}${used.map((filter) => entry(`lost${FILTERS.indexOf(filter)}`, LOSSES[filter]))}</ul>`;
}
