/** A corpus in memory over documents that were read already: what pipelines retrieve from when a plain folder is asked. Nothing is written to disk. */
import type { Document } from '../../core/data.js';
import { openIndex } from '../../providers/index/open.js';
import type { IndexEntry } from '../../providers/index/types.js';
import { chunkDocument } from './chunk.js';
import { type Corpus, type CorpusParts, corpusOf } from './corpus.js';
import { embedded } from './ingest.js';
import { type CorpusNotes, languageOf, withLanguage } from './notes.js';

export type MemoryInput = {
  readonly name: string;
  readonly documents: readonly Document[];
  readonly signal: AbortSignal;
};

/** Vectors come from the embedder's cache where the folder's own search has asked for the same sections before. */
export async function memoryCorpus({ name, documents, signal }: MemoryInput, parts: CorpusParts): Promise<Corpus> {
  const index = openIndex();
  let languages: CorpusNotes['languages'] = {};
  const { embedder } = parts;
  for (const document of documents) {
    const passages = await chunkDocument(document, { chunking: 'sections', signal });
    const vectors = await embedder?.embed(passages.map(embedded), { signal, keep: true });
    const language = languageOf(document);
    languages = withLanguage(languages, language);
    await index.add(passages.map((passage, at): IndexEntry => ({ passage, language, ...(vectors?.[at] && { vector: vectors[at] }) })));
  }
  const notes: CorpusNotes = { embedder: embedder?.name ?? null, chunkings: ['sections'], changedAt: '', languages };
  await index.commit(notes);
  return corpusOf({ name, index }, parts);
}
