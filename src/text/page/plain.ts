/** Plain text to a Document: paragraphs at blank lines, headings that are underlined, numbered or in capitals, wrapped lines joined. */

import { stripInvisible } from '../../core/characters.js';
import type { Document } from '../../core/data.js';
import type { Block } from './blocks.js';
import { cutPage, type ParseOptions, toDocument } from './document.js';
import { linesOf } from './markdown.js';

const maxHeadingCharacters = 90;
const maxTitleCharacters = 120;

export function parseText(text: string, options: ParseOptions): Document {
  const { raw, leftOut } = cutPage(text, options);
  const blocks = textBlocks(raw);
  const [first] = blocks;
  const isTitle = first !== undefined && (first.level > 0 || (first.text.length <= maxTitleCharacters && !/[.:;,]$/.test(first.text)));
  return toDocument(blocks, { title: isTitle ? first.text.split('\n')[0]! : '', leftOut }, options);
}

/** Also used for the text of PDF pages. */
export function textBlocks(raw: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let start = 0;
  let end = 0;
  const flush = () => {
    if (lines.length > 0) blocks.push(...blocksOf(lines, start, end));
    lines = [];
  };
  for (const line of linesOf(raw)) {
    const text = stripInvisible(line.text).trimEnd();
    if (text.trim() === '') {
      flush();
      continue;
    }
    if (lines.length === 0) start = line.start;
    lines.push(text);
    end = line.start + line.text.length;
  }
  flush();
  return blocks;
}

function blocksOf(lines: readonly string[], start: number, end: number): Block[] {
  const [first, second, ...rest] = lines;
  if (first !== undefined && second !== undefined && /^\s*(={3,}|-{3,}|~{3,}|\*{3,})\s*$/.test(second)) {
    const heading: Block = { level: second.trim()[0] === '=' ? 1 : 2, text: first.trim(), start, end };
    return rest.length === 0 ? [heading] : [heading, { level: 0, text: joinLines(rest), start, end }];
  }
  const level = lines.length === 1 ? plainHeadingLevel(first!.trim()) : 0;
  return [{ level, text: level > 0 ? first!.trim() : joinLines(lines), start, end }];
}

/** `3.1 Results` is at level 3, `CHAPTER ONE` and `Chapter 1` at level 2; 0 for what is no heading. */
function plainHeadingLevel(line: string): number {
  if (line.length > maxHeadingCharacters || /[.,;:!?]$/.test(line)) return 0;
  const number = /^(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+\p{Lu}/u.exec(line)?.[1];
  if (number !== undefined) return Math.min(6, number.split('.').length + 1);
  if (/^(chapter|part|section|appendix|article)\s+([\divxlc]+|[a-z])\b/i.test(line)) return 2;
  return /\p{Lu}{3}/u.test(line) && line === line.toUpperCase() && !/^\W|\d{3}/.test(line) ? 2 : 0;
}

/** Joins lines that were wrapped at a fixed width; keeps lists, verse and tables as they stand. */
function joinLines(lines: readonly string[]): string {
  const isWrapped =
    lines.length > 1 &&
    lines.slice(0, -1).every((line) => line.length >= 45) &&
    !lines.some((line) => /^\s*([-*•|>]|\d+[.)])\s|\S {3,}\S|\t/.test(line));
  return isWrapped ? lines.map((line) => line.trim()).join(' ') : lines.join('\n');
}
