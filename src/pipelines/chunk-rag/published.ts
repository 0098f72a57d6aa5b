/** Singh et al., ChunkRAG, arXiv:2410.19572. */
import type { PublishedTable } from '../../core/ablation.js';

const redundancy = 'node scripts/chunk-rag-figures.mjs measures these on our corpus.';

export const chunkRagTables: readonly PublishedTable[] = [
  {
    name: 'Table 1',
    source: 'arXiv:2410.19572, section 5.1, Table 1, part C',
    setting: 'PopQA and PubHealth accuracy, Biography FactScore, in per cent; SelfRAG-LLaMA2-7b',
    columns: [
      { name: 'PopQA', ours: 'contains', times: 100 },
      { name: 'PubHealth', ours: 'choice.accuracy', times: 100 },
      { name: 'Biography', ours: 'factScore', times: 100 },
    ],
    rows: [
      { label: 'RAG', values: [52.8, 39, 59.2] },
      { label: 'Self-RAG', values: [54.9, 72.4, 81.2] },
      { label: 'CRAG', values: [59.8, 75.6, 74.1] },
      { label: 'Self-CRAG', values: [61.8, 74.8, 86.2] },
      { label: 'ChunkRAG', row: 'chunk-rag', values: [64.9, 77.3, 86.4] },
    ],
    notes: [
      'Ours are on the questions of --data: beside PopQA the share of answers that hold a gold answer, beside PubHealth (its file as --data) the share of right',
      'labels, beside Biography FActScore (--fact-score).',
    ],
  },
  {
    name: 'Table 2',
    source: 'arXiv:2410.19572, section 6.3, Table 2',
    setting: 'chunks removed as redundant at each similarity threshold',
    columns: [{ name: 'chunks removed' }, { name: 'length' }, { name: 'similarity before' }, { name: 'after' }],
    rows: [
      { label: '0.5', row: 'redundant-0.5', values: [36, 36.04, 0.2399, 0.2105] },
      { label: '0.6', row: 'redundant-0.6', values: [24, 35.66, 0.2399, 0.2163] },
      { label: '0.7', row: 'redundant-0.7', values: [18, 35.78, 0.2399, 0.2222] },
      { label: '0.8', row: 'redundant-0.8', values: [16, 35.49, 0.2399, 0.2255] },
      { label: '0.9', row: 'redundant-0.9', values: [12, 35.55, 0.2399, 0.2288] },
    ],
    notes: [redundancy, 'The text gives a reduction of 20.5 % at 0.5 and of 8.5 % at 0.9 (section 6.1, Figure 3).'],
  },
  {
    name: 'Table 3',
    source: 'arXiv:2410.19572, section 6.4, Table 3',
    setting: 'average relevance score by the model',
    columns: [{ name: 'relevance' }],
    rows: [
      { label: 'Naive Retriever', row: 'naive-retriever', values: [0.18] },
      { label: 'ChunkRAG (0.8)', row: 'paper-threshold', values: [0.467] },
    ],
    notes: [redundancy],
  },
];
