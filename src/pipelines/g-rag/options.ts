/** The switches of G-RAG: every axis of the paper's grid and more. The defaults are the run that won (section 2.5). */
import { z } from 'zod';

export const PROMPT_LEVELS = ['naive', 'medium', 'advanced'] as const;
export type PromptLevel = (typeof PROMPT_LEVELS)[number];

const RANKERS = ['keywords', 'embedding', 'both_concat', 'both_fusion'] as const;
const count = (most: number) => z.number().int().min(1).max(most);

export const gRagOptions = z.strictObject({
  queryExpansion: z
    .enum(['none', 'variants', 'decomposition'])
    .default('none')
    .describe('search the question itself, variants of it, or its sub-questions'),
  queryPrompt: z.enum(PROMPT_LEVELS).default('medium').describe('the prompt that writes query variants'),
  queries: count(50).default(8).describe('query variants at most'),
  includeQuestion: z
    .boolean()
    .default(false)
    .describe('search the question itself besides its variants or sub-questions'),
  classify: z
    .enum(['question', 'rephrased'])
    .default('question')
    .describe(
      'what decomposition calls simple or composite: the question (the public code) or its rephrasing (the paper)',
    ),
  keepRare: z
    .boolean()
    .default(true)
    .describe('give back to a rewritten query the names, numbers and rare words it lost; off: as the paper'),
  hyde: z
    .enum(['off', 'both', 'dense'])
    .default('both')
    .describe('search a hypothetical answer too: by words and meaning, or by meaning alone'),
  firstRanker: z
    .enum(RANKERS)
    .default('both_fusion')
    .describe('how passages are found: by words, by meaning, half of each, or both joined by reciprocal ranks'),
  initialDocuments: count(1000).default(50).describe('passages found in all, shared out among the queries'),
  fusionDepth: count(1000).default(100).describe('passages taken from each of the two lists that both_fusion joins'),
  documentsOnce: z
    .enum(['never', 'always'])
    .default('never')
    .describe(
      'always: keep the first passage of each document alone, as the public code; never: each passage once, as the paper',
    ),
  rerank: z
    .enum(['yes', 'off'])
    .default('yes')
    .describe('rank passages by how sure the model is that they help; off: the lists in turns'),
  yesProbability: z
    .enum(['raw', 'normalised'])
    .default('raw')
    .describe('probability of Yes among all words, or against No alone'),
  threshold: z.number().min(0).max(1).default(0.5).describe('passages below this probability are dropped'),
  keepBest: z
    .number()
    .int()
    .min(0)
    .max(20)
    .default(3)
    .describe('passages, first by the search, that a model cannot filter out; 0: as the paper'),
  contextWords: count(1_000_000).default(10_000).describe('words of passages given to the writer at most'),
  answerPrompt: z.enum(PROMPT_LEVELS).default('naive').describe('the prompt that writes the answer'),
  answerAdditions: z
    .boolean()
    .default(true)
    .describe(
      'tell the writer at every level about contradictions, dates and abstaining; off: what the paper tells it, and no more',
    ),
  condense: z
    .enum(['off', 'rephrase', 'rephrase_then_drop'])
    .default('rephrase_then_drop')
    .describe(
      'an answer that is too long is rephrased by one more call and, where that is not enough, loses ten stop words',
    ),
  condenseAbove: count(10_000).default(300).describe('words from which an answer is too long'),
  abstain: z.boolean().default(true).describe('let the writer say that the passages do not hold the answer'),
  concurrency: count(64)
    .default(64)
    .describe('passages judged at the same time; the limits of a provider are in calls.limits'),
});

export type GRagOptions = z.infer<typeof gRagOptions>;

/**
 * The grid of points (section 3.2): each axis with its values. Fixed beside them: eight queries, the reranker on, no
 * hypothetical answer.
 */
export const GRID_AXES = {
  queryExpansion: ['none', 'variants', 'decomposition'],
  queryPrompt: ['medium', 'advanced'],
  answerPrompt: ['naive', 'advanced'],
  firstRanker: ['both_concat', 'both_fusion'],
  initialDocuments: [50, 100],
  contextWords: [10_000, 15_000],
} as const satisfies { readonly [Axis in keyof GRagOptions]?: readonly GRagOptions[Axis][] };

/**
 * All 96 points. Those without expansion come in pairs that differ in nothing but the prompt for queries, which they
 * never use: pure noise.
 */
export const GRID: readonly Partial<GRagOptions>[] = Object.entries(GRID_AXES).reduce<readonly Partial<GRagOptions>[]>(
  (points, [axis, values]) => points.flatMap((point) => values.map((value) => ({ ...point, [axis]: value }))),
  [{ hyde: 'off', queries: 8, rerank: 'yes', answerAdditions: false, keepBest: 0 }],
);
