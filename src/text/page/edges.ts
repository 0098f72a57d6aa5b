/**
 * Lines around the text that are not of it, judged after rendering, where it is known what comes first and last:
 * bylines and dates above the first paragraph; authors' lives, calls to follow or comment below the last one; words of
 * controls anywhere.
 */
import { isAboutAuthor, isByline } from './authors.js';
import { type Block, deepestSectionLevel } from './blocks.js';
import { isClosing, isControl, isDated, isEndingHeading } from './edge-phrases.js';
import { phraseKind } from './phrases.js';

export type TrimmedPage = { readonly blocks: readonly Block[]; readonly dropped: ReadonlyMap<string, number> };

/** A block like this is text: what comes before the first of them is above the text. */
const minProseCharacters = 100;

/** `title` is that of the page, `authors` are those it declares. */
export type AboutPage = { readonly title: string; readonly authors: readonly string[] };

export function trimEdges(blocks: readonly Block[], page: AboutPage): TrimmedPage {
  const dropped = new Map<string, number>();
  const drop = (kind: string, { text }: Block) => dropped.set(kind, (dropped.get(kind) ?? 0) + text.length);
  const firstProse = blocks.findIndex(
    ({ level, text }) => level === 0 && text.length >= minProseCharacters && /[.!?。]/.test(text),
  );
  const end = endOfText(blocks, firstProse, page);
  const kept = blocks.filter((block, index) => {
    const kind = block.level === 1 ? '' : index >= end ? 'below the text' : kindOf(block, index < firstProse, page);
    if (kind !== '') drop(kind, block);
    return kind === '';
  });
  return kept.some(({ level }) => level === 0) ? { blocks: kept, dropped } : { blocks, dropped: new Map() };
}

/** Tables, lists, quotes and code are never lines about the page. */
function isStructured({ level, text }: Block): boolean {
  return level === 0 && /^(\||- |\d+\. |> |```)/.test(text);
}

function kindOf(block: Block, isAbove: boolean, { authors }: AboutPage): string {
  const { level, text } = block;
  if (isAbove && (isDated(text) || isByline(text, authors))) return 'page data';
  if (isStructured(block)) return '';
  if (level > 0) return '';
  if (isControl(text)) return 'page tools';
  return text.length <= maxPhraseCharacters && !text.includes('\n') ? phraseKind(text) : '';
}

const maxPhraseCharacters = 200;

/**
 * The place after the last block that is text: headings such as `Related articles` with all below them, and lines about
 * author, site or page.
 */
function endOfText(blocks: readonly Block[], firstProse: number, page: AboutPage): number {
  if (firstProse < 0) return blocks.length;
  let end = endingSections(blocks, firstProse);
  const limit = Math.max(firstProse + 1, end - maxClosingBlocks);
  while (end > limit && (isBelow(blocks, end - 1, page) || isLabel(blocks, end - 1))) end--;
  return end;
}

const maxLabelCharacters = 60;

/** `Around the Web:`, a line that is no sentence, right above links that are below the text. */
function isLabel(blocks: readonly Block[], index: number): boolean {
  const { level, text } = blocks[index]!;
  return (
    level === 0 &&
    blocks[index + 1]?.isLinks === true &&
    text.length <= maxLabelCharacters &&
    !/[.!?。！？]["'”’)]*$/.test(text)
  );
}

/** Lines below a text are few; on a page of nothing else they are the text. */
const maxClosingBlocks = 30;

/**
 * Where the last section, or some last sections, are of the kind that comes below a text, the place where they begin.
 * Headings inside them are deeper.
 */
function endingSections(blocks: readonly Block[], firstProse: number): number {
  let end = blocks.length;
  let highest = deepestSectionLevel + 1;
  for (let index = blocks.length - 1; index > firstProse; index--) {
    const { level, text } = blocks[index]!;
    if (level === 0) continue;
    const isEnding = isEndingHeading(text);
    if (isEnding && level < highest + 1) end = index;
    if (!isEnding) highest = Math.min(highest, level - 1);
    if (highest < 2) break;
  }
  return end;
}

/** Text this many times as long stands above links that are below it; a page of links is their list. */
const minTextAboveLinks = 3;

/** Titles of other articles, tags, galleries: nothing but links from here to the end. */
function isLinksBelow(blocks: readonly Block[], index: number): boolean {
  if (blocks[index]!.isLinks !== true) return false;
  const lengthOf = (isOfLinks: boolean) =>
    blocks.reduce(
      (sum, { level, text, isLinks = false }) => (level === 0 && isLinks === isOfLinks ? sum + text.length : sum),
      0,
    );
  return lengthOf(false) >= minTextAboveLinks * lengthOf(true);
}

const minTitleCharacters = 20;
const maxSiteCharacters = 30;

function isBelow(blocks: readonly Block[], index: number, page: AboutPage): boolean {
  const block = blocks[index]!;
  if (block.level > 0 || isLinksBelow(blocks, index)) return true;
  if (isStructured(block)) return false;
  const { text } = block;
  const { title, authors } = page;
  if (title.length >= minTitleCharacters && text.startsWith(title) && text.length <= title.length + maxSiteCharacters)
    return true;
  const isKnown = (name: string) => blocks.slice(0, index).some((other) => other.text.includes(name));
  return (
    isClosing(text, isKnown) ||
    isAboutAuthor(text, authors, isKnown) ||
    isDated(text) ||
    kindOf(block, false, page) !== ''
  );
}
