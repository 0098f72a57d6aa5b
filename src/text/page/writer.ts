/** Blocks of markdown as they are written: text gathers in a line, which ends as a block. */
import { type Block, type Item, prefixLines } from './blocks.js';
import { areEntries, itemsOf } from './items.js';
import type { PageNode } from './tree.js';

/**
 * `last` is the last character of `line`: reading it from a growing text would copy the text every time. `letters` and
 * `linkLetters` are those of the line.
 */
export type Writer = {
  readonly blocks: Block[];
  readonly boxes: Box[];
  line: string;
  last: string;
  start: number;
  end: number;
  letters: number;
  linkLetters: number;
};

/** The blocks that come from a minor box, as places in the list of blocks. */
type Box = { readonly from: number; readonly to: number };

export type Entry = { readonly term: string; readonly description: string };

export function newWriter(): Writer {
  return { blocks: [], boxes: [], line: '', last: '', start: -1, end: -1, letters: 0, linkLetters: 0 };
}

export function addInline(writer: Writer, text: string, node: PageNode): void {
  if (writer.line === '') {
    if (text === ' ' || text === '\n') return;
    writer.start = node.start;
  }
  writer.line += text;
  writer.last = text.at(-1) ?? writer.last;
  writer.end = node.end;
  writer.letters += node.letters;
  writer.linkLetters += node.linkLetters;
}

const LINKED = 0.8;

/** For a block that is nearly all links. */
export function linksMark({
  letters,
  linkLetters,
}: {
  readonly letters: number;
  readonly linkLetters: number;
}): Pick<Block, 'isLinks'> {
  return linkLetters > 0 && linkLetters >= LINKED * letters ? { isLinks: true } : {};
}

/** Ends a paragraph. Two line breaks in a row end one as well. */
export function flush(writer: Writer): void {
  const { line, start, end } = writer;
  const links = linksMark(writer);
  Object.assign(writer, { line: '', letters: 0, linkLetters: 0 });
  if (line === '') return;
  const text = line
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
  for (const paragraph of text.includes('\n\n') ? text.split(/\n{2,}/) : [text]) {
    pushBlock(writer, { level: 0, text: paragraph.trim(), start, end, ...links });
  }
}

export function pushBlock(writer: Writer, block: Block): void {
  if (/[\p{L}\p{N}]/u.test(block.text)) writer.blocks.push(block);
}

/** The term is said by the entry's heading; its section holds the description alone. */
export function pushEntries(writer: Writer, entries: readonly Entry[], { start, end }: PageNode): void {
  const items: Item[] = [];
  let text = '';
  for (const { term, description } of entries) {
    const mark = term === '' ? '- ' : description === '' ? `- ${term}` : `- ${term}: `;
    const line = `${text === '' ? '' : '\n'}${mark}`;
    const body = prefixLines(description, '', '  ');
    if (description !== '')
      items.push({
        headings: term === '' ? [] : [term],
        start: text.length + line.length,
        end: text.length + line.length + body.length,
      });
    text += line + body;
  }
  const areOwn = items.length > 0 && areEntries(entries.map(({ description }) => description));
  pushBlock(writer, { level: 0, text, start, end, ...(areOwn && { items: withCaption(items, writer) }) });
}

/** A list or table whose entries may stand for themselves. */
export function pushReference(writer: Writer, text: string, node: PageNode): void {
  const { start, end } = node;
  const items = itemsOf(text);
  pushBlock(writer, {
    level: 0,
    text,
    start,
    end,
    ...linksMark(node),
    ...(items && { items: withCaption(items, writer) }),
  });
}

/** `Table 4.1. List of ports` right above belongs to every row. */
function withCaption(items: readonly Item[], { blocks }: Writer): readonly Item[] {
  const caption = /^\*([^*\n]+)\*$/.exec(blocks.at(-1)?.text ?? '')?.[1];
  return caption === undefined ? items : items.map((item) => ({ ...item, headings: [caption, ...item.headings] }));
}
