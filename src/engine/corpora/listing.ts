/** What there is, corpus by corpus. One that cannot be read is listed with the reason. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../core/errors.js';
import { openIndex } from '../../providers/index/open.js';
import type { IndexDescription } from '../../providers/index/types.js';
import type { Chunking } from './chunk.js';
import { notesOf } from './notes.js';
import { corpusFolder, corpusNames, existingFolder, type Place } from './places.js';

export type CorpusSummary = {
  readonly name: string;
  readonly documents: number;
  readonly passages: number;
  readonly bytes: number;
  readonly chunking: readonly Chunking[];
  readonly embedder: string | null;
  readonly changedAt: string;
  readonly problem?: string;
};

export async function summariseCorpora(dataDirectory: string): Promise<CorpusSummary[]> {
  return Promise.all(corpusNames(dataDirectory).map((name) => summarise(name, corpusFolder({ dataDirectory, name }))));
}

/** The counts of one corpus that is there. */
export function describeCorpus(place: Place): IndexDescription {
  const index = openIndex({ directory: existingFolder(place) });
  const described = index.describe();
  void index.close();
  return described;
}

async function summarise(name: string, directory: string): Promise<CorpusSummary> {
  const bytes = readdirSync(directory).reduce(
    (sum, file) => sum + (statSync(join(directory, file), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  try {
    const index = openIndex({ directory });
    const described = index.describe();
    await index.close();
    const notes = notesOf(described, name);
    const { documents, passages } = described;
    return {
      name,
      documents,
      passages,
      bytes,
      chunking: notes?.chunkings ?? [],
      embedder: notes?.embedder ?? null,
      changedAt: notes?.changedAt ?? '',
    };
  } catch (error) {
    return { name, documents: 0, passages: 0, bytes, chunking: [], embedder: null, changedAt: '', problem: messageOf(error) };
  }
}
