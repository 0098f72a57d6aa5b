/** The switches of HiFi-RAG. Every row of the paper's ablation tables is a setting of these (see ablation.ts). */
import { z } from 'zod';
import { choice, flag, wholeNumber } from '../../core/option.js';

const example = z.object({ question: z.string().min(1), answer: z.string().min(1) });

export const hifiRagOptions = z.strictObject({
  effort: choice(
    ['low', 'normal', 'high'],
    'normal',
    'low or high: other defaults for how much is searched, read and shown, and so for time and money; options that are given win',
  ),
  retrieval: flag(true, 'search and read pages; off: the model answers from memory'),
  instructions: flag(true, 'the draft instruction; off: the raw question with a limit of 200 words (Baseline Q)'),
  rephrase: flag(true, 'formulate search queries; off: search the question as it is'),
  filterHits: flag(true, 'screen results by url, title and preview before fetching'),
  filterSections: choice(
    ['model', 'embeddings', 'off'],
    'model',
    'how sections are chosen; embeddings is the idea the paper discarded',
  ),
  refine: flag(true, 'second turn: match style and length of the examples'),
  checker: flag(false, 'a critic rewrites the answer before it is cited; the paper discarded it'),
  reasons: flag(false, 'have the model say why a result is dropped, which the paper does not ask for'),
  abstain: flag(true, 'let the writer say that the pages do not hold the answer'),
  examples: z
    .array(example)
    .max(3)
    .default([])
    .describe('up to three question-answer pairs for the second turn; none: built-in ones'),
  maxQueries: wholeNumber([1, 8], 2, 'search queries per question'),
  searchQuestion: flag(false, 'search the question itself besides the formulated queries'),
  hitsPerQuery: wholeNumber([1, 50], 10, 'results asked of the search engine per query'),
  maxPages: wholeNumber([1, 50], 20, 'pages read at most'),
  sectionsKept: wholeNumber([1, 200], 12, 'sections given to the writer at most'),
  keepBest: wholeNumber(
    [0, 20],
    3,
    'results and sections, best by rules, that a model cannot filter out; 0: as the paper, which trusts its model',
  ),
  rerankTop: wholeNumber([0, 100], 16, 'sections our reranker looks at'),
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
  concurrency: wholeNumber([1, 64], 8, 'pages fetched and judged at the same time'),
  slowPagesMs: wholeNumber(
    [0, 3_600_000],
    3000,
    'once three quarters of the pages, and three at least, are read, the others have this long',
  ),
  pageTimeoutMs: wholeNumber([1, 3_600_000], 10_000, 'time for one page'),
});

/** What an effort other than normal changes; `node bench/run.mjs effort` measures what that brings and costs. */
export const HIFI_RAG_EFFORTS = {
  low: { maxQueries: 1, maxPages: 4, filterSections: 'embeddings', sectionsKept: 6, rerankTop: 8, refine: false },
  high: { maxQueries: 4, searchQuestion: true, hitsPerQuery: 20, maxPages: 30, sectionsKept: 20, rerankTop: 40 },
} as const satisfies Readonly<Record<string, Partial<z.input<typeof hifiRagOptions>>>>;

export type HifiRagOptions = z.infer<typeof hifiRagOptions>;
