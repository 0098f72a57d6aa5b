/** How an index of ours is laid out in the cluster. */
import { DEFAULT_B, DEFAULT_K1 } from '../index/bm25.js';
import type { ClusterSettings } from './client.js';
import { GAP, SAME_PLACE } from './words.js';

/** Raised when an index of an older version can no longer be searched or written. */
export const FORMAT = 1;

export const ANALYSER = 'winnow';

export function indexBody({ shards, replicas }: ClusterSettings): object {
  return {
    settings: {
      index: {
        number_of_shards: shards,
        auto_expand_replicas: `0-${replicas}`,
        // A commit refreshes: what it wrote is seen at once, and nothing of it before.
        refresh_interval: '-1',
        knn: true,
        similarity: { default: { type: 'BM25', k1: DEFAULT_K1, b: DEFAULT_B } },
        analysis: {
          tokenizer: { [ANALYSER]: { type: 'whitespace', max_token_length: 10_000 } },
          filter: {
            gaps: { type: 'stop', stopwords: [GAP] },
            places: { type: 'pattern_capture', preserve_original: false, patterns: [`([^${SAME_PLACE}]+)`] },
          },
          analyzer: { [ANALYSER]: { type: 'custom', tokenizer: ANALYSER, filter: ['gaps', 'places'] } },
        },
      },
    },
    mappings: {
      dynamic: false,
      _meta: { winnow: { format: FORMAT } },
      _source: { excludes: ['words', 'title_words', 'text_words', 'vector', 'keys'] },
      properties: {
        id: { type: 'keyword' },
        document: { type: 'keyword' },
        /** Place among the passages of its document; the first is written last and stands for the whole document. */
        order: { type: 'integer' },
        has_vector: { type: 'boolean' },
        /** Metadata as the embedded index keys it: values of a field sort as they should, whatever their type. */
        keys: { type: 'keyword' },
        /** Title, as often as it counts, and text: one field with one length, as in BM25F. */
        words: { type: 'text', analyzer: ANALYSER },
        title_words: { type: 'text', analyzer: ANALYSER, copy_to: 'words' },
        text_words: { type: 'text', analyzer: ANALYSER, copy_to: 'words' },
        passage: { type: 'object', enabled: false },
        metadata: { type: 'object', enabled: false },
      },
    },
  };
}

/** Added with the first vector, which tells the size. Lucene's HNSW filters while it walks the graph. */
export function vectorMapping(dimension: number): object {
  const method = {
    name: 'hnsw',
    engine: 'lucene',
    space_type: 'cosinesimil',
    parameters: { m: 16, ef_construction: 100 },
  };
  // Without a second copy for scripts, which nobody runs: 1.5 kB less for each passage.
  return { properties: { vector: { type: 'knn_vector', dimension, method, doc_values: false } } };
}
