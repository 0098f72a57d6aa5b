/** The switches of LevelRAG. The rows of the paper's Tables 1, 2, 3 and 7 are settings of these (see ablation.ts). */
import { z } from 'zod';
import { choice, flag, wholeNumber } from '../../core/option.js';

export const SEARCHERS = ['sparse', 'dense', 'web'] as const;
export type SearcherName = (typeof SEARCHERS)[number];

export const levelRagOptions = z.strictObject({
  decompose: flag(true, 'the high-level searcher: atomic questions, summaries, supplements; off: the question itself'),
  summaries: flag(
    true,
    'answer each atomic question by a summary; off: the writer sees what was found alone, and no question can build on another',
  ),
  supplement: flag(true, 'after the atomic questions, ask whether anything is missing'),
  adaptive: flag(false, 'let the planner say that nothing needs to be looked up; the model then answers from memory'),
  searchers: z
    .array(z.enum(SEARCHERS))
    .min(1)
    .default([...SEARCHERS])
    .describe('low-level searchers, all asked at the same time'),
  sparse: choice(
    ['paper', 'repo'],
    'paper',
    'paper: Lucene syntax that counts; repo: what the public code really does',
  ),
  questionFirst: flag(true, 'the sparse searcher tries the question as it stands before keywords'),
  refinements: wholeNumber([0, 3], 3, 'rounds in which the sparse searcher refines its query'),
  pseudoDocuments: wholeNumber([0, 2], 2, 'pseudo-documents the dense searcher may search with'),
  fetchPages: flag(false, 'the web searcher reads the pages; off: their snippets'),
  documents: wholeNumber([1, 50], 10, 'documents per search'),
  maxRounds: wholeNumber([1, 10], 3, 'rounds of atomic questions; the public code allows 100'),
  maxQuestions: wholeNumber([1, 30], 8, 'atomic questions in all'),
  passagesPerQuestion: wholeNumber([1, 50], 4, 'passages of each atomic question that the writer sees'),
  ownPassages: flag(true, 'show the writer the best passages for the question as it was asked, too; off: as the paper'),
  abstain: flag(true, 'let the writer say that the passages do not hold the answer'),
  concurrency: wholeNumber([1, 64], 8, 'atomic questions and pages at the same time'),
  pageTimeoutMs: wholeNumber([1, 3_600_000], 10_000, 'time for one page'),
});

export type LevelRagOptions = z.infer<typeof levelRagOptions>;
