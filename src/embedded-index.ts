/**
 * `winnow-rag/index`: the embedded index on its own: words, vectors or both, in a folder or in memory, without an
 * engine (docs/corpora.md).
 */
export type { Passage } from './core/data.js';
export { type IndexOptions, openIndex } from './providers/index/open.js';
export type {
  Explanation,
  Filter,
  Index,
  IndexDescription,
  IndexEntry,
  IndexHit,
  Metadata,
  MetadataValue,
  SearchMode,
  SearchRequest,
} from './providers/index/types.js';
export { parseLucene } from './text/lucene.js';
