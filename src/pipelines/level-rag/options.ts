/** The switches of LevelRAG. The rows of the paper's Tables 1, 2, 3 and 7 are settings of these (see ablation.ts). */
import { z } from 'zod';

export const SEARCHERS = ['sparse', 'dense', 'web'] as const;
export type SearcherName = (typeof SEARCHERS)[number];

export const levelRagOptions = z.strictObject({
  decompose: z
    .boolean()
    .default(true)
    .describe('the high-level searcher: atomic questions, summaries, supplements; off: the question itself'),
  summaries: z
    .boolean()
    .default(true)
    .describe(
      'answer each atomic question by a summary; off: the writer sees what was found alone, and no question can build on another',
    ),
  supplement: z.boolean().default(true).describe('after the atomic questions, ask whether anything is missing'),
  adaptive: z
    .boolean()
    .default(false)
    .describe('let the planner say that nothing needs to be looked up; the model then answers from memory'),
  searchers: z
    .array(z.enum(SEARCHERS))
    .min(1)
    .default([...SEARCHERS])
    .describe('low-level searchers, all asked at the same time'),
  sparse: z
    .enum(['paper', 'repo'])
    .default('paper')
    .describe('paper: Lucene syntax that counts; repo: what the public code really does'),
  questionFirst: z
    .boolean()
    .default(true)
    .describe('the sparse searcher tries the question as it stands before keywords'),
  refinements: z
    .number()
    .int()
    .min(0)
    .max(3)
    .default(3)
    .describe('rounds in which the sparse searcher refines its query'),
  pseudoDocuments: z
    .number()
    .int()
    .min(0)
    .max(2)
    .default(2)
    .describe('pseudo-documents the dense searcher may search with'),
  fetchPages: z.boolean().default(false).describe('the web searcher reads the pages; off: their snippets'),
  documents: z.number().int().min(1).max(50).default(10).describe('documents per search'),
  maxRounds: z
    .number()
    .int()
    .min(1)
    .max(10)
    .default(3)
    .describe('rounds of atomic questions; the public code allows 100'),
  maxQuestions: z.number().int().min(1).max(30).default(8).describe('atomic questions in all'),
  passagesPerQuestion: z
    .number()
    .int()
    .min(1)
    .max(50)
    .default(4)
    .describe('passages of each atomic question that the writer sees'),
  ownPassages: z
    .boolean()
    .default(true)
    .describe('show the writer the best passages for the question as it was asked, too; off: as the paper'),
  abstain: z.boolean().default(true).describe('let the writer say that the passages do not hold the answer'),
  concurrency: z.number().int().min(1).max(64).default(8).describe('atomic questions and pages at the same time'),
  pageTimeoutMs: z.number().int().min(1).max(3_600_000).default(10_000).describe('time for one page'),
});

export type LevelRagOptions = z.infer<typeof levelRagOptions>;
