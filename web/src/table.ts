/**
 * Tables as pages and models write them in Markdown: rows of cells between bars, each cell with its place in the text.
 */
export type Cell = { readonly start: number; readonly end: number };
export type Table = { readonly head: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] };
export type Line = { readonly start: number; readonly end: number };

const ROW = /^\s*\|.*\|\s*$/;
const RULE = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;

export function* linesOf(text: string): Generator<Line> {
  let start = 0;
  for (const line of text.split('\n')) {
    yield { start, end: start + line.length };
    start += line.length + 1;
  }
}

export const isTableRow = (line: string): boolean => ROW.test(line);

/** A rule below the first row makes that row the head; one whose cells are all empty is none. */
export function tableOf(text: string, lines: readonly Line[]): Table {
  const isRule = ({ start, end }: Line) => RULE.test(text.slice(start, end));
  const rows = lines.filter((line) => !isRule(line)).map((line) => cellsOf(text, line));
  const [first = [], ...others] = rows;
  const hasHead = lines[1] !== undefined && isRule(lines[1]);
  if (!hasHead) return { head: [], rows };
  return first.every(({ start, end }) => start === end) ? { head: [], rows: others } : { head: first, rows: others };
}

/** A bar behind a backslash belongs to its cell. */
function cellsOf(text: string, { start, end }: Line): Cell[] {
  const bars = [...text.slice(start, end).matchAll(/(?<!\\)\|/g)].map(({ index }) => start + index);
  return bars.slice(0, -1).map((bar, at) => trimmed(text, bar + 1, bars[at + 1] ?? end));
}

function trimmed(text: string, start: number, end: number): Cell {
  const inner = text.slice(start, end);
  const from = start + inner.length - inner.trimStart().length;
  return { start: Math.min(from, end), end: Math.max(Math.min(from, end), start + inner.trimEnd().length) };
}
