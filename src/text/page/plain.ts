/**
 * Plain text to a Document: paragraphs at blank lines, headings that are underlined, numbered or in capitals, wrapped
 * lines joined.
 */

import { stripInvisible } from '../../core/characters.js';
import type { Document } from '../../core/data.js';
import type { Block } from './blocks.js';
import { cutPage, type ParseOptions, toDocument, withLineNumbers } from './document.js';
import { linesOf } from './markdown.js';

const maxHeadingCharacters = 90;
const maxTitleCharacters = 120;

export function parseText(text: string, options: ParseOptions): Document {
  const { raw, leftOut } = cutPage(text, options);
  const blocks = textBlocks(raw);
  const [first] = blocks;
  const isTitle =
    first !== undefined &&
    (first.level > 0 || (first.text.length <= maxTitleCharacters && !/[.:;,]$/.test(first.text)));
  return withLineNumbers(
    toDocument(blocks, { title: isTitle ? first.text.split('\n')[0]! : '', leftOut }, options),
    raw,
  );
}

type TextLine = { readonly text: string; readonly start: number; readonly end: number };

export function textBlocks(raw: string): Block[] {
  const blocks: Block[] = [];
  let lines: TextLine[] = [];
  const flush = () => {
    if (lines.length > 0) for (const block of blocksOf(lines)) blocks.push(block);
    lines = [];
  };
  for (const { text: line, start } of linesOf(raw)) {
    const text = stripInvisible(line).trimEnd();
    if (text.trim() === '') flush();
    else lines.push({ text, start, end: start + line.length });
  }
  flush();
  return blocks;
}

function blocksOf(lines: readonly TextLine[]): Block[] {
  const [first, second, ...rest] = lines;
  if (first !== undefined && second !== undefined && /^\s*(={3,}|-{3,}|~{3,}|\*{3,})\s*$/.test(second.text)) {
    const heading: Block = {
      level: second.text.trim()[0] === '=' ? 1 : 2,
      text: first.text.trim(),
      start: first.start,
      end: second.end,
    };
    return rest.length === 0 ? [heading] : [heading, ...blocksOf(rest)];
  }
  const level = lines.length === 1 ? plainHeadingLevel(first!.text.trim()) : 0;
  if (level > 0) return [blockOf(lines, first!.text.trim(), level)];
  const records = recordsOf(lines);
  return (records ?? [lines]).map((some) => blockOf(some, joinLines(some.map(({ text }) => text))));
}

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
