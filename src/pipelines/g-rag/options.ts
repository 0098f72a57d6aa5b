/** The switches of G-RAG: every axis of the paper's grid and more. The defaults are the run that won (section 2.5). */
import { z } from 'zod';
import { choice, decimal, flag, wholeNumber } from '../../core/option.js';

export const PROMPT_LEVELS = ['naive', 'medium', 'advanced'] as const;
export type PromptLevel = (typeof PROMPT_LEVELS)[number];

const RANKERS = ['keywords', 'embedding', 'both_concat', 'both_fusion'] as const;

export const gRagOptions = z.strictObject({
  queryExpansion: choice(
    ['none', 'variants', 'decomposition'],
    'none',
    'search the question itself, variants of it, or its sub-questions',
  ),
  queryPrompt: choice(PROMPT_LEVELS, 'medium', 'the prompt that writes query variants'),
  queries: wholeNumber([1, 50], 8, 'query variants at most'),
  includeQuestion: flag(false, 'search the question itself besides its variants or sub-questions'),
  classify: choice(
    ['question', 'rephrased'],
    'question',
    'what decomposition calls simple or composite: the question (the public code) or its rephrasing (the paper)',
  ),
  keepRare: flag(true, 'give back to a rewritten query the names, numbers and rare words it lost; off: as the paper'),
  hyde: choice(
    ['off', 'both', 'dense'],
    'both',
    'search a hypothetical answer too: by words and meaning, or by meaning alone',
  ),
  firstRanker: choice(
    RANKERS,
    'both_fusion',
    'how passages are found: by words, by meaning, half of each, or both joined by reciprocal ranks',
  ),
  initialDocuments: wholeNumber([1, 1000], 50, 'passages found in all, shared out among the queries'),
  fusionDepth: wholeNumber([1, 1000], 100, 'passages taken from each of the two lists that both_fusion joins'),
  documentsOnce: choice(
    ['never', 'always'],
    'never',
    'always: keep the first passage of each document alone, as the public code; never: each passage once, as the paper',
  ),
  rerank: choice(
    ['yes', 'off'],
    'yes',
    'rank passages by how sure the model is that they help; off: the lists in turns',
  ),
  yesProbability: choice(['raw', 'normalised'], 'raw', 'probability of Yes among all words, or against No alone'),
  threshold: decimal([0, 1], 0.5, 'passages below this probability are dropped'),
  keepBest: wholeNumber([0, 20], 3, 'passages, first by the search, that a model cannot filter out; 0: as the paper'),
  contextWords: wholeNumber([1, 1_000_000], 10_000, 'words of passages given to the writer at most'),
  answerPrompt: choice(PROMPT_LEVELS, 'naive', 'the prompt that writes the answer'),
  answerAdditions: flag(
    true,
    'tell the writer at every level about contradictions, dates and abstaining; off: what the paper tells it, and no more',
  ),
  condense: choice(
    ['off', 'rephrase', 'rephrase_then_drop'],
    'rephrase_then_drop',
    'an answer that is too long is rephrased by one more call and, where that is not enough, loses ten stop words',
  ),
  condenseAbove: wholeNumber([1, 10_000], 300, 'words from which an answer is too long'),
  abstain: flag(true, 'let the writer say that the passages do not hold the answer'),
  concurrency: wholeNumber(
    [1, 64],
    64,
    'passages judged at the same time; the limits of a provider are in calls.limits',
  ),
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
