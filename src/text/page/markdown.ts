/**
 * Markdown to a Document: `#` and underlined headings, code fences left alone, front matter read, links reduced to
 * their text.
 */

import { stripInvisible } from '../../core/characters.js';
import type { Document } from '../../core/data.js';
import type { Block } from './blocks.js';
import { findDate } from './dates.js';
import { cutPage, type ParseOptions, toDocument, withLineNumbers } from './document.js';
import { itemsOf } from './items.js';
import { languageTag } from './language.js';
import { type Line, linesOf } from './lines.js';
import { dateOfLines } from './metadata.js';

/** A line about the date of the whole, `Date: 3 May 2024`, stands among the first blocks. */
const DATED_BLOCKS = 3;

export function parseMarkdown(text: string, options: ParseOptions): Document {
  const { raw, leftOut } = cutPage(text, options);
  const { fields, end } = readFrontMatter(raw);
  const blocks = markdownBlocks(raw, end);
  const title = fields.get('title') ?? blocks.find(({ level }) => level === 1)?.text ?? '';
  const dated = findDate(fields.get('lastmod') ?? fields.get('updated') ?? fields.get('date'));
  const date = dated ?? dateOfLines(blocks.slice(0, DATED_BLOCKS).flatMap(({ text }) => text.split('\n')));
  const facts = {
    title,
    description: fields.get('description'),
    date,
    language: languageTag(fields.get('lang')),
    leftOut,
  };
  return withLineNumbers(toDocument(blocks, facts, options), raw);
}

/** `key: value` lines between two `---` at the very top. */
function readFrontMatter(raw: string): { fields: Map<string, string>; end: number } {
  const match = /^\ufeff?---[ \t]*\r?\n([\s\S]{0,20000}?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(raw);
  const fields = new Map<string, string>();
  for (const line of match?.[1]?.split('\n') ?? []) {
    const pair = /^(\w+):\s*(.+?)\s*$/.exec(line);
    if (pair !== null) fields.set(pair[1]!.toLowerCase(), pair[2]!.replace(/^(["'])(.*)\1$/, '$2'));
  }
  return { fields, end: match?.[0].length ?? 0 };
}

export function markdownBlocks(raw: string, from: number): Block[] {
  const blocks: Block[] = [];
  let paragraph: Line[] = [];
  let fence = '';
  const flush = () => {
    const [first] = paragraph;
    const last = paragraph.at(-1);
    if (first !== undefined && last !== undefined) {
      const isCode = /^\s*(```|~~~)/.test(first.text);
      const text = paragraph.map((line) => (isCode ? line.text : inlineText(line.text))).join('\n');
      const body = stripInvisible(text).replace(/^\n+/, '').trimEnd();
      const items = itemsOf(body);
      blocks.push({
        level: 0,
        text: body,
        start: first.start,
        end: last.start + last.text.length,
        ...(items && { items }),
      });
    }
    paragraph = [];
  };
  for (const line of linesOf(withoutComments(raw), from)) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line.text)?.[1] ?? '';
    if (fence !== '') {
      paragraph.push(line);
      if (mark.startsWith(fence)) {
        fence = '';
        flush();
      }
      continue;
    }
    if (mark !== '') {
      flush();
      fence = mark;
      paragraph.push(line);
      continue;
    }
    const heading = headingOf(line, paragraph);
    if (heading !== undefined) {
      if (heading.start === line.start) flush();
      paragraph = [];
      blocks.push(heading);
    } else if (line.text.trim() === '' || /^ {0,3}([-*_])( *\1){2,}\s*$/.test(line.text)) flush();
    else paragraph.push(line);
  }
  flush();
  return blocks;
}

/** `## Title`, or a line of `===` or `---` under a paragraph of one line. */
function headingOf(line: Line, paragraph: readonly Line[]): Block | undefined {
  const end = line.start + line.text.length;
  const hashes = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(line.text);
  if (hashes !== null) return { level: hashes[1]!.length, text: titleText(hashes[2] ?? ''), start: line.start, end };
  const underline = /^ {0,3}(=+|-+)[ \t]*$/.exec(line.text);
  const [title] = paragraph;
  if (underline === null || title === undefined || paragraph.length > 1) return undefined;
  return { level: underline[1]![0] === '=' ? 1 : 2, text: titleText(title.text), start: title.start, end };
}

function titleText(text: string): string {
  return stripInvisible(inlineText(text))
    .replace(/[*_`]+/g, '')
    .trim();
}

function inlineText(text: string): string {
  return text.replace(/!?\[([^\][]*)\]\([^()\s]*(?:\s+"[^"]*")?\)/g, '$1');
}

/** Blanks comments out without moving anything, so that offsets stay true. */
function withoutComments(raw: string): string {
  return raw.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replace(/[^\n]/g, ' '));
}
