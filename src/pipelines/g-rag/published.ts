/**
 * Ran et al., G-RAG, arXiv:2506.14516, and the authors' public scores (rmit-ir/GRAG-LiveRAG). Relevance -1 to 2,
 * faithfulness -1 to 1, by Claude 3.5 Sonnet.
 */
import type { HeadToHead, PublishedTable } from '../../core/ablation.js';

const columns = [
  { name: 'relevance', ours: 'relevance_score' },
  { name: 'faithfulness', ours: 'faithfulness_score' },
];
const notes = [
  'A judge model gave these scores; ours need --judge. The champion is the best by 0.6 relevance + 0.4 faithfulness.',
];

export const gRagTables: readonly PublishedTable[] = [
  {
    name: 'Champion, runner-up and G-RAG',
    source: 'arXiv:2506.14516, sections 3.2 and 3.4; runner-up and G-RAG by faithfulness: the public scores',
    setting: '100 DataMorgana questions (85 random, 15 hard); Falcon3-10B-Instruct',
    columns,
    rows: [
      { label: 'Champion of the grid', row: 'champion', values: [1.75, 0.59] },
      { label: 'Runner-up', row: 'runner-up', values: [1.74, 0.59] },
      { label: 'G-RAG (hypothetical answer)', row: 'submitted', values: [1.75, 0.57] },
    ],
    notes,
  },
  {
    name: 'LiveRAG',
    source: 'arXiv:2506.14516, section 4',
    setting: 'the live day, 500 questions, private leaderboard',
    columns,
    rows: [{ label: 'G-RAG as submitted', row: 'submitted', values: [1.199, 0.477] }],
  },
  {
    name: 'Means of the grid',
    source: 'the public scores of the 96 points',
    setting: 'mean over the points with each value',
    columns,
    rows: [
      { label: 'augmentation none', values: [1.671, 0.574] },
      { label: 'variants', values: [1.571, 0.533] },
      { label: 'decomposition', values: [1.454, 0.546] },
      { label: 'answer prompt naive', values: [1.589, 0.526] },
      { label: 'advanced', values: [1.543, 0.576] },
      { label: 'retrieval by fusion', values: [1.573, 0.553] },
      { label: 'by concatenation', values: [1.559, 0.549] },
      { label: '10,000 words', values: [1.568, 0.561] },
      { label: '15,000 words', values: [1.564, 0.541] },
      { label: '50 documents', values: [1.56, 0.561] },
      { label: '100 documents', values: [1.572, 0.541] },
    ],
    notes: ['Ours come from winnow grid with the same axes (docs/lab.md).'],
  },
];

/** Questions on which G-RAG scored higher than, lower than, and the same as the champion. */
export const gRagHeadToHead: HeadToHead = {
  title: 'Table 3, by question',
  rows: ['submitted', 'champion'],
  names: ['G-RAG', 'champion'],
  source: 'arXiv:2506.14516, Table 3',
  relevance: { wins: 8, losses: 7, ties: 85 },
  faithfulness: { wins: 12, losses: 14, ties: 74 },
};
