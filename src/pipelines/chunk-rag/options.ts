/** The switches of ChunkRAG. What the paper leaves open is an option with a default of ours (README.md says which). */
import { z } from 'zod';

const share = z.number().min(0).max(1);
const weight = z.number().min(0);

export const chunkRagOptions = z.strictObject({
  rewrite: z.boolean().default(true).describe('rewrite the question for the search; off: search it as it is'),
  retrieval: z
    .enum(['hybrid', 'sparse', 'dense'])
    .default('hybrid')
    .describe('BM25 and embeddings together, or one of them'),
  fusion: z
    .enum(['weighted', 'rrf', 'zscore'])
    .default('weighted')
    .describe(
      'how the lists of words and of meaning are joined: scores 0.5 to 0.5 as the paper, or ranks, or z-scores',
    ),
  passages: z.number().int().min(1).max(100).default(10).describe('passages retrieved from the corpus'),
  chunk: z
    .enum(['semantic', 'as-ingested'])
    .default('semantic')
    .describe('cut passages where the meaning turns, or take them as they were ingested'),
  cutBy: z
    .enum(['percentile', 'similarity'])
    .default('percentile')
    .describe(
      'cut at the sharpest turns of what was found, or wherever neighbours are less alike than cutBelow, as the paper does',
    ),
  cutPercentile: z.number().min(0).max(100).default(90).describe('turns sharper than this share of all turns are cut'),
  cutBelow: share
    .default(0.8)
    .describe("the paper's threshold; with the bundled embedder it makes nearly every sentence a chunk"),
  chunkCharacters: z.number().int().min(50).default(500).describe('chunks are shorter than this'),
  chunks: z
    .number()
    .int()
    .min(1)
    .max(500)
    .default(24)
    .describe('chunks that are judged at most, best first by words and meaning'),
  bm25Weight: share.default(0.5).describe('weight of words in the order of the chunks; meaning has the rest'),
  tfIdfAtLeast: share.default(0).describe('drop chunks less like the query than this by TF-IDF; 0 is off'),
  redundantAbove: share.default(0.9).describe('drop a chunk that is more like a better one than this; 1 keeps all'),
  scoring: z
    .enum(['batched', 'per-chunk', 'off'])
    .default('batched')
    .describe('many chunks a call, or three calls for each chunk as the paper; off: every chunk is kept'),
  batch: z.number().int().min(1).max(50).default(8).describe('chunks in one call when scoring is batched'),
  reflect: z.boolean().default(true).describe('let the model look at its scores again'),
  critic: z.boolean().default(true).describe('a critic with rules of consistency, such as dates that do not fit'),
  weights: z
    .tuple([weight, weight, weight])
    .refine((weights) => weights.some((one) => one > 0), 'one of the weights must be above 0')
    .default([1, 1, 1])
    .describe('weights of score, reflected score and critic in the final score'),
  threshold: z
    .enum(['dynamic', 'mean', 'model'])
    .default('dynamic')
    .describe('the mean, raised by the deviation where scores lie close; always the mean; or what the model proposes'),
  epsilon: z.number().min(0).default(0.01).describe('variance below which scores lie close'),
  keepBest: z
    .number()
    .int()
    .min(0)
    .max(20)
    .default(3)
    .describe('chunks, best by words and meaning, that a model cannot filter out; 0: as the paper'),
  keepAtLeast: z.number().int().min(1).max(50).default(1).describe('chunks kept however low they score'),
  rerank: z.boolean().default(true).describe('order what is left by the reranker; off: by score'),
  arrange: z
    .enum(['best-first', 'best-at-ends'])
    .default('best-first')
    .describe('order in which a model reads the chunks; best-at-ends puts the weakest in the middle'),
  abstain: z.boolean().default(true).describe('let the writer say that the chunks do not hold the answer'),
  concurrency: z.number().int().min(1).max(64).default(8).describe('model calls at the same time'),
});

export type ChunkRagOptions = z.infer<typeof chunkRagOptions>;
