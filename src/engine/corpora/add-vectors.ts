/**
 * The second pass of an ingest: documents whose vectors are pending are stored again with them, in the order they were
 * read. Which they are is asked of the index itself, so that whatever stopped an earlier ingest, this one goes on.
 */
import { inOrder } from '../../core/in-order.js';
import type { Embedder } from '../../core/ports.js';
import {
  type Index,
  type IndexEntry,
  type IndexHit,
  type Metadata,
  PENDING_VECTOR,
} from '../../providers/index/types.js';
import { embeddedText } from './chunk.js';
import { AT_ONCE, type Pass } from './read-documents.js';

type Embedding = { readonly embedder: Embedder; readonly signal: AbortSignal };

/** Passages that are looked up at once. */
const LOOKED_UP = 4096;

export async function addVectors({ index, commits, onShare }: Pass, embedding: Embedding): Promise<void> {
  const total = commits.counts().withoutVector;
  const withVectors = async (id: string) => ({ id, entries: await entriesWithVectors(index, id, embedding) });
  let done = 0;
  for (;;) {
    const documents = await pendingDocuments(index);
    if (documents.length === 0) return;
    for await (const { id, entries } of inOrder(documents, withVectors, AT_ONCE)) {
      await index.replace(id, entries);
      commits.addVectors(entries.length);
      await commits.commitIfDue();
      done += entries.length;
      onShare(Math.min(1, done / total));
    }
    await commits.commit();
  }
}

async function pendingDocuments(index: Index): Promise<string[]> {
  const pending = await index.search({ node: { type: 'all' }, mode: 'sparse', k: LOOKED_UP, filter: PENDING_VECTOR });
  return [...new Set(pending.map(({ source }) => source.id))];
}

async function entriesWithVectors(index: Index, id: string, { embedder, signal }: Embedding): Promise<IndexEntry[]> {
  signal.throwIfAborted();
  const hits = await index.passagesOf(id);
  const vectors = await embedder.embed(hits.map(embeddedText), { signal, keep: true });
  return hits.map((hit, at) => withVector(hit, vectors[at] as Float32Array));
}

function withVector({ score: _, metadata = {}, ...passage }: IndexHit, vector: Float32Array): IndexEntry {
  const { vector: __, ...kept } = metadata;
  return { passage, vector, metadata: kept, language: languageIn(kept) };
}

const languageIn = ({ language }: Metadata): string | undefined =>
  typeof language === 'string' ? language : undefined;
