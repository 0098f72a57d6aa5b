/**
 * Leaves out what says the same again: ChunkRAG's redundancy removal (arXiv:2410.19572, Algorithm 1, lines 4 to 10).
 */
import { countTerms } from './lexical.js';
import { terms } from './terms.js';
import { cosine, type Vector } from './vectors.js';

/** How alike two items are, by their places. */
export type Similarity = (left: number, right: number) => number;

/** `repeats` is the place of the kept item that this one is most like. */
export type RepeatedItem = { readonly at: number; readonly repeats: number; readonly similarity: number };

export type Distinct = { readonly kept: readonly number[]; readonly repeated: readonly RepeatedItem[] };

/** The paper's example value for lambda. */
export const REDUNDANT_ABOVE = 0.9;

/**
 * Greedy and in order: an item stays unless it is more like one that stays than `above`. What stands first therefore
 * always stays.
 */
export function distinct(count: number, similarity: Similarity, above = REDUNDANT_ABOVE): Distinct {
  const kept: number[] = [];
  const repeated: RepeatedItem[] = [];
  for (let at = 0; at < count; at += 1) {
    const likest = kept.reduce<RepeatedItem | undefined>((best, other) => {
      const found = similarity(at, other);
      return best && best.similarity >= found ? best : { at, repeats: other, similarity: found };
    }, undefined);
    if (likest && likest.similarity > above) repeated.push(likest);
    else kept.push(at);
  }
  return { kept, repeated };
}

export function byVectors(vectors: readonly Vector[]): Similarity {
  return (left, right) => cosine(vectors[left] as Vector, vectors[right] as Vector);
}

/** Cosine of term counts: what there is without an embedder. Texts without a term are like nothing. */
export function byWords(texts: readonly string[]): Similarity {
  const bags = texts.map((text) => countTerms(terms(text)));
  const lengths = bags.map((bag) => Math.hypot(...bag.values()));
  return (left, right) => {
    const other = bags[right] as Map<string, number>;
    let shared = 0;
    for (const [term, count] of bags[left] as Map<string, number>) shared += count * (other.get(term) ?? 0);
    return shared === 0 ? 0 : shared / ((lengths[left] as number) * (lengths[right] as number));
  };
}

/** Mean over all pairs of the given places; `null` where there is no pair. */
export function meanSimilarity(places: readonly number[], similarity: Similarity): number | null {
  let [sum, pairs] = [0, 0];
  places.forEach((left, at) => {
    for (const right of places.slice(at + 1)) {
      sum += similarity(left, right);
      pairs += 1;
    }
  });
  return pairs === 0 ? null : sum / pairs;
}
