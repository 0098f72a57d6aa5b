/** How lists of words and of meaning are joined, by name. Which is the default, and by how much it won: docs/corpora.md. */
import { type Fuse, type Ranked, reciprocalRankFusion, weightedSum, zScoreSum } from '../../text/fuse.js';

export const FUSIONS = ['rrf', 'weighted', 'zscore'] as const;
export type Fusion = (typeof FUSIONS)[number];

export const DEFAULT_FUSION: Fusion = 'zscore';

const BY_NAME: Readonly<Record<Fusion, Fuse>> = {
  rrf: reciprocalRankFusion(),
  weighted: weightedSum({ weights: [0.5, 0.5] }),
  zscore: zScoreSum(),
};

export const fuseNamed = (fusion: Fusion): Fuse => BY_NAME[fusion];

/** As many as the reranker looks at: about a second on two cores. */
export const RERANKED = 20;

/** The top of the list again, its scores joined with the reranker's; what stands below keeps its order below it. */
export function withReranker<T extends Ranked>(hits: readonly T[], scores: readonly number[]): T[] {
  const top = hits.slice(0, scores.length);
  const reranked = top.map(({ id }, at) => ({ id, score: scores[at] as number })).sort((left, right) => right.score - left.score);
  const joined = zScoreSum()([top, reranked]);
  const byId = new Map(top.map((hit) => [hit.id, hit]));
  const last = joined.at(-1)?.score ?? 0;
  const below = hits.slice(scores.length).map((hit, at) => ({ ...hit, score: last - 1 - at }));
  return [...joined.map(({ id, score }) => ({ ...(byId.get(id) as T), score })), ...below];
}
