/** The switches of HiFi-RAG. Every row of the paper's ablation tables is a setting of these (see ablation.ts). */
import { z } from 'zod';

const example = z.object({ question: z.string().min(1), answer: z.string().min(1) });

export const hifiRagOptions = z.strictObject({
  effort: z
    .enum(['low', 'normal', 'high'])
    .default('normal')
    .describe(
      'low or high: other defaults for how much is searched, read and shown, and so for time and money; options that are given win',
    ),
  retrieval: z.boolean().default(true).describe('search and read pages; off: the model answers from memory'),
  instructions: z
    .boolean()
    .default(true)
    .describe('the draft instruction; off: the raw question with a limit of 200 words (Baseline Q)'),
  rephrase: z.boolean().default(true).describe('formulate search queries; off: search the question as it is'),
  filterHits: z.boolean().default(true).describe('screen results by url, title and preview before fetching'),
  filterSections: z
    .enum(['model', 'embeddings', 'off'])
    .default('model')
    .describe('how sections are chosen; embeddings is the idea the paper discarded'),
  refine: z.boolean().default(true).describe('second turn: match style and length of the examples'),
  checker: z
    .boolean()
    .default(false)
    .describe('a critic rewrites the answer before it is cited; the paper discarded it'),
  reasons: z
    .boolean()
    .default(false)
    .describe('have the model say why a result is dropped, which the paper does not ask for'),
  abstain: z.boolean().default(true).describe('let the writer say that the pages do not hold the answer'),
  examples: z
    .array(example)
    .max(3)
    .default([])
    .describe('up to three question-answer pairs for the second turn; none: built-in ones'),
  maxQueries: z.number().int().min(1).max(8).default(2).describe('search queries per question'),
  searchQuestion: z.boolean().default(false).describe('search the question itself besides the formulated queries'),
  hitsPerQuery: z.number().int().min(1).max(50).default(10).describe('results asked of the search engine per query'),
  maxPages: z.number().int().min(1).max(50).default(20).describe('pages read at most'),
  sectionsKept: z.number().int().min(1).max(200).default(12).describe('sections given to the writer at most'),
  keepBest: z
    .number()
    .int()
    .min(0)
    .max(20)
    .default(3)
    .describe(
      'results and sections, best by rules, that a model cannot filter out; 0: as the paper, which trusts its model',
    ),
  rerankTop: z.number().int().min(0).max(100).default(16).describe('sections our reranker looks at'),
  contextCharacters: z
    .number()
    .int()
    .min(1000)
    .default(48_000)
    .describe('page text given to the writer at most, best sections first'),
  thread: z
    .strictObject({
      comments: z.number().int().min(0).default(5),
      replies: z.number().int().min(0).default(3),
      nested: z.number().int().min(0).default(2),
    })
    .prefault({})
    .describe('of a discussion: the best comments, replies of each and replies of those'),
  concurrency: z.number().int().min(1).max(64).default(8).describe('pages fetched and judged at the same time'),
  slowPagesMs: z
    .number()
    .int()
    .min(0)
    .max(3_600_000)
    .default(3000)
    .describe('once three quarters of the pages, and three at least, are read, the others have this long'),
  pageTimeoutMs: z.number().int().min(1).max(3_600_000).default(10_000).describe('time for one page'),
});

/** What an effort other than normal changes; `node bench/run.mjs effort` measures what that brings and costs. */
export const HIFI_RAG_EFFORTS = {
  low: { maxQueries: 1, maxPages: 4, filterSections: 'embeddings', sectionsKept: 6, rerankTop: 8, refine: false },
  high: { maxQueries: 4, searchQuestion: true, hitsPerQuery: 20, maxPages: 30, sectionsKept: 20, rerankTop: 40 },
} as const satisfies Readonly<Record<string, Partial<z.input<typeof hifiRagOptions>>>>;

export type HifiRagOptions = z.infer<typeof hifiRagOptions>;
