/**
 * The list of passages that hold a term: blocks of 128 with equal bit widths, and a table of blocks in front for
 * skipping and for score bounds. A block's bounds are two pairs (term frequency, length) that no posting in it beats,
 * so they hold for any k1 and b.
 */
import { pack, unpack, widthOf, wordsFor } from './packing.js';

export const BLOCK = 128;
/** Words per block in the table: last passage, start of the block, two bounds, start of its positions. */
const ENTRY = 5;
const MOST_FREQUENCY = 0xffff;

/** Postings of one term before encoding, in passage order. Arrays may be longer than `count`. */
export type PostingList = {
  count: number;
  readonly passages: Uint32Array;
  readonly bodies: Uint32Array;
  readonly titles: Uint32Array;
  /** Where the positions of each posting end, in bytes. */
  readonly positionEnds: Uint32Array;
};

export type Lengths = { readonly lengths: Uint16Array; readonly titleWeight: number };

const pairOf = (frequency: number, length: number): number =>
  ((Math.min(MOST_FREQUENCY, frequency) << 16) | length) >>> 0;

/**
 * The highest frequency with the shortest length that goes with it; then, among shorter passages, the same again with
 * the block's shortest length.
 */
function boundsOf(
  list: PostingList,
  { from, to }: { from: number; to: number },
  { lengths, titleWeight }: Lengths,
): [number, number] {
  let highest = 0;
  let itsLength = 0;
  let shortest = 0xffff;
  for (let at = from; at < to; at += 1) {
    const frequency = list.bodies[at]! + titleWeight * list.titles[at]!;
    const length = lengths[list.passages[at]!]!;
    if (frequency > highest || (frequency === highest && length < itsLength)) {
      highest = frequency;
      itsLength = length;
    }
    if (length < shortest) shortest = length;
  }
  let second = 0;
  for (let at = from; at < to; at += 1) {
    if (lengths[list.passages[at]!]! < itsLength)
      second = Math.max(second, list.bodies[at]! + titleWeight * list.titles[at]!);
  }
  return [pairOf(Math.ceil(highest), itsLength), pairOf(Math.ceil(second), shortest)];
}

const scratch = { gaps: new Uint32Array(BLOCK), bodies: new Uint32Array(BLOCK), titles: new Uint32Array(BLOCK) };

/** Fills the scratch arrays with one block and tells its widths. */
function prepare(list: PostingList, from: number, to: number): { gaps: number; bodies: number; titles: number } {
  for (let at = from; at < to; at += 1) {
    const before = at === 0 ? -1 : list.passages[at - 1]!;
    scratch.gaps[at - from] = list.passages[at]! - before - 1;
    scratch.bodies[at - from] = list.bodies[at]!;
    scratch.titles[at - from] = list.titles[at]!;
  }
  const count = to - from;
  return {
    gaps: widthOf(scratch.gaps, count),
    bodies: widthOf(scratch.bodies, count),
    titles: widthOf(scratch.titles, count),
  };
}

const growing = { words: new Uint32Array(1 << 12) };

function wordsOfSize(size: number): Uint32Array {
  if (growing.words.length < size) growing.words = new Uint32Array(size * 2);
  growing.words.fill(0, 0, size);
  return growing.words;
}

/** The encoded list; valid until the next call. */
export function encodePostings(list: PostingList, lengths: Lengths): Uint32Array {
  const blocks = Math.ceil(list.count / BLOCK);
  const words = wordsOfSize(blocks * (ENTRY + 1 + 3 * BLOCK + 3));
  let at = blocks * ENTRY;
  for (let block = 0; block < blocks; block += 1) {
    const from = block * BLOCK;
    const to = Math.min(list.count, from + BLOCK);
    const count = to - from;
    const widths = prepare(list, from, to);
    const [first, second] = boundsOf(list, { from, to }, lengths);
    words.set(
      [list.passages[to - 1]!, at, first, second, from === 0 ? 0 : list.positionEnds[from - 1]!],
      block * ENTRY,
    );
    words[at++] = widths.gaps | (widths.bodies << 8) | (widths.titles << 16);
    for (const part of ['gaps', 'bodies', 'titles'] as const) {
      pack(scratch[part], count, { words, at, bits: widths[part] });
      at += wordsFor(count, widths[part]);
    }
  }
  return words.subarray(0, at);
}

export const NO_MORE = 0xffffffff;

/** Moves through a list. Plain state and functions on it, because this is the innermost loop of every search. */
export type Cursor = {
  readonly words: Uint32Array;
  readonly count: number;
  readonly blocks: number;
  block: number;
  /** Postings in the current block, and where in it we are. */
  size: number;
  at: number;
  passage: number;
  hasFrequencies: boolean;
  readonly passages: Uint32Array;
  readonly bodies: Uint32Array;
  readonly titles: Uint32Array;
};

