/**
 * Every number leads to the rows it was made of. Without scripts a link goes to the rows of its pipeline; with them
 * (script.ts) the rows that are not meant are hidden, the score in question is shown beside each, and their mean above:
 * the same number again.
 */
import { type Column, judgedAnswer, type ReportData, type ReportRow } from './data.js';
import { type Html, html } from './html.js';

export type Selection = {
  /** Places of columns. */
  readonly columns: readonly number[];
  /** Only rows that have this score, sorted by it. */
  readonly metric?: string;
  readonly from?: number;
  readonly to?: number;
  /** Only rows with this tag, e.g. "type: two-hop". */
  readonly tag?: string;
  /** Only this question. */
  readonly question?: number;
  /** Only questions on which the second column's score is above (1), equal to (0) or below (-1) the first's. */
  readonly compared?: -1 | 0 | 1;
};

export type Links = {
  /** The attributes of a link to the rows. */
  readonly to: (selection: Selection) => Html;
  /** A number that is such a link. */
  readonly figure: (text: string, selection: Selection) => Html;
  /** All tags there are; a row's own by place. */
  readonly tags: readonly string[];
  readonly tagsOf: (row: ReportRow) => readonly number[];
};

export function linksFor({ columns, metrics }: Pick<ReportData, 'columns' | 'metrics'>): Links {
  const tags = [...new Set(columns.flatMap(({ rows }) => rows.flatMap(tagsIn)))].sort();
  const places = new Map(tags.map((tag, at) => [tag, at]));
  const to = ({ columns: chosen, metric, from, to: until, tag, question, compared }: Selection) => {
    const attributes = [
      html`href="#${question === undefined ? `rows-p${chosen[0] ?? 0}` : anchorOf({ column: chosen[0] ?? 0, question })}" data-p="${chosen.join(' ')}"`,
      question === undefined ? null : html` data-q="${question}"`,
      metric === undefined ? null : html` data-m="${metrics.indexOf(metric)}"`,
      from === undefined ? null : html` data-from="${stored(from)}"`,
      until === undefined ? null : html` data-to="${stored(until)}"`,
      tag === undefined ? null : html` data-k="${places.get(tag) ?? -1}"`,
      compared === undefined ? null : html` data-sign="${compared}"`,
    ];
    return html`${attributes}`;
  };
  return {
    to,
    figure: (text, selection) => html`<a class="n" ${to(selection)}>${text}</a>`,
    tags,
    tagsOf: (row) => tagsIn(row).map((tag) => places.get(tag) as number),
  };
}

/** What rows can be chosen by, beside their scores. */
function tagsIn(asked: ReportRow): string[] {
  const { row } = asked;
  const { status, type, split, error, fallbacks, claims } = row;
  return [
    ...new Set([
      `status: ${status}`,
      ...(type === null ? [] : [`type: ${type}`]),
      ...(split === null ? [] : [`split: ${split}`]),
      ...(error ? [`error: ${error.code}`] : []),
      ...fallbacks.map(({ stage }) => `fallback: ${stage}`),
      ...claims.map(({ verdict }) => `verdict: ${verdict ?? 'none'}`),
      ...(judgedAnswer(asked) ? ['answer: judged'] : []),
      ...(claims.some(({ repaired }) => repaired !== undefined) ? ['sentence: repaired'] : []),
    ]),
  ];
}

/** Values as the page keeps them: short, and rounded in one way, so that a border and a value on it stay equal. */
export function stored(value: number): string {
  return String(Number(value.toPrecision(6)));
}

export const anchorOf = ({ column, question }: Pick<ReportRow, 'column' | 'question'>): string =>
  `p${column}q${question}`;

export const allOf = (columns: readonly Column[]): number[] => columns.map(({ at }) => at);
