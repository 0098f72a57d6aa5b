/** Cattalyya Nuengsigkapian, HiFi-RAG, arXiv:2512.22442. */
import type { PublishedShare, PublishedTable } from '../../core/ablation.js';

const columns = [
  { name: 'ROUGE-L', ours: 'rougeL' },
  { name: 'DeBERTaScore', ours: 'bertScore' },
];
const models = 'Gemini 2.5 Flash (filters) and Pro (answers), Google Search';
const notes = [
  'Whether ROUGE-L was stemmed is not said; ours is not. Ours beside DeBERTaScore needs --bert-score, and is the same score only with its encoder (docs/evaluation.md).',
];

export const hifiRagTables: readonly PublishedTable[] = [
  {
    name: 'Table 2',
    source: 'arXiv:2512.22442, section 3.2, Table 2',
    setting: `MMU-RAGent validation set, first 100 questions (two without a reference); ${models}`,
    columns,
    rows: [
      { label: 'Baseline Q', row: 'baseline-question', values: [0.2291, 0.6375] },
      { label: 'Baseline Prompt', row: 'baseline-prompt', values: [0.2591, 0.6667] },
      { label: 'RAG', row: 'rag', values: [0.2664, 0.6677] },
      { label: 'RAG w/ Filters (URL + Chunk)', row: 'rag-filters', values: [0.2695, 0.6712] },
      { label: 'Final', row: 'final', values: [0.2739, 0.6772] },
    ],
    notes,
  },
  {
    name: 'Table 3',
    source: 'arXiv:2512.22442, section 3.3, Table 3',
    setting: `Test2025, 100 questions about events after February 2025; ${models}`,
    columns,
    rows: [
      { label: 'Baseline Q', row: 'baseline-question', values: [0.2022, 0.6173] },
      { label: 'Baseline Prompt', row: 'baseline-prompt', values: [0.2766, 0.6574] },
      { label: 'RAG', row: 'rag', values: [0.2915, 0.6776] },
      { label: 'RAG w/ URL Filter Only', row: 'rag-url-filter', values: [0.2966, 0.6829] },
      { label: 'RAG w/ Filters (URL + Chunk)', row: 'rag-filters', values: [0.3031, 0.684] },
      { label: 'RAG w/ Filters + Rephrase', row: 'rag-filters-rephrase', values: [0.2898, 0.6832] },
      { label: 'the same, as the text has it', row: 'rag-sections-rephrase', values: [0.2898, 0.6832] },
      { label: 'Final', row: 'final', values: [0.3182, 0.7092] },
    ],
    notes: [
      'The text calls "RAG w/ Filters + Rephrase" a run without URL filtering, its label says with filters: both settings stand beside its figures.',
    ],
  },
];

export const hifiRagShares: readonly PublishedShare[] = [
  {
    what: 'results dropped',
    metric: 'funnel.hitsDropped',
    value: 0.335,
    source: 'section 2.2, average over 100 queries',
  },
  {
    what: 'sections dropped',
    metric: 'funnel.sectionsDropped',
    value: 0.605,
    source: 'section 2.3, average over 100 queries',
  },
];
