/** What there is, corpus by corpus. One that cannot be read is listed with the reason. */
import { messageOf } from '../../core/errors.js';
import type { IndexDescription, Indexes } from '../../providers/index/types.js';
import type { Chunking } from './chunk.js';
import { notesOf, vectorCounts } from './notes.js';
import { indexesAt, openExisting, type Place } from './places.js';

export type CorpusSummary = {
  readonly name: string;
  readonly documents: number;
  readonly passages: number;
  /** Passages that have their vector, and that are to get one. */
  readonly vectors: number;
  readonly withoutVector: number;
  readonly bytes: number;
  readonly chunking: readonly Chunking[];
  readonly embedder: string | null;
  readonly changedAt: string;
  readonly problem?: string;
};

export async function summariseCorpora(place: Omit<Place, 'name'>): Promise<CorpusSummary[]> {
  const indexes = await indexesAt(place);
  return Promise.all((await indexes.names()).map((name) => summarise(name, indexes)));
}

/** The counts of one corpus that is there. */
export async function describeCorpus(place: Place): Promise<IndexDescription> {
  const index = await openExisting(place);
  const described = index.describe();
  await index.close();
  return described;
}

async function summarise(name: string, indexes: Indexes): Promise<CorpusSummary> {
  try {
    const index = await indexes.open(name);
    const described = index.describe();
    await index.close();
    const notes = notesOf(described, name);
    const { documents, passages, bytes } = described;
    return {
      name,
      documents,
      passages,
      ...vectorCounts(described, { embedder: notes?.embedder ?? null }),
      bytes,
      chunking: notes?.chunkings ?? [],
      embedder: notes?.embedder ?? null,
      changedAt: notes?.changedAt ?? '',
    };
  } catch (error) {
    return {
      name,
      documents: 0,
      passages: 0,
      vectors: 0,
      withoutVector: 0,
      bytes: 0,
      chunking: [],
      embedder: null,
      changedAt: '',
      problem: messageOf(error),
    };
  }
}
