/**
 * Tables as markdown: header rows, spans repeated into every cell they cover, long tables cut with the header repeated.
 */
import type { PageNode } from './tree.js';

const maxColumns = 40;
const maxSpan = 40;
/** A table longer than a section is cut into several, each with the header row. */
const maxTableCharacters = 1900;

type HangingCells = { text: string; rows: number }[];
type Row = { readonly cells: string[]; readonly isHeader: boolean };

function childrenOf(node: PageNode): PageNode[] {
  return node.children.filter((child) => child.omitted === '' && child.tag !== '#text');
}

export function rowsOf(table: PageNode): PageNode[] {
  return childrenOf(table).flatMap((child) =>
    child.tag === 'tr' ? [child] : /^t(head|body|foot)$/.test(child.tag) ? rowsOf(child) : [],
  );
}

export function cellsOf(row: PageNode): PageNode[] {
  return childrenOf(row).filter(({ tag }) => tag === 'td' || tag === 'th');
}

/** Facts, not layout: at least two columns somewhere, and no cell that holds another table or a page of text. */
export function isDataTable(table: PageNode): boolean {
  if (table.attributes.role === 'presentation') return false;
  const cells = rowsOf(table).map(cellsOf);
  if (!cells.some((row) => row.length > 1)) return false;
  const labelled = cells.filter((row) => row.length === 2 && row[0]!.tag === 'th' && row[1]!.tag === 'td').length;
  if (labelled >= 2 && labelled >= cells.length / 2) return true;
  const longest = cells.some((row) => row.some(({ tag }) => tag === 'th')) ? 1000 : 400;
  return !cells.flat().some((cell) => cell.letters > longest || isMenu(cell) || holdsTable(cell));
}

/** One column under a name, each cell with a first line of its own: how references of functions are made. */
export function isEntryTable(table: PageNode): boolean {
  const rows = rowsOf(table).map(cellsOf);
  const [head = [], ...entries] = rows;
  if (entries.length < fewestEntries || head.length !== 1 || head[0]!.tag !== 'th') return false;
  return entries.every(
    (cells) => cells.length === 1 && childrenOf(cells[0]!).filter(({ isBlock }) => isBlock).length > 1,
  );
}

const fewestEntries = 2;

/** A column of links beside the text, as pages had in the nineties. */
function isMenu(cell: PageNode): boolean {
  return (
    cell.linkLetters > 20 && cell.linkLetters > cell.letters * 0.8 && cell.children.length > 0 && countLinks(cell) >= 4
  );
}

function countLinks(node: PageNode): number {
  return node.children.reduce((sum, child) => sum + countLinks(child), node.tag === 'a' ? 1 : 0);
}

function holdsTable(node: PageNode): boolean {
  return childrenOf(node).some((child) => child.tag === 'table' || holdsTable(child));
}

export function renderTable(table: PageNode, cellText: (cell: PageNode) => string): string[] {
  const rows = readRows(table, cellText).filter(({ cells }) => cells.some((cell) => cell !== ''));
  const caption = childrenOf(table).find(({ tag }) => tag === 'caption');
  const title = caption === undefined ? '' : cellText(caption);
  const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const head = takeHead(rows);
  const lines = rows.map(({ cells }) => markdownRow(cells, columns));
  if (lines.length === 0) return title === '' ? [] : [title];
  const top = `${title === '' ? '' : `${title}\n\n`}`;
  const header = `${markdownRow(head, columns)}\n|${' --- |'.repeat(columns)}`;
  return group(lines, maxTableCharacters - header.length).map(
    (part, index) => `${index === 0 ? top : ''}${header}\n${part.join('\n')}`,
  );
}

const mostHeadRows = 3;

/** One row of column names: where two rows name the columns, each column has both names (`Route Port Ezra – Stell`). */
function takeHead(rows: Row[]): string[] {
  let head: string[] = [];
  for (let taken = 0; taken < mostHeadRows && rows.length > 1 && rows[0]!.isHeader; taken++) {
    const { cells } = rows[0]!;
    if (taken > 0 && (cells.length !== head.length || cells.length === 1)) break;
    head =
      taken === 0
        ? cells
        : cells.map((cell, at) => (head[at]!.endsWith(cell) ? head[at]! : `${head[at]} ${cell}`.trim()));
    rows.shift();
  }
  return head;
}

function markdownRow(cells: readonly string[], columns: number): string {
  return `| ${Array.from({ length: columns }, (_, index) => (cells[index] ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
}

function group(lines: readonly string[], maxCharacters: number): string[][] {
  const groups: string[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    if (size + line.length > maxCharacters) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)!.push(line);
    size += line.length + 1;
  }
  return groups;
}

function spanOf(value: string | undefined): number {
  return Math.min(maxSpan, Math.max(1, Number.parseInt(value ?? '1', 10) || 1));
}

const maxTableText = 300_000;

/** Fills the grid cell by cell; a cell that spans rows or columns stands in each of them. */
function readRows(table: PageNode, cellText: (cell: PageNode) => string): Row[] {
  const hanging: HangingCells = [];
  const rows: Row[] = [];
  let characters = 0;
  for (const row of rowsOf(table)) {
    const own = cellsOf(row);
    const cells = readCells(own, hanging, cellText);
    const isHeader = own.length > 0 && (row.parent?.tag === 'thead' || own.every(({ tag }) => tag === 'th'));
    rows.push({ cells, isHeader });
    characters += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (characters > maxTableText) break;
  }
  return rows;
}

/** One row: cells that hang over from rows above, and its own. A cell that is alone in its row stands there once. */
function readCells(own: readonly PageNode[], hanging: HangingCells, cellText: (cell: PageNode) => string): string[] {
  const cells: string[] = [];
  const takeHanging = () => {
    for (let above = hanging[cells.length]; above !== undefined && above.rows > 0; above = hanging[cells.length]) {
      above.rows--;
      cells.push(above.text);
    }
  };
  for (const cell of own) {
    takeHanging();
    const text = cellText(cell);
    const rows = spanOf(cell.attributes.rowspan) - 1;
    const columns = own.length === 1 && rows === 0 ? 1 : spanOf(cell.attributes.colspan);
    for (let column = columns; column > 0 && cells.length < maxColumns; column--) {
      hanging[cells.length] = { text, rows };
      cells.push(text);
    }
  }
  takeHanging();
  return cells;
}
