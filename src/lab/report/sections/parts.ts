/** What sections are made of: headings with anchors, tables, notes, folded parts, the legend of numbers. */
import { type Column, numbered } from '../data.js';
import { type Html, html, type Part, shortened } from '../html.js';

export type Section = { readonly id: string; readonly title: string; readonly body: Part };

export function sectionHtml({ id, title, body }: Section): Html {
  return html`<section id="${id}"><h2>${title}</h2>${body}</section>`;
}

export type TableParts = {
  readonly caption: string;
  readonly head: readonly Part[];
  readonly rows: readonly (readonly Part[])[];
};

/** The first cell of each row names it. With scripts a click on a head sorts. */
export function table({ caption, head, rows }: TableParts): Html {
  return html`<div class="wide"><table class="sortable"><caption>${caption}</caption><thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead><tbody>${rows.map(
    ([first, ...cells]) => html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`,
  )}</tbody></table></div>`;
}

export function note(text: Part): Html {
  return html`<p class="note">${text}</p>`;
}

export function emphasised(body: Html, strong: boolean): Html {
  return strong ? html`<strong>${body}</strong>` : body;
}

export function folded(summary: string, body: Part): Html {
  return html`<details><summary>${summary}</summary>${body}</details>`;
}

/** The name of a column as a table shows it, leading to its rows. */
export function columnName(column: Column, characters = 36): Html {
  return html`<a href="#rows-p${column.at}" data-p="${column.at}" title="${column.label}">${shortened(numbered(column), characters)}</a>`;
}

/** Charts show so many columns; the tables show all. */
export const CHARTED = 16;

export function charted(columns: readonly Column[]): { readonly shown: readonly Column[]; readonly left: Part } {
  const left = columns.length - CHARTED;
  return {
    shown: columns.slice(0, CHARTED),
    left: left > 0 && note(`The chart shows the first ${CHARTED}; the table has all ${columns.length}.`),
  };
}
