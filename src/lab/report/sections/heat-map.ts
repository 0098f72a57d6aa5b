/**
 * Questions by pipelines, coloured by the main score, hardest first. A table, so that it can be read without colours
 * too.
 */
import { binOf } from '../../../text/histogram.js';
import { meanOrNull } from '../../../text/stats/moments.js';
import { type Column, mainSpan, numbered, type ReportData, type ReportRow } from '../data.js';
import { figure } from '../figures.js';
import { type Html, html, type Part, shortened } from '../html.js';
import { anchorOf, type Links } from '../links.js';
import { note, type Section } from './parts.js';

const STEPS = 5;

type Span = readonly [low: number, high: number];

export function heatMapSection(data: ReportData, links: Links): Section {
  const { columns, main } = data;
  const lines = heatLines(data);
  const span = mainSpan(data);
  const body = [
    note([html`Cells show <code>${main}</code> and lead to their rows. `, legend(span)]),
    html`<div class="wide tall"><table class="heat"><caption>${main} of every question, hardest first</caption><thead><tr><th scope="col">question</th><th scope="col">mean</th>${columns.map(
      (column) =>
        html`<th scope="col"><a ${links.to({ columns: [column.at], metric: main })} title="${numbered(column)}">${column.at + 1}</a></th>`,
    )}</tr></thead><tbody>${lines.map((line) => lineHtml(line, { data, links, span }))}</tbody></table></div>`,
    columns.length > 1 && html`<ol class="names">${columns.map(({ label }) => html`<li>${label}</li>`)}</ol>`,
  ];
  return { id: 'heat-map', title: 'Question by question', body };
}

export type HeatLine = {
  readonly question: number;
  readonly mean: number | null;
  readonly rows: readonly (ReportRow | undefined)[];
};

/** The hardest first; questions that the score does not apply to last. */
export function heatLines({
  columns,
  questions,
  main,
}: Pick<ReportData, 'columns' | 'questions' | 'main'>): HeatLine[] {
  const byQuestion = columns.map(({ rows }: Column) => new Map(rows.map((row) => [row.question, row])));
  return questions
    .map((_, question) => {
      const rows = byQuestion.map((own) => own.get(question));
      return { question, rows, mean: meanOrNull(rows.flatMap((row) => row?.measures[main] ?? [])) };
    })
    .sort(
      (left, right) =>
        (left.mean ?? Number.POSITIVE_INFINITY) - (right.mean ?? Number.POSITIVE_INFINITY) ||
        left.question - right.question,
    );
}

type LineParts = { readonly data: ReportData; readonly links: Links; readonly span: Span };

function lineHtml({ question, mean, rows }: HeatLine, { data, links, span }: LineParts): Html {
  const { id, question: text } = data.questions[question]!;
  const name = shortened(`${id} ${text}`, 70);
  return html`<tr><th scope="row" title="${text.length > 60 && text}" dir="auto">${name}</th><td>${meanLink({ question, mean, rows }, data.main, links)}</td>${rows.map((row) => cell(row, { main: data.main, span }))}</tr>
`;
}

function meanLink({ question, mean, rows }: HeatLine, metric: string, links: Links): Part {
  const columns = rows.flatMap((row) => row?.column ?? []);
  return mean === null ? '–' : links.figure(figure(mean, 2), { columns, metric, question });
}

function cell(row: ReportRow | undefined, { main, span }: { main: string; span: Span }): Html {
  if (!row) return html`<td class="h-none">·</td>`;
  const value = row.measures[main] ?? null;
  const mark = row.row.status === 'failed' ? '!' : row.row.status === 'abstained' ? 'a' : '';
  const text = `${value === null ? '–' : compact(value)}${mark}`;
  return html`<td class="${colourOf(value, span)}"><a href="#${anchorOf(row)}">${text}</a></td>`;
}

/** 1, 0, .53 */
function compact(value: number): string {
  return value === 0 || value === 1 ? String(value) : value.toFixed(2).replace(/^0/, '');
}

function colourOf(value: number | null, [low, high]: Span): string {
  return value === null ? 'h-none' : `h${binOf(value, { bins: STEPS, from: low, to: high })}`;
}

function legend([low, high]: Span): Part {
  const steps = Array.from(
    { length: STEPS },
    (_, at) => html`<span class="h${at}">${compact(low + ((high - low) * at) / STEPS)}</span>`,
  );
  return html`<span class="key">${steps}<span class="h-none">–</span></span> – the score does not apply, a abstained, ! failed.`;
}
