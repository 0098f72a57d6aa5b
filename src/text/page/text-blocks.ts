/**
 * Plain text as blocks: paragraphs at blank lines, headings that are underlined, numbered, in capitals or hang over what
 * is said of them, wrapped lines joined.
 */
import { stripInvisible } from '../../core/characters.js';
import { type Block, deepestSectionLevel } from './blocks.js';
import { hangingEntries, leastIndent, type Paragraph, type TextLine } from './hanging.js';
import { linesOf } from './lines.js';

const maxHeadingCharacters = 90;

export function textBlocks(raw: string): Block[] {
  const paragraphs: [TextLine, ...TextLine[]][] = [];
  let isBetween = true;
  for (const { text: line, start } of linesOf(raw)) {
    const text = indentedBySpaces(stripInvisible(line).trimEnd());
    const isBlank = text.trim() === '';
    const one = { text, start, end: start + line.length };
    if (!isBlank && isBetween) paragraphs.push([one]);
    else if (!isBlank) paragraphs.at(-1)?.push(one);
    isBetween = isBlank;
  }
  return underHeadings(paragraphs, 0);
}

const TAB = 8;

function indentedBySpaces(line: string): string {
  const rest = line.trimStart();
  const indent = line.slice(0, line.length - rest.length);
  if (!indent.includes('\t')) return line;
  const width = [...indent].reduce((sum, one) => (one === '\t' ? sum + TAB - (sum % TAB) : sum + 1), 0);
  return ' '.repeat(width) + rest;
}

/** Entries are looked for under each heading, and in each entry again. */
function underHeadings(paragraphs: readonly Paragraph[], level: number): Block[] {
  const blocks: Block[] = [];
  let [under, text]: [number, Paragraph[]] = [level, []];
  const flush = () => {
    for (const block of bodyBlocks(text, under)) blocks.push(block);
    text = [];
  };
  for (const paragraph of paragraphs) {
    if (!isHeaded(paragraph)) {
      text.push(paragraph);
      continue;
    }
    flush();
    const headed = blocksOf(paragraph);
    for (const block of headed) blocks.push(block);
    under = headed[0]!.level;
  }
  flush();
  return blocks;
}

/** It begins with a heading: a line with a line below, or on both sides of it, or one that reads like a heading. */
function isHeaded([first, second, third]: Paragraph): boolean {
  if (second === undefined) return plainHeadingLevel(first.text.trim()) > 0;
  return isUnderline(second) || (isUnderline(first) && isUnderline(third));
}

function bodyBlocks(paragraphs: readonly Paragraph[], level: number): Block[] {
  const stretches = level < deepestSectionLevel ? hangingEntries(paragraphs) : undefined;
  if (stretches === undefined) return paragraphs.flatMap(blocksOf);
  return stretches.flatMap(({ term, paragraphs: own }) =>
    term === undefined
      ? own.flatMap(blocksOf)
      : [
          blockOf([term], term.text.trim().replace(/\s+/g, ' '), level + 1),
          ...underHeadings(withoutIndent(own), level + 1),
        ],
  );
}

/** Lines keep how far they stand in from each other. */
function withoutIndent(paragraphs: readonly Paragraph[]): Paragraph[] {
  const least = leastIndent(paragraphs.flat());
  return paragraphs.map(
    (lines) => lines.map((line) => ({ ...line, text: line.text.slice(least) })) as [TextLine, ...TextLine[]],
  );
}

/** The underlined headings that a paragraph begins with, and what follows them. */
function blocksOf(lines: readonly TextLine[]): Block[] {
  const headings: Block[] = [];
  let at = 0;
  for (; ; at += 2) {
    if (isUnderline(lines[at]) && isUnderline(lines[at + 2])) at++;
    const [title, underline] = [lines[at], lines[at + 1]];
    if (!title || !underline || !isUnderline(underline)) break;
    headings.push(blockOf([title, underline], title.text.trim(), underline.text.trim()[0] === '=' ? 1 : 2));
  }
  const body = lines.slice(at);
  return body.length === 0 ? headings : headings.concat(plainBlocks(body));
}

