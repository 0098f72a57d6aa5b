/**
 * Search by meaning over a snapshot: cosine with the stored vectors, exact in small segments and approximate in large
 * ones.
 */
import { usageError } from '../../core/errors.js';
import { blockedBy, isBlocked } from './filter.js';
import { REBUILD } from './manifest.js';
import type { Snapshot } from './snapshot.js';
import type { SparseHit } from './sparse.js';
import { topOf } from './top.js';
import type { Filter, IndexEntry } from './types.js';

export function checkDimensions(given: number, expected: number | null): void {
  if (expected === null || given === expected) return;
  throw usageError(
    `This index holds vectors of ${expected} dimensions, but the embedder gave ${given}. Use the embedder it was built with. ${REBUILD}`,
  );
}

/** The dimensions an index has once it holds these entries too. */
export function dimensionsWith(entries: readonly IndexEntry[], known: number | null): number | null {
  return entries.reduce((expected, { vector }) => {
    if (!vector) return expected;
    checkDimensions(vector.length, expected);
    return vector.length;
  }, known);
}

export type DenseQuery = { readonly vector: Float32Array; readonly k: number; readonly filter?: Filter | undefined };

export function searchDense({ manifest, segments }: Snapshot, { vector, k, filter }: DenseQuery): SparseHit[] {
  checkDimensions(vector.length, manifest.dimensions);
  const top = topOf(k);
  let first = 0;
  for (const segment of segments) {
    const base = first;
    const blocked = blockedBy(segment, filter);
    // A filter may leave only passages that the nearest clusters do not hold.
    segment.vectors?.search(vector, filter !== undefined, {
      threshold: top.threshold,
      accepts: (passage) => !isBlocked(blocked, passage),
      offer: (passage, similarity) => top.offer(base + passage, Math.fround(similarity)),
    });
    first += segment.info.passages;
  }
  return top.results();
}