export function openCursor(words: Uint32Array, count: number): Cursor {
  const blocks = Math.ceil(count / BLOCK);
  const size = Math.min(BLOCK, count);
  const arrays = { passages: new Uint32Array(size), bodies: new Uint32Array(size), titles: new Uint32Array(size) };
  const cursor: Cursor = {
    words,
    count,
    blocks,
    block: -1,
    size: 0,
    at: 0,
    passage: NO_MORE,
    hasFrequencies: false,
    ...arrays,
  };
  loadBlock(cursor, 0);
  return cursor;
}

/** A cursor over a single posting, which the dictionary keeps itself. */
export function singleCursor(passage: number, body: number, title: number): Cursor {
  const one = { passages: Uint32Array.of(passage), bodies: Uint32Array.of(body), titles: Uint32Array.of(title) };
  return {
    words: new Uint32Array(0),
    count: 1,
    blocks: 1,
    block: 0,
    size: 1,
    at: 0,
    passage,
    hasFrequencies: true,
    ...one,
  };
}

export const lastOfBlock = (cursor: Cursor, block: number): number =>
  cursor.words.length === 0 ? cursor.passages[0]! : cursor.words[block * ENTRY]!;

/**
 * The two score bounds of a block as (frequency << 16 | length). A single posting has none stored: its own numbers are
 * exact.
 */
export const firstBound = (cursor: Cursor, block: number): number => cursor.words[block * ENTRY + 2]!;
export const secondBound = (cursor: Cursor, block: number): number => cursor.words[block * ENTRY + 3]!;
export const positionsOfBlock = (cursor: Cursor, block: number): number =>
  cursor.words.length === 0 ? 0 : cursor.words[block * ENTRY + 4]!;

function loadBlock(cursor: Cursor, block: number): void {
  const { words, passages } = cursor;
  const start = words[block * ENTRY + 1]!;
  const size = block === cursor.blocks - 1 ? cursor.count - block * BLOCK : BLOCK;
  unpack(words, { at: start + 1, bits: words[start]! & 255, count: size }, passages);
  let passage = block === 0 ? -1 : words[(block - 1) * ENTRY]!;
  for (let at = 0; at < size; at += 1) {
    passage += passages[at]! + 1;
    passages[at] = passage;
  }
  cursor.block = block;
  cursor.size = size;
  cursor.at = 0;
  cursor.passage = passages[0]!;
  cursor.hasFrequencies = false;
}

/** Decodes the frequencies of the current block, once. */
export function needFrequencies(cursor: Cursor): void {
  if (cursor.hasFrequencies) return;
  const { words, size } = cursor;
  const start = words[cursor.block * ENTRY + 1]!;
  const header = words[start]!;
  const bodies = (header >>> 8) & 255;
  const at = start + 1 + wordsFor(size, header & 255);
  unpack(words, { at, bits: bodies, count: size }, cursor.bodies);
  unpack(words, { at: at + wordsFor(size, bodies), bits: (header >>> 16) & 255, count: size }, cursor.titles);
  cursor.hasFrequencies = true;
}

/** Moves to the next block; false at the end. */
export function nextBlock(cursor: Cursor): boolean {
  if (cursor.block + 1 >= cursor.blocks) {
    cursor.passage = NO_MORE;
    cursor.at = cursor.size;
    return false;
  }
  loadBlock(cursor, cursor.block + 1);
  return true;
}

/** Moves to the first passage at or after `target` and returns it. */
export function seek(cursor: Cursor, target: number): number {
  if (cursor.passage >= target) return cursor.passage;
  if (lastOfBlock(cursor, cursor.block) < target) {
    let block = cursor.block + 1;
    while (block < cursor.blocks && lastOfBlock(cursor, block) < target) block += 1;
    if (block >= cursor.blocks) {
      cursor.passage = NO_MORE;
      cursor.block = cursor.blocks - 1;
      cursor.at = cursor.size;
      return NO_MORE;
    }
    loadBlock(cursor, block);
  }
  const { passages } = cursor;
  let low = cursor.at;
  let high = cursor.size - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passages[middle]! < target) low = middle + 1;
    else high = middle;
  }
  cursor.at = low;
  cursor.passage = passages[low]!;
  return cursor.passage;
}

/** The next passage after the current one. */
export function advance(cursor: Cursor): number {
  if (cursor.at + 1 < cursor.size) {
    cursor.at += 1;
    cursor.passage = cursor.passages[cursor.at]!;
    return cursor.passage;
  }
  nextBlock(cursor);
  return cursor.passage;
}
