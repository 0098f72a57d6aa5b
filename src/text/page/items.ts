/**
 * Finds the entries of a reference in markdown: rows of a table under named columns, list items that begin with a term
 * (`` `--force`: ... ``), and the lines in which a program lists its options. Structure decides: a list of plain
 * sentences, a table without column names or a row of one cell is no list of entries.
 */
import type { Item } from './blocks.js';

/** Shorter descriptions are facts about one thing (`Born: 1950`), read together. */
const shortestDescription = 30;
const longestTerm = 120;

export function termText(text: string): string {
  const plain = text
    .replace(/\s+/g, ' ')
    .replace(/[*`]+/g, '')
    .replace(/[\s:#¶]+$/, '')
    .trim();
  return plain.length <= longestTerm ? plain : `${plain.slice(0, longestTerm - 3).trimEnd()}...`;
}

/** Whether descriptions are long enough for each to stand alone: half of them say more than a name or a number. */
export function areEntries(descriptions: readonly string[]): boolean {
  const long = descriptions.filter((text) => text.length >= shortestDescription).length;
  return descriptions.length > 0 && long * 2 >= descriptions.length;
}

export function itemsOf(text: string): readonly Item[] | undefined {
  if (/^(?:> )*(?:```|~~~)/.test(text)) return listingItems(text);
  if (/^\|/m.test(text)) return rowItems(text);
  return /^(?:[-*+]|\d+[.)]) /.test(text) ? termItems(text) : undefined;
}

type Line = { readonly text: string; readonly start: number; readonly end: number };

function linesIn(text: string): Line[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const found = { text: line, start, end: start + line.length };
    start = found.end + 1;
    return found;
  });
}

const rule = /^\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*$/;
const fewestRows = 2;

/** A caption may stand above the table. */
function rowItems(text: string): readonly Item[] | undefined {
  const lines = linesIn(text);
  const top = lines.findIndex((line) => line.text.startsWith('|'));
  const caption = lines.slice(0, top).map((line) => termText(line.text));
  const [head, underline, ...rows] = lines.slice(top);
  if (head === undefined || underline === undefined || !rule.test(underline.text) || rows.length < fewestRows)
    return undefined;
  const columns = cellsIn(head.text).filter((name) => name !== '');
  if (columns.length < 2) return undefined;
  const above = [...caption.filter((line) => line !== ''), columns.join(' | ')];
  const items: Item[] = [];
  let group: readonly string[] = [];
  for (const { text: row, start, end } of rows) {
    const cells = cellsIn(row).filter((cell) => cell !== '');
    if (cells.length === 1) group = [termText(cells[0]!)];
    else if (cells.length > 1) items.push({ headings: [...above, ...group, rowTerm(cells)], start, end });
  }
  return items.length >= fewestRows ? items : undefined;
}

export function cellsIn(row: string): string[] {
  const inner = row.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
}

/** The first cell; with the second where it is a bare number. */
function rowTerm([first = '', second = '']: readonly string[]): string {
  return termText(/\p{L}/u.test(first) ? first : `${first} ${second}`);
}

const fewestTerms = 3;
/**
 * `` `code` `` or `**term**`, several of them, perhaps with something in brackets, and a mark or the end of the line
 * before the description.
 */
const leadingTerm =
  /^((?:(?:`[^`\n]+`|\*\*[^*\n]+\*\*)(?:, ?(?:or |and )?| (?:or |and )?|\/)?)+(?: ?\([^()\n]*\))?)(?:(?::\*{0,2}| [-–—=]| ?::) +(?=\S)|\n)/;

/** A line of its own above the description. Where lines are merely wrapped they are longer, or go on in small letters. */
const termLine = /^([^\n]{1,60}(?<![.,:;!?]))\n\s*(?=\p{Lu})/u;

function termItems(text: string): readonly Item[] | undefined {
  const starts = linesIn(text).filter((line) => /^(?:[-*+]|\d+[.)]) /.test(line.text));
  if (starts.length < fewestTerms) return undefined;
  const found = starts.map(({ text: line, start }, at) => {
    const from = start + (/^\S+ +/.exec(line)?.[0].length ?? 0);
    const end = (starts[at + 1]?.start ?? text.length + 1) - 1;
    const body = text.slice(from, end);
    return { start: from, end, body, term: (leadingTerm.exec(body) ?? termLine.exec(body))?.[1] };
  });
  if (!found.every(({ term }) => term !== undefined) || !areEntries(found.map(({ body }) => body))) return undefined;
  return found.map(({ term = '', start, end }) => ({ headings: [termText(term)], start, end }));
}

const fewestListed = 4;
/** An option as programs print it: a term, a gap, what it means. What goes on stands further in than the terms. */
const listed = /^(?:> )*\s*(\S(?:.{0,60}?\S)?)(?: {2,}|\t+)(?![={(])(\S.*)(?<!;)$/;

function listingItems(text: string): readonly Item[] | undefined {
  const lines = linesIn(text).filter((line) => !/^(?:> ?)*\s*(?:```|~~~|$)/.test(line.text));
  const indents = lines.map((line) => /^(?:> )*\s*/.exec(line.text)?.[0].length ?? 0);
  const least = indents.reduce((smallest, indent) => Math.min(smallest, indent), Number.POSITIVE_INFINITY);
  const firsts = lines.flatMap((_, at) => (indents[at] === least ? [at] : []));
  const found = firsts.flatMap((at, place) => {
    const [, term = '', meaning = ''] = listed.exec(lines[at]!.text) ?? [];
    const last = lines[(firsts[place + 1] ?? lines.length) - 1]!;
    return term === '' ? [] : [{ term, meaning, start: lines[at]!.start, end: last.end }];
  });
  const areMeanings =
    found.filter(({ meaning }) => /\S \S/.test(meaning) && !/\S {2,}\S/.test(meaning)).length * 2 >= found.length;
  if (found.length < fewestListed || found.length < 0.8 * firsts.length || !areMeanings) return undefined;
  return found.map(({ term, start, end }) => ({ headings: [termText(term)], start, end }));
}
