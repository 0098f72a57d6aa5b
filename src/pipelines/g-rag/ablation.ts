/** G-RAG's ablation: the rows of the paper as options, what it printed of them, and what a report sets beside it. */
import { defineAblation } from '../../core/parts.js';
import { type GRagOptions, gRagOptions } from './options.js';
import { gRagHeadToHead, gRagTables } from './published.js';

/**
 * The paper's rows have the paper's answer prompts, since what ours add at every level would blur the axis, and its
 * model filters alone.
 */
const paper = { answerAdditions: false, keepBest: 0 } as const;
const champion = { ...paper, hyde: 'off', contextWords: 15_000 } as const;

/** The runs that the paper and its code name, then one switch at a time, then ours. */
export const ABLATIONS: Readonly<Record<string, Partial<GRagOptions>>> = {
  submitted: paper,
  champion,
  'runner-up': { ...paper, hyde: 'off' },
  'live-decomposition': { ...champion, queryExpansion: 'decomposition' },
  'live-variants': { ...paper, queryExpansion: 'variants' },
  'hyde-dense': { ...paper, hyde: 'dense' },
  'classify-rephrased': { ...champion, queryExpansion: 'decomposition', classify: 'rephrased' },
  keywords: { ...paper, firstRanker: 'keywords' },
  embedding: { ...paper, firstRanker: 'embedding' },
  'both-concat': { ...paper, firstRanker: 'both_concat' },
  'public-code': { ...paper, documentsOnce: 'always' },
  'no-reranker': { ...paper, rerank: 'off' },
  'normalised-yes': { ...paper, yesProbability: 'normalised' },
  'medium-answer': { ...paper, answerPrompt: 'medium' },
  'advanced-answer': { ...paper, answerPrompt: 'advanced' },
  ours: {},
};

export const gRagAblation = defineAblation(gRagOptions, {
  rows: ABLATIONS,
  tables: gRagTables,
  withoutModel: ({
    hyde,
    queryPrompt,
    classify,
    yesProbability,
    answerPrompt,
    answerAdditions,
    condense,
    condenseAbove,
    keepBest,
    ...used
  }) => used,
  headToHead: gRagHeadToHead,
});
