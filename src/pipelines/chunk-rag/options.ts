/** The switches of ChunkRAG. What the paper leaves open is an option with a default of ours (README.md says which). */
import { z } from 'zod';
import { choice, decimal, flag, wholeNumber } from '../../core/option.js';

const share = z.number().min(0).max(1);
const weight = z.number().min(0);

export const chunkRagOptions = z.strictObject({
  rewrite: flag(true, 'rewrite the question for the search; off: search it as it is'),
  retrieval: choice(['hybrid', 'sparse', 'dense'], 'hybrid', 'BM25 and embeddings together, or one of them'),
  fusion: choice(
    ['weighted', 'rrf', 'zscore'],
    'weighted',
    'how the lists of words and of meaning are joined: scores 0.5 to 0.5 as the paper, or ranks, or z-scores',
  ),
  passages: wholeNumber([1, 100], 10, 'passages retrieved from the corpus'),
  chunk: choice(
    ['semantic', 'as-ingested'],
    'semantic',
    'cut passages where the meaning turns, or take them as they were ingested',
  ),
  cutBy: choice(
    ['percentile', 'similarity'],
    'percentile',
    'cut at the sharpest turns of what was found, or wherever neighbours are less alike than cutBelow, as the paper does',
  ),
  cutPercentile: decimal([0, 100], 90, 'turns sharper than this share of all turns are cut'),
  cutBelow: share
    .default(0.8)
    .describe("the paper's threshold; with the bundled embedder it makes nearly every sentence a chunk"),
  chunkCharacters: z.number().int().min(50).default(500).describe('chunks are shorter than this'),
  chunks: wholeNumber([1, 500], 24, 'chunks that are judged at most, best first by words and meaning'),
  bm25Weight: share.default(0.5).describe('weight of words in the order of the chunks; meaning has the rest'),
  tfIdfAtLeast: share.default(0).describe('drop chunks less like the query than this by TF-IDF; 0 is off'),
  redundantAbove: share.default(0.9).describe('drop a chunk that is more like a better one than this; 1 keeps all'),
  scoring: choice(
    ['batched', 'per-chunk', 'off'],
    'batched',
    'many chunks a call, or three calls for each chunk as the paper; off: every chunk is kept',
  ),
  batch: wholeNumber([1, 50], 8, 'chunks in one call when scoring is batched'),
  reflect: flag(true, 'let the model look at its scores again'),
  critic: flag(true, 'a critic with rules of consistency, such as dates that do not fit'),
  weights: z
    .tuple([weight, weight, weight])
    .refine((weights) => weights.some((one) => one > 0), 'one of the weights must be above 0')
    .default([1, 1, 1])
    .describe('weights of score, reflected score and critic in the final score'),
  threshold: choice(
    ['dynamic', 'mean', 'model'],
    'dynamic',
    'the mean, raised by the deviation where scores lie close; always the mean; or what the model proposes',
  ),
  epsilon: z.number().min(0).default(0.01).describe('variance below which scores lie close'),
  keepBest: wholeNumber(
    [0, 20],
    3,
    'chunks, best by words and meaning, that a model cannot filter out; 0: as the paper',
  ),
  keepAtLeast: wholeNumber([1, 50], 1, 'chunks kept however low they score'),
  rerank: flag(true, 'order what is left by the reranker; off: by score'),
  arrange: choice(
    ['best-first', 'best-at-ends'],
    'best-first',
    'order in which a model reads the chunks; best-at-ends puts the weakest in the middle',
  ),
  abstain: flag(true, 'let the writer say that the chunks do not hold the answer'),
  concurrency: wholeNumber([1, 64], 8, 'model calls at the same time'),
});

export type ChunkRagOptions = z.infer<typeof chunkRagOptions>;
