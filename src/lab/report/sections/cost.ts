/** Money and time against quality. An unknown price stays unknown. */
import { costsOf } from '../../compare/cost.js';
import { scatterChart } from '../charts/scatter.js';
import { type Column, known, numbered, type ReportData } from '../data.js';
import { dollars, figure, tickText } from '../figures.js';
import { html, type Part } from '../html.js';
import type { Links } from '../links.js';
import { charted, columnName, note, type Section, table } from './parts.js';
import { intervalOf, meanCell } from './scores.js';

export function costSection(data: ReportData, links: Links): Section {
  const { columns, main } = data;
  const spent = columns.some(({ summary }) => summary.usage.calls > 0);
  const { shown, left } = charted(columns);
  const body = [
    spent
      ? plot(shown, {
          main,
          links,
          metric: 'costUsd',
          label: 'US dollars per 1,000 questions',
          text: (value) => `$${tickText(value)}`,
          of: usdPerThousand,
        })
      : note('No language model was called: nothing was spent. Time is what it cost.'),
    plot(shown, {
      main,
      links,
      metric: 'seconds',
      label: 'seconds per question (median)',
      text: secondsText,
      of: ({ summary }) => summary.seconds.p50,
    }),
    left,
    table({
      caption: 'Cost and quality',
      head: ['', main, ...OF_MONEY, ...OF_TIME],
      rows: columns.map((column) => costRow(column, { main, links })),
    }),
    gradingTable(columns),
    note('Times are those of this machine with what else it did. Unknown: a model without a known price was used.'),
  ];
  return { id: 'cost', title: 'Cost against quality', body };
}

const OF_MONEY = ['$ per 1,000 questions', 'calls per question', 'tokens per question'];
const OF_TIME = ['seconds p50', 'p95', 'all, hours'];

const secondsText = (value: number): string => `${Number(value.toPrecision(3))} s`;

function usdPerThousand({ rows }: Column): number | null {
  return (
    costsOf(
      rows.map(({ row }) => row),
      { volumes: [], budgetUsd: 1, concurrency: 1 },
    )[0]?.usdPerThousand ?? null
  );
}

type Plot = {
  readonly main: string;
  readonly links: Links;
  readonly metric: string;
  readonly label: string;
  readonly text: (value: number) => string;
  readonly of: (column: Column) => number | null;
};

function plot(columns: readonly Column[], { main, links, metric, label, text, of }: Plot): Part {
  const points = columns.flatMap((column) => {
    const interval = known(intervalOf(column, main));
    if (!interval) return [];
    const { mean: y, low, high } = interval;
    return [
      {
        number: column.at + 1,
        label: numbered(column),
        x: of(column),
        y,
        low,
        high,
        target: links.to({ columns: [column.at], metric }),
      },
    ];
  });
  const title = `${main} against ${label}`;
  const chart = scatterChart({ title, x: { label, text }, y: main, points });
  return html`<figure><figcaption>${title}; numbers are those of the pipelines</figcaption>${chart}</figure>`;
}

/** Judging costs apart from answering. */
function gradingTable(columns: readonly Column[]): Part {
  const rows = columns.flatMap((column) =>
    Object.entries(column.summary.grading ?? {}).map(
      ([grader, { by, graded, failed, calls, inputTokens, outputTokens, costUsd }]): Part[] => [
        columnName(column),
        `${grader} (${by.join(', ')})`,
        ...[graded, failed, calls].map(String),
        `${inputTokens} + ${outputTokens}`,
        dollars(costUsd),
      ],
    ),
  );
  const head = ['', 'grader', 'rows graded', 'failed', 'calls', 'tokens in + out', 'cost'];
  return rows.length > 0 && table({ caption: 'What grading took, beside the above', head, rows });
}

function costRow(column: Column, { main, links }: { main: string; links: Links }): Part[] {
  const { usage, seconds, questions } = column.summary;
  const columns = [column.at];
  const each = (all: number) => figure(all / questions, 1);
  return [
    columnName(column),
    meanCell(intervalOf(column, main), { columns, metric: main }, links),
    links.figure(dollars(usdPerThousand(column)), { columns, metric: 'costUsd' }),
    links.figure(each(usage.calls), { columns, metric: 'calls' }),
    links.figure(each(usage.inputTokens + usage.outputTokens), { columns, metric: 'tokens' }),
    links.figure(figure(seconds.p50), { columns, metric: 'seconds' }),
    links.figure(figure(seconds.p95), {
      columns,
      metric: 'seconds',
      ...(seconds.p95 !== null && { from: seconds.p95 }),
    }),
    links.figure(figure(seconds.sum / 3600, 3), { columns, metric: 'seconds' }),
  ];
}
