/**
 * Blocks are what every format is turned into first: headings and stretches of markdown, each with its place in the raw
 * page.
 */

/**
 * An entry of a reference, such as a setting, an option or a row of a table. `start` and `end` are places in its
 * block's text.
 */
export type Item = {
  /** What is looked up: the term, below the names of the columns where it is a row. */
  readonly headings: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly place?: Place;
};

/**
 * Where a reader of the file finds it. Pages, slides, lines and cells have numbers, a film has times, a sheet ranges.
 */
export type Place = {
  readonly unit: 'page' | 'slide' | 'line' | 'cell' | 'range' | 'time' | 'message';
  readonly first: string;
  readonly last: string;
};

/** "page 3", "lines 10-14", "cells A2:F9", "00:01:10-00:01:45". */
export function placeText({ unit, first, last }: Place): string {
  if (unit === 'range') return `cells ${first}:${last}`;
  const span = first === last ? first : `${first}-${last}`;
  if (unit === 'time') return span;
  return `${unit}${first === last ? '' : 's'} ${span}`;
}

export function joinPlaces(one: Place | undefined, other: Place | undefined): Place | undefined {
  if (one === undefined || other === undefined || one.unit !== other.unit) return one ?? other;
  return { ...one, last: other.last };
}

export type Block = {
  /** 1 to 6 for a heading; 0 for body text. */
  readonly level: number;
  /** Markdown for body text; the bare title for a heading. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Where the block is a list of entries that stand for themselves: each becomes a section of its own. */
  readonly items?: readonly Item[];
  readonly place?: Place;
  /** It is made of links to other pages. */
  readonly isLinks?: boolean;
};

/** Headings down to this level open a section; deeper ones stay in the body as bold lines. */
export const deepestSectionLevel = 4;

/** `- first` with the following lines indented, for lists and quotes. */
export function prefixLines(text: string, first: string, rest: string): string {
  return first + text.replaceAll('\n', `\n${rest}`).replace(/(?<![ \t])[ \t]+$/gm, '');
}

/** Body text of some blocks as one text; headings become bold lines. */
export function joinBlocks(blocks: readonly Block[], separator: string): string {
  return blocks.map(({ level, text }) => (level > 0 ? `**${text}**` : text)).join(separator);
}

/** Every section, prompt and citation carries the title; a headline as long as this is none (metadata.ts). */
const longestTitle = 300;

export function shortTitle(title: string): string {
  if (title.length <= longestTitle) return title;
  return `${title
    .slice(0, longestTitle - 3)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}...`;
}
