/** LevelRAG's ablation: the rows of the paper as options, what it printed of them, and what a report sets beside it. */
import { defineAblation } from '../../core/parts.js';
import { type LevelRagOptions, levelRagOptions, type SearcherName } from './options.js';
import { levelRagTables } from './published.js';

/** The paper shows the writer all that a searcher found: ten documents of each of at most three. */
const ALL = 30;
/** What the plan found, and nothing beside it. */
const paper = { ownPassages: false } as const;
const lowLevel = { ...paper, decompose: false, passagesPerQuestion: ALL } as const;
/** Table 2 leaves the low-level searchers out: the atomic questions go to BM25 as they are. */
const plain = { ...paper, searchers: ['sparse'] as SearcherName[], refinements: 0 };

/**
 * Table 1 and 7: the searchers alone, together, and under the high-level searcher. Table 2: its actions one by one.
 * Table 3: the sparse searcher's.
 */
export const ABLATIONS: Readonly<Record<string, Partial<LevelRagOptions>>> = {
  'sparse-searcher': { ...lowLevel, searchers: ['sparse'] },
  'dense-searcher': { ...lowLevel, searchers: ['dense'] },
  'web-searcher': { ...lowLevel, searchers: ['web'] },
  'hybrid-searcher': { ...lowLevel },
  'level-rag': paper,
  'high-level-vanilla': { ...plain, ...lowLevel },
  'high-level-decompose': { ...plain, supplement: false, summaries: false, passagesPerQuestion: ALL },
  'high-level-summarize': { ...plain, supplement: false },
  'high-level-supplement': { ...plain },
  'sparse-vanilla': { ...plain, ...lowLevel },
  'sparse-rewrite': { ...plain, ...lowLevel, questionFirst: false },
  'sparse-feedback': { ...lowLevel, searchers: ['sparse'], questionFirst: false },
  'public-code': { ...paper, searchers: ['sparse', 'web', 'dense'], sparse: 'repo' },
};

export const levelRagAblation = defineAblation(levelRagOptions, {
  rows: ABLATIONS,
  tables: levelRagTables,
  withoutModel: ({ adaptive, ownPassages, ...used }) => used,
});