function plainBlocks(lines: readonly TextLine[]): Block[] {
  const title = lines[0]!.text.trim();
  const level = lines.length === 1 ? plainHeadingLevel(title) : 0;
  if (level > 0) return [blockOf(lines, title, level)];
  const records = recordsOf(lines);
  return (records ?? [lines]).map((some) => blockOf(some, joinLines(some.map(({ text }) => text))));
}

const isUnderline = (line: TextLine | undefined): boolean =>
  line !== undefined && /^\s*(={3,}|-{3,}|~{3,}|\*{3,})\s*$/.test(line.text);

function blockOf(lines: readonly TextLine[], text: string, level = 0): Block {
  return { level, text, start: lines[0]!.start, end: lines.at(-1)!.end };
}

const leastRecords = 4;

/**
 * The lines of a log: most begin alike ("2026-11-15 12:00", "[17]"), and those that do not go on with the record above.
 */
function recordsOf(lines: readonly TextLine[]): readonly (readonly TextLine[])[] | undefined {
  if (lines.length < leastRecords) return undefined;
  const shapes = lines.map(({ text }) => beginningOf(text));
  const usual = mostFrequent(shapes);
  const begins = shapes.map((shape) => shape !== '' && shape === usual);
  if (!begins[0] || begins.filter(Boolean).length < lines.length * 0.6) return undefined;
  const records: TextLine[][] = [];
  for (const [at, line] of lines.entries()) {
    if (begins[at]) records.push([line]);
    else records.at(-1)!.push(line);
  }
  return records;
}

/** The first word where it holds figures or stands in brackets, every run of figures as one 0. */
function beginningOf(line: string): string {
  const word = /^\S{1,40}/.exec(line)?.[0] ?? '';
  return /\d.*\d|^[[(<]/.test(word) ? word.replace(/[\p{L}\d]+/gu, '0') : '';
}

function mostFrequent(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), ['', 0] as const)[0];
}

/** `3.1 Results` is at level 3, `CHAPTER ONE` and `Chapter 1` at level 2; 0 for what is no heading. */
function plainHeadingLevel(line: string): number {
  if (line.length > maxHeadingCharacters || /[.,;:!?]$/.test(line)) return 0;
  const number = /^(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+\p{Lu}/u.exec(line)?.[1];
  if (number !== undefined) return Math.min(6, number.split('.').length + 1);
  if (/^(chapter|part|section|appendix|article)\s+([\divxlc]+|[a-z])\b/i.test(line)) return 2;
  return /\p{Lu}{3}/u.test(line) && line === line.toUpperCase() && !/^\W|\d{3}/.test(line) ? 2 : 0;
}

/** Joins lines that were wrapped at a fixed width; keeps lists, verse, tables and records as they stand. */
function joinLines(lines: readonly string[]): string {
  return isWrapped(lines) ? lines.map((line) => line.trim()).join(' ') : lines.join('\n');
}

/**
 * A line was broken because the next word no longer fitted: that holds for nearly all lines of a wrapped paragraph, and
 * for few of a log.
 */
function isWrapped(lines: readonly string[]): boolean {
  if (lines.length < 2 || lines.slice(0, -1).some((line) => line.length < 45)) return false;
  if (lines.some((line) => /^\s*([-*•|>]|\d+[.)])\s|\S {3,}\S|\t/.test(line))) return false;
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const full = lines
    .slice(0, -1)
    .filter((line, at) => line.length + 1 + firstWord(lines[at + 1]!).length >= width - slack);
  return full.length >= (lines.length - 1) * 0.8;
}

/** Editors wrap at a soft margin now and then. */
const slack = 12;
const firstWord = (line: string): string => /\S+/.exec(line)?.[0] ?? '';
