/** ChunkRAG's ablation: the rows of the paper as options, what it printed of them, and what a report sets beside it. */
import { defineAblation } from '../../core/parts.js';
import { type ChunkRagOptions, chunkRagOptions } from './options.js';
import { chunkRagTables } from './published.js';

/** The paper's model filters alone. */
const paper = { keepBest: 0 } as const;
const unfiltered = { ...paper, chunk: 'as-ingested', redundantAbove: 1, scoring: 'off', rerank: false } as const;

/** Table 3's two retrievers, the thresholds of Figures 3 and 4, and the parts of Algorithm 1 left out one by one. */
export const ABLATIONS: Readonly<Record<string, Partial<ChunkRagOptions>>> = {
  'naive-retriever': { ...unfiltered, rewrite: false, retrieval: 'dense' },
  'chunk-rag': paper,
  'paper-threshold': { ...paper, cutBy: 'similarity' },
  'redundant-0.5': { ...paper, redundantAbove: 0.5 },
  'redundant-0.6': { ...paper, redundantAbove: 0.6 },
  'redundant-0.7': { ...paper, redundantAbove: 0.7 },
  'redundant-0.8': { ...paper, redundantAbove: 0.8 },
  'redundant-0.9': { ...paper, redundantAbove: 0.9 },
  'without-rewrite': { ...paper, rewrite: false },
  'without-redundancy-filter': { ...paper, redundantAbove: 1 },
  'without-reflection': { ...paper, reflect: false },
  'without-critic': { ...paper, critic: false },
  'without-scores': { ...paper, scoring: 'off' },
  'without-rerank': { ...paper, rerank: false },
  'model-threshold': { ...paper, threshold: 'model' },
};

export const chunkRagAblation = defineAblation(chunkRagOptions, {
  rows: ABLATIONS,
  tables: chunkRagTables,
  withoutModel: ({ batch, keepBest, threshold, scoring, ...used }) => ({
    ...used,
    threshold: threshold === 'model' ? 'dynamic' : threshold,
    scoring: scoring === 'per-chunk' ? 'batched' : scoring,
  }),
});
