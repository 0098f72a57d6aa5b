/** The top of a report: what was asked of what, when, with which models and versions, what it cost and what failed. */
import { basename } from 'node:path';
import { counted } from '../../../english/counted.js';
import type { RunRecord } from '../../run/record.js';
import type { Column, ReportData } from '../data.js';
import { dollars, figure } from '../figures.js';
import { cut, type Html, html, type Part } from '../html.js';
import { allOf, type Links } from '../links.js';
import { CHARTED, columnName, folded, note, type Section, table } from './parts.js';

export function headSection(data: ReportData, links: Links): Section {
  const { notes, columns } = data;
  const records = [...new Map(data.records.map((record) => [JSON.stringify(record), record])).values()]; // two sides may be of one run
  const body = [
    notes.map((text) => html`<p class="warning">${text}</p>`),
    html`<dl class="facts">${factsOf(data, links).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`,
    data.kind === 'grid'
      ? folded('Answers, time and cost of each point', pipelineTable(data, links))
      : pipelineTable(data, links),
    failures(data, links),
    folded('Options of each pipeline, defaults included', columns.map(optionsOf)),
    records.map((record) =>
      folded(
        `Record: models, engines, versions, machine${records.length > 1 ? ` (${record.askedAt})` : ''}`,
        recordList(record),
      ),
    ),
  ];
  return { id: 'head', title: 'What was run', body };
}

function pipelineTable({ kind, columns }: ReportData, links: Links): Html {
  return table({
    caption: kind === 'grid' ? 'Points, best first' : 'Pipelines',
    head: [
      '',
      'questions',
      'answered',
      'abstained',
      'failed',
      'seconds p50',
      'p95',
      'model calls',
      'tokens in + out',
      'cost',
    ],
    rows: columns.map((column) => pipelineRow(column, links)),
  });
}

function factsOf({ kind, records, columns, questions, total, main }: ReportData, links: Links): [string, Part][] {
  const [record] = records;
  const rows = columns.reduce((sum, column) => sum + column.rows.length, 0);
  const costs = columns.map(({ summary }) => summary.usage.costUsd);
  const cost = costs.includes(null) ? null : costs.reduce((sum: number, value) => sum + (value ?? 0), 0);
  const failed = columns.reduce((sum, { summary }) => sum + summary.failed, 0);
  return [
    [
      'Asked',
      [...new Set(records.map(({ askedAt }) => `${askedAt.slice(0, 16).replace('T', ' ')} UTC`))].join(' and '),
    ],
    [
      'Questions',
      `${questions.length} of ${[...new Set(records.map(({ data }) => setName(data.path)))].join(' and ')}${chosen(record)}`,
    ],
    ['Pages', [...new Set(records.map(({ docs }) => setName(docs.folder)))].join(' and ')],
    [kind === 'grid' ? 'Points' : 'Pipelines', String(columns.length)],
    [
      'Rows',
      links.figure(rows === total ? counted(rows, 'row') : `${rows} of ${total} rows`, { columns: allOf(columns) }),
    ],
    ['Failed', links.figure(counted(failed, 'row'), { columns: allOf(columns), metric: 'failed', from: 1 })],
    [
      'Cost',
      links.figure(cost === null ? 'unknown: a model without a known price was used' : dollars(cost), {
        columns: allOf(columns),
        metric: 'costUsd',
      }),
    ],
    ['Score that charts go by', html`<code>${main}</code>`],
    ['Versions', `Winnow ${record?.winnow}, Node ${record?.node}`],
  ];
}

/** Where data lies on somebody's disk is nobody's business, its name is. */
const setName = (path: string): string => basename(path);

function chosen(record: RunRecord | undefined): string {
  const options = Object.entries(record?.options ?? {}).filter(
    ([name, value]) => value !== undefined && value !== null && name !== 'columns',
  );
  return options.length === 0
    ? ''
    : ` (${options.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(', ')})`;
}

function pipelineRow(column: Column, { figure: link }: Links): Part[] {
  const { summary, at } = column;
  const { usage, seconds } = summary;
  const columns = [at];
  const having = (status: string, count: number) => link(String(count), { columns, tag: `status: ${status}` });
  return [
    columnName(column),
    link(String(summary.questions), { columns }),
    having('answered', summary.answered),
    having('abstained', summary.abstained),
    having('failed', summary.failed),
    link(figure(seconds.p50), { columns, metric: 'seconds' }),
    link(figure(seconds.p95), { columns, metric: 'seconds', ...(seconds.p95 !== null && { from: seconds.p95 }) }),
    link(String(usage.calls), { columns, metric: 'calls' }),
    link(`${usage.inputTokens} + ${usage.outputTokens}`, { columns, metric: 'tokens' }),
    link(dollars(usage.costUsd), { columns, metric: 'costUsd' }),
  ];
}

function failures({ columns }: ReportData, { figure: link }: Links): Part {
  const troubles = new Map<string, { readonly column: Column; readonly times: number }[]>();
  for (const column of columns) {
    for (const [tag, times] of troublesOf(column)) troubles.set(tag, [...(troubles.get(tag) ?? []), { column, times }]);
  }
  if (troubles.size === 0) return note('Nothing failed, and no stage fell back on a simpler way.');
  return table({
    caption: 'What failed, and which stages fell back on a simpler way (the links show the questions)',
    head: ['', 'times', 'by pipeline', 'an example'],
    rows: [...troubles].map(([tag, having]) => [
      tag,
      link(String(having.reduce((sum, { times }) => sum + times, 0)), {
        columns: having.map(({ column }) => column.at),
        tag,
      }),
      having.length > CHARTED
        ? `${having.length} of ${columns.length}`
        : having.map(({ column, times }) => [
            `${column.at + 1}: `,
            link(String(times), { columns: [column.at], tag }),
            ' ',
          ]),
      example(having[0]?.column, tag),
    ]),
  });
}

function troublesOf({ summary }: Column): [tag: string, times: number][] {
  const { errors, fallbacks } = summary;
  return [
    ...Object.entries(errors).map(([code, times]): [string, number] => [`error: ${code}`, times]),
    ...Object.entries(fallbacks).map(([stage, times]): [string, number] => [`fallback: ${stage}`, times]),
  ];
}

function example(column: Column | undefined, tag: string): Part {
  const reasons = (column?.rows ?? []).flatMap(({ row: { error, fallbacks } }) => [
    ...(error ? [[`error: ${error.code}`, error.message] as const] : []),
    ...fallbacks.map(({ stage, reason }) => [`fallback: ${stage}`, reason] as const),
  ]);
  return cut(reasons.find(([own]) => own === tag)?.[1] ?? '', 200);
}

function optionsOf({ at, label, pipeline }: Column): Html {
  return html`<h4>${at + 1} ${label}</h4><pre>${pipeline ? `${pipeline.name} ${JSON.stringify(pipeline.options, null, 2)}` : 'not recorded'}</pre>`;
}

function recordList({ pipelines: _, data, docs, ...record }: RunRecord): Html {
  const kept = {
    ...record,
    data: { ...data, path: setName(data.path) },
    docs: { ...docs, folder: setName(docs.folder) },
  };
  return html`<pre>${JSON.stringify(kept, null, 2)}</pre>`;
}
