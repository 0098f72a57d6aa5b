/**
 * Joins ranked lists into one. Every method is generic over `{ id, score }`; equal scores are ordered by id, so the
 * result is always the same.
 */
import { type Spread, spreadOf, zScore } from './stats/moments.js';

export type RankedItem = { readonly id: string; readonly score: number };

/** A way to join lists, best first in each; lists may lack items. */
export type Fuse = (lists: readonly (readonly RankedItem[])[]) => RankedItem[];

/** Cormack, Clarke and Büttcher (SIGIR 2009) found 60 and every tool since has kept it. */
const RECIPROCAL_RANK_K = 60;

const byIds = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

function sorted(sums: ReadonlyMap<string, number>): RankedItem[] {
  const all = Array.from(sums, ([id, score]) => ({ id, score }));
  return all.sort((left, right) => right.score - left.score || byIds(left.id, right.id));
}

function addUp(
  lists: readonly (readonly RankedItem[])[],
  share: (item: RankedItem, place: { rank: number; list: number }) => number,
): RankedItem[] {
  const sums = new Map<string, number>();
  lists.forEach((items, list) => {
    const seen = new Set<string>();
    for (const item of items) {
      if (seen.has(item.id)) continue; // an item named twice in one list counts once, at its best rank
      seen.add(item.id);
      sums.set(item.id, (sums.get(item.id) ?? 0) + share(item, { rank: seen.size, list }));
    }
  });
  return sorted(sums);
}

/** Sum of 1 / (k + rank), ranks from 1. Looks at ranks only, so the lists' scores need not be comparable. */
export function reciprocalRankFusion({
  k = RECIPROCAL_RANK_K,
  weights = [],
}: {
  k?: number;
  weights?: readonly number[];
} = {}): Fuse {
  return (lists) => addUp(lists, (_, { rank, list }) => (weights[list] ?? 1) / (k + rank));
}

export type Normalisation = 'min-max' | 'max';

function scale(items: readonly RankedItem[], normalisation: Normalisation): (score: number) => number {
  const scores = items.map(({ score }) => score);
  const highest = scores.reduce((best, score) => Math.max(best, score), Number.NEGATIVE_INFINITY);
  const lowest =
    normalisation === 'max' ? 0 : scores.reduce((worst, score) => Math.min(worst, score), Number.POSITIVE_INFINITY);
  return (score) => (highest > lowest ? (score - lowest) / (highest - lowest) : score >= highest ? 1 : 0);
}

/**
 * Weighted sum of normalised scores; an item missing from a list gets 0 for it. ChunkRAG (section 3) joins BM25 and
 * cosine 0.5 to 0.5.
 */
export function weightedSum({
  weights,
  normalisation = 'min-max',
}: {
  weights?: readonly number[];
  normalisation?: Normalisation;
} = {}): Fuse {
  return (lists) => {
    const scales = lists.map((items) => scale(items, normalisation));
    return addUp(lists, ({ score }, { list }) => (weights?.[list] ?? 1 / lists.length) * scales[list]!(score));
  };
}

function scaleOf(items: readonly RankedItem[]): Spread & { readonly lowest: number } {
  const scores = items.map(({ score }) => score);
  return {
    ...spreadOf(scores),
    lowest: scores.reduce((least, score) => Math.min(least, score), Number.POSITIVE_INFINITY),
  };
}

/**
 * What a list lacks, added to it. A list shorter than the longest was not cut off: it had nothing for what it lacks,
 * which is a score of 0 (BM25 for a passage without a word of the query). A list whose scores are all the same tells by
 * nothing but who is in it. Without this the z-score of the only item in a list is 0, as if it were not there. Any
 * other list may have been cut off, and is left as it is.
 */
function completed(lists: readonly (readonly RankedItem[])[]): (readonly RankedItem[])[] {
  const longest = Math.max(...lists.map((items) => items.length));
  const ids = new Set(lists.flat().map(({ id }) => id));
  return lists.map((items) => {
    const { deviation, lowest } = scaleOf(items);
    if (items.length === longest && deviation > 0) return items;
    const known = new Set(items.map(({ id }) => id));
    const missing = [...ids].filter((id) => !known.has(id));
    return [...items, ...missing.map((id) => ({ id, score: Math.min(0, lowest) }))];
  });
}

/**
 * Sum of z-scores. An item missing from a list that was cut off is taken to be as bad as its last item: it was
 * outranked by all of them.
 */
export function zScoreSum({ weights = [] }: { weights?: readonly number[] } = {}): Fuse {
  return (given) => {
    const lists = completed(given);
    const spreads = lists.map(scaleOf);
    const floors = spreads.map((spread, list) =>
      lists[list]!.length === 0 ? 0 : (weights[list] ?? 1) * zScore(spread.lowest, spread),
    );
    const atWorst = floors.reduce((sum, floor) => sum + floor, 0);
    const gains = addUp(
      lists,
      ({ score }, { list }) => (weights[list] ?? 1) * zScore(score, spreads[list]!) - floors[list]!,
    );
    return gains.map(({ id, score }) => ({ id, score: score + atWorst }));
  };
}

/**
 * The list by meaning with those from the list by words that have no vector yet, each with the score that stands at its
 * place there: they are neither preferred nor put behind for what is not known of them (docs/corpora.md).
 */
export function withStandIns(
  [words, meaning]: readonly [readonly RankedItem[], readonly RankedItem[]],
  isPending: (id: string) => boolean,
): [readonly RankedItem[], readonly RankedItem[]] {
  const last = meaning.at(-1);
  if (!last) return [words, meaning];
  const standIns = words.flatMap(({ id }, rank) =>
    isPending(id) ? [{ id, score: (meaning[rank] ?? last).score }] : [],
  );
  return [words, [...meaning, ...standIns].sort((left, right) => right.score - left.score)];
}

/** The first of each list, the second of each list, and so on: no list's last item stands before another's first. */
export function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = lists.reduce((most, list) => Math.max(most, list.length), 0);
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat();
}

/** The top of the list again, its scores joined with the reranker's; what stands below keeps its order below it. */
export function withReranker<T extends RankedItem>(hits: readonly T[], scores: readonly number[]): T[] {
  const top = hits.slice(0, scores.length);
  const reranked = top
    .map(({ id }, at) => ({ id, score: scores[at] as number }))
    .sort((left, right) => right.score - left.score);
  const joined = zScoreSum()([top, reranked]);
  const byId = new Map(top.map((hit) => [hit.id, hit]));
  const last = joined.at(-1)?.score ?? 0;
  const below = hits.slice(scores.length).map((hit, at) => ({ ...hit, score: last - 1 - at }));
  return [...joined.map(({ id, score }) => ({ ...(byId.get(id) as T), score })), ...below];
}
