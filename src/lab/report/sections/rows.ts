/** All rows, by pipeline: where every link of the report leads. */

import { counted } from '../../../english/counted.js';
import { type Column, confidenceOf, numbered, type ReportData, type ReportRow } from '../data.js';
import { figure } from '../figures.js';
import { cut, type Html, html, type Part, shortened } from '../html.js';
import { anchorOf, type Links, stored } from '../links.js';
import { note, type Section } from './parts.js';
import { rowDetail } from './row-detail.js';

/** Columns of their own, as far as there are such scores; every other score is shown when it is chosen. */
const HEADLINE = [
  'contains',
  'squad.f1',
  'citation.anyGold',
  'retrieval.recall',
  'abstention.right',
  'confidence',
  'seconds',
];
/**
 * So many rows carry everything that is kept of them: at some kilobytes each, more would make the page slow to open.
 */
const DETAILED = 1000;
/** Of a row that is not opened. */
const [QUESTION_CHARACTERS, ANSWER_CHARACTERS] = [140, 160];

export function rowsSection(data: ReportData, links: Links): Section {
  const all = data.columns.flatMap(({ rows }) => rows);
  const detailed = detailedRows(all, data.main);
  const parts = {
    data,
    links,
    detailed,
    headline: HEADLINE.filter((name) => data.metrics.includes(name) && name !== data.main),
  };
  const body = [
    filterBar(data, links),
    all.length > DETAILED &&
      note(
        `${counted(all.length, 'row')}: the ${DETAILED} worst open to show sentences and sources, of the others the beginning of the answer is shown. The whole stands in the line of rows.jsonl that each names.`,
      ),
    data.columns.map((column) => columnHtml(column, parts)),
  ];
  return { id: 'rows', title: 'Rows', body };
}

/** The lowest scores first, and among equals those that were surest. */
function detailedRows(rows: readonly ReportRow[], main: string): ReadonlySet<ReportRow> {
  if (rows.length <= DETAILED) return new Set(rows);
  const rank = ({ row, measures }: ReportRow) =>
    (row.status === 'failed' ? -1 : (measures[main] ?? 1)) - (confidenceOf(row) ?? 0) * 0.001;
  return new Set(rows.toSorted((left, right) => rank(left) - rank(right)).slice(0, DETAILED));
}

/** Without scripts there is nothing to choose with: the bar stays hidden. */
function filterBar({ columns, metrics }: ReportData, { tags }: Links): Html {
  const option = (name: string, at: number) => html`<option value="${at}">${name}</option>`;
  const choice = (id: string, label: string, options: Part) =>
    html`<label>${label} <select id="${id}"><option value="">all</option>${options}</select></label> `;
  return html`<div id="filter" hidden>${choice(
    'f-p',
    'pipeline',
    columns.map((column) => option(shortened(numbered(column), 50), column.at)),
  )}${choice('f-k', 'with', tags.map(option))}<label>score <select id="f-m"><option value="">none</option>${metrics.map(option)}</select></label> <label>from <input id="f-from" size="6" inputmode="decimal"></label> <label>to <input id="f-to" size="6" inputmode="decimal"></label> <label>text <input id="f-text" type="search" size="14"></label> <button id="f-turn" type="button">turn order</button> <button id="f-all" type="button">show all</button> <output id="f-said"></output></div>`;
}

type Parts = {
  readonly data: ReportData;
  readonly links: Links;
  readonly detailed: ReadonlySet<ReportRow>;
  readonly headline: readonly string[];
};

function columnHtml(column: Column, parts: Parts): Html {
  const { headline, data } = parts;
  const heads = [data.main, ...headline].map(
    (name) => html`<th scope="col" data-m="${data.metrics.indexOf(name)}">${breakable(name)}</th>`,
  );
  return html`<section class="rows" id="rows-p${column.at}"><h3>${numbered(column)}</h3><div class="wide"><table><thead><tr><th scope="col">question and answer</th><th scope="col">status</th><th scope="col" class="v"></th>${heads}</tr></thead><tbody>${column.rows.map((row) => rowHtml(row, column, parts))}</tbody></table></div></section>`;
}

/** "citation.anyGold" may be broken after the dot. */
function breakable(name: string): Part {
  return name.split('.').map((part, at) => [at > 0 && html`.<wbr>`, part]);
}

function rowHtml(row: ReportRow, column: Column, { data, links, detailed, headline }: Parts): Html {
  const { id, question } = data.questions[row.question]!;
  const { measures, row: asked } = row;
  const values = data.metrics
    .map((name) => (typeof measures[name] === 'number' ? stored(measures[name]) : ''))
    .join(',');
  const cells = headline.map((name) => html`<td>${figure(measures[name], 2)}</td>`);
  return html`<tr id="${anchorOf(row)}" data-v="${values}" data-k="${links.tagsOf(row).join(' ')}"><td dir="auto"><b>${id}</b> ${cut(question, QUESTION_CHARACTERS)}${answerPart(row, column, { data, detailed })}</td><td>${asked.status}</td><td class="v"></td><td>${figure(measures[data.main])}</td>${cells}</tr>
`;
}

function answerPart(row: ReportRow, column: Column, { data, detailed }: Pick<Parts, 'data' | 'detailed'>): Html {
  const { error, answer } = row.row;
  const short =
    shortened((error ? `failed: ${error.message}` : answer).replace(/\s+/g, ' '), ANSWER_CHARACTERS) || '(empty)';
  if (!detailed.has(row)) return html`<p dir="auto">${short} <small>line ${row.line}</small></p>`;
  const question = data.questions[row.question]!;
  return html`<details><summary dir="auto">${short}</summary>${rowDetail(row, { question, column })}</details>`;
}
