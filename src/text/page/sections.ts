/**
 * Blocks to the document's text and its sections: heading paths, empty headings dropped, overlong bodies split at
 * paragraphs. An entry of a reference (a definition, a row) is a section of its own under its term: what is said of its
 * neighbour is never said of it.
 */
import type { Section } from '../../core/data.js';
import { type Block, deepestSectionLevel, type Item, joinPlaces, type Place, placeText, shortTitle } from './blocks.js';
import { withoutFieldEntries } from './field-lists.js';
import { withRowHeadings } from './row-headings.js';

/** About 400 to 500 tokens: a section a small model can judge at once. */
export const defaultMaxSectionCharacters = 2000;

export type SectionedText = { readonly text: string; readonly sections: readonly Section[] };

type OpenSection = {
  headings: readonly string[];
  start: number;
  end: number;
  raw: { start: number; end: number };
  place: Place | undefined;
  /** All its blocks are. */
  isLinks: boolean;
};

export function toSections(blocks: readonly Block[], maxCharacters = defaultMaxSectionCharacters): SectionedText {
  const limit = Math.max(200, maxCharacters);
  const path: { level: number; title: string }[] = [];
  const spans: OpenSection[] = [];
  // The text is joined once at the end: slicing a text that still grows copies it every time.
  const pieces: string[] = [];
  let length = 0;
  let current: OpenSection | undefined;
  const write = (piece: string) => {
    pieces.push(piece);
    length += piece.length;
  };
  const openSection = (raw: Block, below: readonly string[] = []): OpenSection => {
    const headings = [...path.map(({ title }) => title), ...below];
    const section = {
      headings,
      start: length,
      end: length,
      raw: { start: raw.start, end: raw.end },
      place: raw.place,
      isLinks: raw.isLinks === true,
    };
    spans.push(section);
    return section;
  };
  /** What lies between the entries (terms, a header row) is text but no section: their headings say it. */
  const writeItems = (block: Block, items: readonly Item[]) => {
    let written = 0;
    for (const { headings, start, end, place } of items) {
      write(block.text.slice(written, start));
      for (const [at, piece] of cutOverlong(block.text.slice(start, end), limit).entries()) {
        if (at > 0) write('\n');
        const section = openSection(block, headings);
        if (place !== undefined) section.place = place;
        write(piece);
        section.end = length;
      }
      written = end;
    }
    write(block.text.slice(written));
  };

  for (const block of withoutFieldEntries(withRowHeadings(dropEmptyHeadings(blocks).flatMap(withShortHeading)))) {
    let separator = length === 0 ? '' : '\n\n';
    if (block.level > 0 && block.level <= deepestSectionLevel) {
      while (path.length > 0 && path[path.length - 1]!.level >= block.level) path.pop();
      path.push({ level: block.level, title: block.text });
      write(`${separator}${'#'.repeat(block.level)} ${block.text}`);
      current = undefined;
      continue;
    }
    if (block.items !== undefined) {
      write(separator);
      writeItems(block, block.items);
      current = undefined;
      continue;
    }
    for (const piece of cutOverlong(block.level > 0 ? `**${block.text}**` : block.text, limit)) {
      if (current !== undefined && length + separator.length + piece.length - current.start > limit)
        current = undefined;
      write(separator);
      current ??= openSection(block);
      write(piece);
      current.end = length;
      current.place = joinPlaces(current.place, block.place);
      current.isLinks &&= block.isLinks === true;
      current.raw = { start: Math.min(current.raw.start, block.start), end: Math.max(current.raw.end, block.end) };
      separator = '\n';
    }
  }
  const text = pieces.join('');
  return {
    text,
    sections: spans.map(({ place, isLinks, ...span }) => {
      const own = text.slice(span.start, span.end);
      return {
        ...span,
        text: own,
        ...(place && { location: placeText(place) }),
        ...(isLinks && isOfTitles(own) && { isLinks }),
      };
    }),
  };
}

/** Names are shorter: a list of films is content, though each of them is a link. */
const shortestTitle = 40;

function isOfTitles(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.reduce((sum, line) => sum + line.length, 0) >= shortestTitle * lines.length;
}

/**
 * A heading is kept when body text or a deeper heading that is kept follows. Where there is nothing but headings, they
 * are the text.
 */
function dropEmptyHeadings(blocks: readonly Block[]): Block[] {
  if (blocks.every(({ level }) => level > 0)) return blocks.map((block) => ({ ...block, level: 0 }));
  const kept: Block[] = [];
  let next: Block | undefined;
  for (let index = blocks.length - 1; index >= 0; index--) {
    const block = blocks[index]!;
    const isEmpty = block.level > 0 && (next === undefined || (next.level > 0 && next.level <= block.level));
    if (isEmpty || block.text === '') continue;
    kept.push(block);
    next = block;
  }
  return kept.reverse();
}

/**
 * A page may put a whole text into a heading: the text is kept, the heading is cut, since every section below and every
 * prompt carries it.
 */
function withShortHeading(block: Block): Block[] {
  const text = shortTitle(block.text);
  if (block.level === 0 || text === block.text) return [block];
  return [
    { ...block, text },
    { ...block, level: 0 },
  ];
}

/** Cuts a block that is longer than a section at line ends, else at sentence ends, else at spaces, else anywhere. */
function cutOverlong(text: string, limit: number): string[] {
  if (text.length <= limit) return [text];
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > limit) {
    const cut = start + cutPoint(text.slice(start, start + limit), limit);
    const piece = text.slice(start, cut).trimEnd();
    if (piece !== '') pieces.push(piece);
    start = cut;
    while (text[start] === ' ' || text[start] === '\n') start++;
  }
  if (start < text.length) pieces.push(text.slice(start));
  return pieces;
}

function cutPoint(window: string, limit: number): number {
  const line = window.lastIndexOf('\n');
  if (line > limit / 2) return line;
  const sentence = Math.max(
    window.lastIndexOf('. '),
    window.lastIndexOf('? '),
    window.lastIndexOf('! '),
    window.lastIndexOf('。'),
  );
  if (sentence > limit / 2) return sentence + 1;
  const space = window.lastIndexOf(' ');
  if (space > limit / 2) return space;
  const splitsPair = /[\uD800-\uDBFF]$/.test(window);
  return splitsPair ? limit - 1 : limit;
}
