/**
 * Words of the index within a few edits of a word. Looks at all of them: fuzzy search is rare, and the dictionary is
 * small beside the text.
 */
import { editDistance } from '../../text/edit-distance.js';
import { termKey } from './dictionary.js';
import type { Segment } from './segment.js';

/** As many words as Lucene takes by default. */
const MOST_EXPANSIONS = 50;

export type Near = { readonly key: string; readonly distance: number };

/**
 * With `shared`, only words that begin with as many of the same letters: a part of the dictionary instead of all of it.
 */
export function fuzzyTerms(
  segments: readonly Segment[],
  term: string,
  { edits, shared = 0 }: { edits: number; shared?: number },
): Near[] {
  const found = new Map<string, { distance: number; count: number }>();
  const kind = termKey('');
  const prefix = kind + term.slice(0, shared);
  for (const segment of segments) {
    for (const { key, info } of segment.dictionary.from(prefix)) {
      if (!key.startsWith(prefix)) break;
      const distance = editDistance(term, key.slice(kind.length), edits);
      if (distance <= edits) found.set(key, { distance, count: (found.get(key)?.count ?? 0) + info.count });
    }
  }
  const nearest = [...found].sort(([, left], [, right]) => left.distance - right.distance || right.count - left.count);
  return nearest.slice(0, MOST_EXPANSIONS).map(([key, { distance }]) => ({ key, distance }));
}

/**
 * Words of the index that begin or end with this one, the commonest first: how German and Dutch build words. Looks at
 * all of them, too.
 */
export function compoundsOf(segments: readonly Segment[], part: string, most: number): string[] {
  const counts = new Map<string, number>();
  const kind = termKey('');
  for (const segment of segments) {
    for (const { key, info } of segment.dictionary.from(kind)) {
      if (!key.startsWith(kind)) break;
      if (key.endsWith(part) || key.startsWith(part, kind.length)) counts.set(key, (counts.get(key) ?? 0) + info.count);
    }
  }
  const common = [...counts].sort(([, left], [, right]) => right - left);
  return common.slice(0, most).map(([key]) => key);
}
