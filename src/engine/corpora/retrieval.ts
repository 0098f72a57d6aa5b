/**
 * How lists of words and of meaning are joined, by name. Which is the default, and by how much it won: docs/corpora.md.
 */
import { type Fuse, reciprocalRankFusion, weightedSum, zScoreSum } from '../../text/fuse.js';

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
