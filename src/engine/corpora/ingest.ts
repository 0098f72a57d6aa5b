/**
 * Reads sources into a corpus, in two passes: the words of all documents first, so that they are found at once, then
 * their vectors. Both commit in batches: whatever stops it loses at most the batch in flight, and running it again goes
 * on. What was read is known by the fingerprint of its content and of how it was cut; what still needs a vector is
 * marked in the index.
 */

import { type Clock, systemClock } from '../../core/clock.js';
import { WinnowError } from '../../core/errors.js';
import type { Index } from '../../providers/index/types.js';
import { addVectors } from './add-vectors.js';
import { createCommits, type IngestCounts } from './commits.js';
import type { IngestInput } from './ingest-input.js';
import { type CorpusNotes, notesOf } from './notes.js';
import { indexesAt, type Place } from './places.js';
import { readDocuments } from './read-documents.js';

/** Of the whole work, where vectors are computed, too. */
const READING_SHARE = 0.1;

export async function ingest(input: IngestInput): Promise<IngestCounts> {
  const indexes = await indexesAt(input.place);
  const { name } = input.place;
  const { index, finish } = input.rebuild
    ? await indexes.rebuild(name)
    : { index: await indexes.open(name), finish: undefined };
  try {
    await index.commit(); // takes the writer's lock before anything is read
    const counts = await bothPasses(index, input);
    if (counts.documents + counts.unchanged > 0) await finish?.();
    return counts;
  } finally {
    await index.close();
  }
}

async function bothPasses(index: Index, input: IngestInput): Promise<IngestCounts> {
  const { embedder, signal, onProgress } = input;
  const commits = createCommits(index, startingNotes(index, input), input);
  const reading = embedder ? READING_SHARE : 1;
  try {
    await readDocuments({ index, commits, onShare: (share) => onProgress?.(share * reading, commits.counts()) }, input);
    await commits.commit();
    if (embedder) {
      const onShare = (share: number) => onProgress?.(reading + share * (1 - reading), commits.counts());
      await addVectors({ index, commits, onShare }, { embedder, signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    await commits.commit(); // stopped on purpose: what is ready is kept
    const { reason } = signal;
    if (reason instanceof WinnowError && reason.code !== 'cancelled') throw reason;
    throw new WinnowError('cancelled', 'Stopped. The same command goes on where it was.', { cause: reason });
  }
  return commits.counts();
}

function startingNotes(index: Index, { place: { name }, embedder }: IngestInput): CorpusNotes {
  const notes = notesOf(index.describe(), name);
  const wanted = embedder?.name ?? null;
  if (!notes) return { embedder: wanted, chunkings: [], changedAt: '', languages: {} };
  if (notes.embedder === wanted) return notes;
  throw new WinnowError('usage', otherEmbedder(name, { there: notes.embedder, wanted }));
}

function otherEmbedder(name: string, { there, wanted }: { there: string | null; wanted: string | null }): string {
  const again = `build it again: winnow ingest <sources> --corpus ${name} --rebuild`;
  if (there === null)
    return `The corpus "${name}" was made without vectors. Leave --embed out to add to it as it is, or ${again}.`;
  if (wanted === null)
    return `The corpus "${name}" has vectors of ${there}. Ingest with that embedder (no --embed off), or ${again} --embed off.`;
  return `The corpus "${name}" has vectors of ${there}, but the configured embedder is ${wanted}. Configure that one, or ${again}.`;
}

/** Removes documents by id. Those that were there. */
export async function removeDocuments(
  place: Place,
  ids: readonly string[],
  clock: Clock = systemClock,
): Promise<string[]> {
  const index = await (await indexesAt(place)).open(place.name);
  try {
    const removed: string[] = [];
    for (const id of ids) if (await index.remove(id)) removed.push(id);
    const notes = notesOf(index.describe(), place.name);
    if (removed.length > 0 && notes) await index.commit({ ...notes, changedAt: clock.now() });
    return removed;
  } finally {
    await index.close();
  }
}
