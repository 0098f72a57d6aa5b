/** HiFi-RAG's ablation: the rows of the paper as options, what it printed of them, and what a report sets beside it. */
import { defineAblation } from '../../core/parts.js';
import { type HifiRagOptions, hifiRagOptions } from './options.js';
import { hifiRagShares, hifiRagTables } from './published.js';

/** The paper's models decide alone. */
const paper = { keepBest: 0 } as const;
const bare = { ...paper, rephrase: false, filterHits: false, filterSections: 'off', refine: false } as const;

/**
 * Rows of Tables 2 and 3 of the paper. "Filters + Rephrase" is called "without URL filtering" in the paper's text: both
 * readings are here.
 */
export const ABLATIONS: Readonly<Record<string, Partial<HifiRagOptions>>> = {
  'baseline-question': { ...bare, retrieval: false, instructions: false },
  'baseline-prompt': { ...bare, retrieval: false },
  rag: bare,
  'rag-url-filter': { ...bare, filterHits: true },
  'rag-filters': { ...bare, filterHits: true, filterSections: 'model' },
  'rag-filters-rephrase': { ...paper, filterHits: true, filterSections: 'model', rephrase: true, refine: false },
  'rag-sections-rephrase': { ...paper, filterHits: false, filterSections: 'model', rephrase: true, refine: false },
  final: paper,
};

/** The fourth cell of rephrasing x result filter, and two ideas of section 3.4 that the paper tried and left. */
const besides = {
  'rag-sections': { ...ABLATIONS['rag-sections-rephrase'], rephrase: false },
  embeddings: { filterSections: 'embeddings' },
  checker: { checker: true },
} as const;

export const hifiRagAblation = defineAblation(hifiRagOptions, {
  rows: { ...ABLATIONS, ...besides },
  tables: hifiRagTables,
  withoutModel: ({ instructions, refine, checker, reasons, examples, keepBest, ...used }) => used,
  shares: { row: 'final', published: hifiRagShares },
  crossed: {
    factors: ['rephrasing', 'result filter'],
    rows: ['rag-sections', 'rag-sections-rephrase', 'rag-filters', 'rag-filters-rephrase'],
    note: 'Section filter on, one turn.',
  },
  resultFilter: ['rag-filters', 'rag-filters-rephrase'],
});
