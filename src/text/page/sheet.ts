/**
 * Rows of a sheet to markdown tables, with the first row as names of the columns, each piece with the range of cells it
 * stands for.
 */
import type { Block, Item, Place } from './blocks.js';
import { itemsOf } from './items.js';

export type SheetRow = {
  /** As the sheet counts, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
};

/**
 * A larger sheet is cut into pieces of several rows; in a smaller one each row stands for itself under the names of its
 * columns.
 */
const mostRowItems = 2000;
const mostCharacters = 1500;
/** A wider sheet is read in bands of as many columns, one below the other. */
const mostColumns = 200;

export function sheetBlocks(all: readonly SheetRow[]): Block[] {
  const rows = all.filter(isFilled);
  const width = rows.reduce((most, { cells }) => Math.max(most, lastFilled(cells) + 1), 0);
  if (width <= mostColumns) return bandBlocks(rows, { from: 0, columns: width });
  return Array.from({ length: Math.ceil(width / mostColumns) }, (_, at) => at * mostColumns).flatMap((from) => {
    const columns = Math.min(mostColumns, width - from);
    const reaching = rows.filter(({ cells }, at) => at === 0 || cells.length > from);
    const band = reaching.map(({ number, cells }) => ({ number, cells: cells.slice(from, from + columns) }));
    return bandBlocks(
      band.filter((row, at) => (at === 0 && rows.length > 1) || isFilled(row)),
      { from, columns },
    );
  });
}

const isFilled = ({ cells }: SheetRow): boolean => cells.some((cell) => cell !== '');

/** Columns of the sheet: the first, counted from 0, and how many. */
type Band = { readonly from: number; readonly columns: number };

function bandBlocks(rows: readonly SheetRow[], band: Band): Block[] {
  const { columns } = band;
  const [head, ...body] = rows;
  if (head === undefined) return [];
  if (columns === 1 || body.length === 0)
    return rows.filter(isFilled).map((row) => ({
      level: 0,
      text: rowText(row, columns),
      start: 0,
      end: 0,
      place: placeOf(row, row, band),
    }));
  const header = `${markdownRow(head.cells, columns)}\n|${' --- |'.repeat(columns)}`;
  return piecesOf(body, columns).map((piece) => {
    const text = [header, ...piece.map(({ cells }) => markdownRow(cells, columns))].join('\n');
    const place = placeOf(piece[0]!, piece.at(-1)!, band);
    const items = rows.length <= mostRowItems ? itemsOf(text) : undefined;
    return { level: 0, text, start: 0, end: 0, place, ...(items && { items: withPlaces(items, piece, band) }) };
  });
}

/** A table on a slide or in a document, with the place of the whole. */
export function tableBlocks(rows: readonly (readonly string[])[], place?: Place): Block[] {
  return sheetBlocks(rows.map((cells, at) => ({ number: at + 1, cells }))).map(({ place: _, items, ...block }) => ({
    ...block,
    ...(items && { items: items.map(({ place: __, ...item }) => item) }),
    ...(place && { place }),
  }));
}

function piecesOf(rows: readonly SheetRow[], columns: number): SheetRow[][] {
  const pieces: SheetRow[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const length = markdownRow(row.cells, columns).length + 1;
    if (size + length > mostCharacters) {
      pieces.push([]);
      size = 0;
    }
    pieces.at(-1)!.push(row);
    size += length;
  }
  return pieces;
}

/** An item is a row; rows of a single cell are none, so the items are told apart by how many lines stand above them. */
function withPlaces(items: readonly Item[], piece: readonly SheetRow[], band: Band): Item[] {
  const kept = piece.filter(({ cells }) => cells.filter((cell) => cell !== '').length > 1);
  return items.map((item, at) => (kept[at] ? { ...item, place: placeOf(kept[at], kept[at], band) } : item));
}

function placeOf(first: SheetRow, last: SheetRow, { from, columns }: Band): Place {
  const cell = (column: number, { number }: SheetRow) => `${columnName(column)}${number}`;
  return { unit: 'range', first: cell(from, first), last: cell(from + columns - 1, last) };
}

/** A, B, ..., Z, AA. */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : `${columnName(Math.floor(column / 26) - 1)}${letter}`;
}

const lastFilled = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell !== '');

function rowText({ cells }: SheetRow, columns: number): string {
  return columns === 1 ? (cells[0] ?? '') : markdownRow(cells, columns);
}

function markdownRow(cells: readonly string[], columns: number): string {
  return `| ${Array.from({ length: columns }, (_, at) => (cells[at] ?? '').replace(/\s+/g, ' ').trim().replaceAll('|', '\\|')).join(' | ')} |`;
}
