/** Retrieval (section 2.2): which searches a query takes, how their lists become one, and each document once. */
import type { Passage } from '../../core/data.js';
import { type Stage, stage } from '../../core/stage.js';
import type { PassageList, PassageSearch } from '../../stages/retrieve-passages.js';
import { reciprocalRankFusion } from '../../text/fuse.js';
import type { GRagOptions } from './options.js';

/** A query, how it is searched, and how many passages it may bring. */
export type RankingRequest = {
  readonly query: string;
  readonly ranker: GRagOptions['firstRanker'];
  readonly documents: number;
};

export type ToAsk = { readonly queries: readonly string[]; readonly imagined: string | undefined };

/**
 * The hypothetical answer is one more query; all share out the documents evenly, rounded down (50 for 2 queries: 25
 * each).
 */
export function askingsFor(
  { queries, imagined }: ToAsk,
  { firstRanker, hyde, initialDocuments }: GRagOptions,
): RankingRequest[] {
  const asked = queries.map((query) => ({ query, ranker: firstRanker }));
  const all =
    imagined === undefined
      ? asked
      : [...asked, { query: imagined, ranker: hyde === 'dense' ? ('embedding' as const) : firstRanker }];
  const documents = Math.max(1, Math.floor(initialDocuments / all.length));
  return all.map((asking) => ({ ...asking, documents }));
}

/** Meaning before words, as the public code lists them. */
export function searchesFor(
  { query, ranker, documents }: RankingRequest,
  { fusionDepth }: Pick<GRagOptions, 'fusionDepth'>,
): PassageSearch[] {
  if (ranker === 'keywords') return [{ query, mode: 'sparse', limit: documents }];
  if (ranker === 'embedding') return [{ query, mode: 'dense', limit: documents }];
  const limit = ranker === 'both_concat' ? Math.max(1, Math.floor(documents / 2)) : Math.max(fusionDepth, documents);
  return [
    { query, mode: 'dense', limit },
    { query, mode: 'sparse', limit },
  ];
}

/** Ranks joined by 1 / (60 + rank), ties by id; or one list after the other. */
export function joinLists(lists: readonly PassageList[], { ranker, documents }: RankingRequest): PassageList {
  if (ranker !== 'both_fusion') return lists.flat();
  const byId = new Map(lists.flat().map((passage) => [passage.id, passage]));
  const fused = reciprocalRankFusion()(lists).slice(0, documents);
  return fused.flatMap(({ id, score }) => ({ ...byId.get(id), score }) as PassageList[number]);
}

/**
 * A document counts for the query that brings it first, with the passage that comes first; the public code does so and
 * the paper does not say it.
 */
export function onceEach(lists: readonly PassageList[], keyOf: (passage: Passage) => string): PassageList[] {
  const seen = new Set<string>();
  return lists.map((list) =>
    list.filter((passage) => {
      const key = keyOf(passage);
      return !seen.has(key) && seen.add(key);
    }),
  );
}

export type Rankings = { readonly askings: readonly RankingRequest[]; readonly lists: readonly PassageList[] };

/**
 * One list per query out of the lists of its searches, in the order of `searchesFor`. On pages of many sections the
 * first passage found is often not the one that answers (experiments/g-rag.yaml), so each passage is kept unless the
 * public code's way is asked for.
 */
export function joinRankings(options: GRagOptions): Stage<Rankings, PassageList[]> {
  const byDocument = options.documentsOnce === 'always';
  return stage('join-rankings', async ({ askings, lists }, run) => {
    let next = 0;
    const joined = askings.map((asking) => {
      const own = lists.slice(next, next + searchesFor(asking, options).length);
      next += own.length;
      return joinLists(own, asking);
    });
    const kept = onceEach(joined, ({ id, source }) => (byDocument ? source.id : id));
    const ids = new Set(kept.flat().map(({ id }) => id));
    const left = new Set(lists.flat().flatMap(({ id }) => (ids.has(id) ? [] : [id])));
    for (const id of left)
      run.emit({ type: 'dropped', what: 'section', id, reason: 'ranked too low, or its document is there already' });
    return kept;
  });
}
