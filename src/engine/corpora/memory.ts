/**
 * A corpus in memory over documents that were read already: what is searched when a plain folder is asked. Nothing is
 * written to disk.
 */
import type { Document } from '../../core/data.js';
import { openIndex } from '../../providers/index/open.js';
import type { IndexEntry } from '../../providers/index/types.js';
import { chunkDocument, embeddedText } from './chunk.js';
import { type Corpus, type CorpusParts, corpusOf } from './corpus.js';
import { type CorpusNotes, languageOf, withLanguage } from './notes.js';

export type MemoryInput = {
  readonly name: string;
  readonly documents: readonly Document[];
  readonly signal: AbortSignal;
  readonly onProgress?: ((done: number, total: number, what: string) => void) | undefined;
};

/** Vectors come from the embedder's cache where the same sections were embedded before. */
export async function memoryCorpus(
  { name, documents, signal, onProgress }: MemoryInput,
  parts: CorpusParts,
): Promise<Corpus> {
  const index = openIndex();
  let languages: CorpusNotes['languages'] = {};
  const { embedder } = parts;
  for (const [at, document] of documents.entries()) {
    signal.throwIfAborted();
    const passages = await chunkDocument(document, { chunking: 'sections', signal });
    const vectors = await embedder?.embed(passages.map(embeddedText), { signal, keep: true });
    const language = languageOf(document);
    languages = withLanguage(languages, language);
    await index.add(
      passages.map((passage, of): IndexEntry => ({ passage, language, ...(vectors?.[of] && { vector: vectors[of] }) })),
    );
    onProgress?.(at + 1, documents.length, 'pages indexed');
  }
  const notes: CorpusNotes = { embedder: embedder?.name ?? null, chunkings: ['sections'], changedAt: '', languages };
  await index.commit(notes);
  return corpusOf({ name, index }, parts);
}
