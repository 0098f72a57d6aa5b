/** Corpora: documents kept for search. What the command line and the engine use of it. */
export { CHUNKINGS, type Chunking } from './chunk.js';
export type { IngestCounts } from './commits.js';
export { type Corpus, type CorpusHits, type CorpusSearch, openCorpus } from './corpus.js';
export { configuredEmbedder, embedderFor } from './embedder.js';
export { ingest, removeDocuments } from './ingest.js';
export type { IngestWatch } from './ingest-input.js';
export { type CorpusSummary, describeCorpus, summariseCorpora } from './listing.js';
export { memoryCorpus } from './memory.js';
export { notesOf, vectorCounts } from './notes.js';
export { checkThere, dataDirectoryOf, deleteCorpus, type Place, placeIn, versionOf } from './places.js';
export { SYNTAXES, type Syntax } from './query.js';
export { FUSIONS, type Fusion } from './retrieval.js';
export { corpusRetriever } from './retriever.js';
export { fileSource } from './sources/files.js';
export { openSource } from './sources/index.js';
export type { Source, Unread } from './sources/types.js';
export { corpusWeb } from './web.js';
