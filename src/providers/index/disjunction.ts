/**
 * Finds the best passages of an OR of terms without scoring them all: MaxScore in windows of passages, with the bounds
 * of blocks. In each window the terms that together cannot reach the k-th best score so far are looked up only for
 * passages that the others found.
 */
import { type Bits, hasBit } from './bits.js';
import { blockBound, type Field, type Similarity } from './bm25.js';
import { type Cursor, lastOfBlock, needFrequencies, nextBlock, seek } from './postings.js';
import type { Top } from './top.js';

/** A term, or a list of passages that were scored before (phrases, prefixes, groups). */
export type Leaf =
  | { readonly kind: 'term'; readonly cursor: Cursor; readonly weight: number; readonly field: Field }
  | { readonly kind: 'list'; readonly passages: Uint32Array; readonly scores: Float32Array };

export type Disjunction = {
  readonly leaves: readonly Leaf[];
  readonly passages: number;
  readonly lengths: Uint16Array;
  readonly measure: Similarity;
  /** Passages that must not be found: deleted, excluded, filtered out. */
  readonly blocked: Bits | undefined;
  /** Number of the segment's first passage among all. */
  readonly first: number;
};

const WINDOW = 2048;
const sums = new Float64Array(WINDOW);
const touched = new Uint32Array(WINDOW / 32);

type Part = {
  bound: number;
  /** The most this part can add to passages of `from` (inclusive) to `to` (exclusive). */
  boundIn(from: number, to: number): number;
  /** Adds the scores of all its passages in the window. */
  addAll(from: number, to: number): void;
  /** The score of one passage; passages are asked for in order. */
  scoreOf(passage: number): number;
};

function termPart(
  { cursor, weight, field }: Extract<Leaf, { kind: 'term' }>,
  measure: Similarity,
  lengths: Uint16Array,
): Part {
  const { base, slope, titleWeight } = measure;
  const bodyFactor = field === 'title' ? 0 : 1;
  const titleFactor = field === 'text' ? 0 : titleWeight;
  const score = (at: number, passage: number): number => {
    const frequency = cursor.bodies[at]! * bodyFactor + cursor.titles[at]! * titleFactor;
    return frequency === 0 ? 0 : (weight * frequency) / (frequency + base + slope * lengths[passage]!);
  };
  let shallow = 0;
  return {
    bound: 0,
    boundIn(from, to) {
      while (shallow < cursor.blocks && lastOfBlock(cursor, shallow) < from) shallow += 1;
      let most = 0;
      for (let block = shallow; block < cursor.blocks; block += 1) {
        most = Math.max(most, blockBound(measure, cursor, block));
        if (lastOfBlock(cursor, block) >= to - 1) break;
      }
      return most * weight;
    },
    addAll(from, to) {
      seek(cursor, from);
      while (cursor.passage < to) {
        needFrequencies(cursor);
        const { passages, size } = cursor;
        let at = cursor.at;
        for (; at < size && passages[at]! < to; at += 1) {
          const slot = passages[at]! - from;
          sums[slot]! += score(at, passages[at]!);
          touched[slot >>> 5]! |= 1 << (slot & 31);
        }
        if (at < size) {
          cursor.at = at;
          cursor.passage = passages[at]!;
        } else if (!nextBlock(cursor)) return;
      }
    },
    scoreOf(passage) {
      if (seek(cursor, passage) !== passage) return 0;
      needFrequencies(cursor);
      return score(cursor.at, passage);
    },
  };
}

function listPart({ passages, scores }: Extract<Leaf, { kind: 'list' }>): Part {
  const most = scores.reduce((highest, score) => Math.max(highest, score), 0);
  let at = 0;
  const skipTo = (passage: number): void => {
    while (at < passages.length && passages[at]! < passage) at += 1;
  };
  return {
    bound: 0,
    boundIn(from, to) {
      skipTo(from);
      return at < passages.length && passages[at]! < to ? most : 0;
    },
    addAll(from, to) {
      for (skipTo(from); at < passages.length && passages[at]! < to; at += 1) {
        const slot = passages[at]! - from;
        sums[slot]! += scores[at]!;
        touched[slot >>> 5]! |= 1 << (slot & 31);
      }
    },
    scoreOf(passage) {
      skipTo(passage);
      return passages[at] === passage ? scores[at]! : 0;
    },
  };
}

/** Sums in 64 bits differ in the last place by the order of adding; scores are rounded so that they do not. */
const rounded = Math.fround;
/** Bounds are raised by this share, so that rounding never loses a passage. */
const SLACK = 1 + 1e-6;

/** Parts in ascending order of bound, and the running sums of bounds. */
function arrange(parts: Part[], bounds: Float64Array, { from, to }: { from: number; to: number }): number {
  for (const part of parts) part.bound = part.boundIn(from, to) * SLACK;
  parts.sort((left, right) => left.bound - right.bound);
  let total = 0;
  parts.forEach((part, at) => {
    total += part.bound;
    bounds[at] = total;
  });
  return total;
}

export function searchDisjunction({ leaves, passages, lengths, measure, blocked, first }: Disjunction, top: Top): void {
  const parts = leaves.map((leaf) => (leaf.kind === 'term' ? termPart(leaf, measure, lengths) : listPart(leaf)));
  const bounds = new Float64Array(parts.length);

  /** The passage's whole score, or nothing where it cannot get in. */
  const complete = (passage: number, sum: number, optional: number): void => {
    let score = sum;
    for (let at = optional - 1; at >= 0; at -= 1) {
      if (score + bounds[at]! <= top.threshold()) return;
      score += parts[at]!.scoreOf(passage);
    }
    if (rounded(score) > top.threshold() && score > 0) top.offer(first + passage, rounded(score));
  };

  const visit = (from: number, optional: number): void => {
    for (let word = 0; word < touched.length; word += 1) {
      for (let bits = touched[word]!; bits !== 0; bits &= bits - 1) {
        const slot = (word << 5) + 31 - Math.clz32(bits & -bits);
        if (!blocked || !hasBit(blocked, from + slot)) complete(from + slot, sums[slot]!, optional);
      }
      touched[word] = 0;
    }
    sums.fill(0);
  };

  for (let from = 0; from < passages; from += WINDOW) {
    const to = Math.min(passages, from + WINDOW);
    if (arrange(parts, bounds, { from, to }) <= top.threshold()) continue;
    let optional = 0;
    while (optional < parts.length && bounds[optional]! <= top.threshold()) optional += 1;
    for (let at = optional; at < parts.length; at += 1) parts[at]!.addAll(from, to);
    visit(from, optional);
  }
}
