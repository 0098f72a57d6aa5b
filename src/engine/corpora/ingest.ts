/**
 * Reads sources into a corpus. Commits in batches: whatever stops it loses at most the batch in flight, and running it
 * again goes on, because every passage carries the fingerprint of its document's content and of how it was cut and
 * embedded.
 */

import { type Clock, systemClock } from '../../core/clock.js';
import type { Passage } from '../../core/data.js';
import { messageOf, WinnowError } from '../../core/errors.js';
import type { Embedder } from '../../core/ports.js';
import { doubtsOf } from '../../providers/folder/doubts.js';
import type { Index, IndexEntry } from '../../providers/index/types.js';
import { contextualText } from '../../text/contextual.js';
import type { CutRule } from '../../text/semantic-chunks.js';
import { type Chunking, chunkDocument, WHOLE_CHARACTERS } from './chunk.js';
import { type CorpusNotes, languageOf, notesOf, withChunking, withLanguage } from './notes.js';
import { indexesAt, type Place } from './places.js';
import { fingerprint } from './sources/fingerprint.js';
import type { FoundDocument, Source, SourceItem, Unread } from './sources/types.js';

export type IngestCounts = {
  /** Documents and passages added or replaced, and safe. */
  readonly documents: number;
  readonly passages: number;
  readonly unchanged: number;
  readonly unread: number;
};

export type IngestWatch = {
  /** After every commit: all of this is on disk. */
  readonly onCommit?: (counts: IngestCounts) => void;
  /** How much of the sources was looked at, 0 to 1. */
  readonly onProgress?: (share: number, counts: IngestCounts) => void;
  readonly onUnread?: (unread: Unread) => void;
  /** A document that was read, but not all of it, or not for certain. */
  readonly onDoubt?: (doubt: Unread) => void;
};

export type IngestInput = IngestWatch & {
  readonly place: Place;
  readonly sources: readonly Source[];
  /** By default records under 512 tokens stay whole and everything else is cut into sections. */
  readonly chunking?: Chunking | undefined;
  readonly cut?: CutRule | undefined;
  /** `undefined` for a corpus of words alone. */
  readonly embedder: Embedder | undefined;
  /** Passages in one commit at most. */
  readonly batch?: number | undefined;
  /** Builds the corpus anew beside the one there is, which is searched until all sources are read. */
  readonly rebuild?: boolean | undefined;
  readonly signal: AbortSignal;
  readonly clock?: Clock;
};

/** A commit costs a few synced files: 20,000 short records take 18 s in commits of 512 and 6 s in commits of 4,096. */
const BATCH = 4096;
/**
 * Documents that are read, cut and embedded at the same time, so that no core waits for the next; they are stored in
 * the order they came.
 */
const AT_ONCE = 8;
/** Embedding is slow; a commit at least this often, so that little is lost. */
const LONGEST_MS = 10_000;

export async function ingest(input: IngestInput): Promise<IngestCounts> {
  const indexes = await indexesAt(input.place);
  const { name } = input.place;
  const { index, finish } = input.rebuild
    ? await indexes.rebuild(name)
    : { index: await indexes.open(name), finish: undefined };
  try {
    await index.commit(); // takes the writer's lock before anything is read
    const notes = startingNotes(index, input);
    const counts = await readAll(index, notes, input);
    if (counts.documents + counts.unchanged > 0) await finish?.();
    return counts;
  } finally {
    await index.close();
  }
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

type Tally = { documents: number; passages: number; unchanged: number; unread: number };
type State = {
  readonly tally: Tally;
  readonly pending: Tally;
  readonly ids: Set<string>;
  /**
   * It held nothing when the lock was taken, so that no document need be looked up: on a server each would cost a
   * search.
   */
  readonly wasEmpty: boolean;
  notes: CorpusNotes;
  committedMs: number;
};

const nothing = (): Tally => ({ documents: 0, passages: 0, unchanged: 0, unread: 0 });

async function readAll(index: Index, notes: CorpusNotes, input: IngestInput): Promise<IngestCounts> {
  const { clock = systemClock, signal } = input;
  const wasEmpty = index.describe().passages === 0;
  const state: State = {
    tally: nothing(),
    pending: nothing(),
    ids: new Set(),
    wasEmpty,
    notes,
    committedMs: clock.monotonicMs(),
  };
  const prepared: { readonly storing: Promise<Store>; readonly share: number }[] = [];
  const storeNext = async (): Promise<void> => {
    const { storing, share } = prepared.shift()!;
    await (await storing)();
    if (isDue(state, input, clock)) await commit(index, state, input);
    input.onProgress?.(share, counted(state));
  };
  try {
    for (const [at, source] of input.sources.entries()) {
      for await (const item of source.items(signal)) {
        signal.throwIfAborted();
        const share = (at + Math.min(1, item.position / source.total)) / input.sources.length;
        prepared.push({ storing: prepare(item, state, { ...input, index }), share });
        if (prepared.length >= AT_ONCE) await storeNext();
      }
    }
    while (prepared.length > 0) await storeNext();
  } catch (error) {
    if (!signal.aborted) throw error;
    await commit(index, state, input); // stopped on purpose: what is ready is kept
    const { reason } = signal;
    if (reason instanceof WinnowError && reason.code !== 'cancelled') throw reason;
    throw new WinnowError('cancelled', 'Stopped. The same command goes on where it was.', { cause: reason });
  }
  await commit(index, state, input);
  return state.tally;
}

const counted = ({ tally, pending }: State): IngestCounts => ({
  ...tally,
  documents: tally.documents + pending.documents,
  passages: tally.passages + pending.passages,
});

function unread(what: Unread, { tally }: State, { onUnread }: IngestWatch): void {
  tally.unread += 1;
  onUnread?.(what);
}

/** What is left to do with a document that was read, cut and embedded. */
type Store = () => Promise<void>;

/** Never rejects: what went wrong is thrown, or noted, when it is the document's turn to be stored. */
async function prepare(item: SourceItem, state: State, input: IngestInput & { readonly index: Index }): Promise<Store> {
  const leaveOut = (what: Unread): Store => {
    return async () => unread(what, state, input);
  };
  if ('unread' in item) return leaveOut(item.unread);
  const { found } = item;
  const { index, signal } = input;
  if (state.ids.has(found.id))
    return leaveOut({ what: found.id, why: 'this id came before in the same sources; the first is kept' });
  state.ids.add(found.id);
  const signature = fingerprint(
    found.content,
    input.chunking ?? 'default',
    JSON.stringify(input.cut ?? null),
    input.embedder?.name ?? 'none',
  );
  try {
    const [known] = state.wasEmpty ? [] : await index.passagesOf(found.id);
    if (known?.metadata?.fingerprint === signature)
      return async () => {
        state.tally.unchanged += 1;
      };
    const entries = await entriesOf(found, { ...input, state, metadata: { fingerprint: signature } });
    return async () => {
      await index.replace(found.id, entries);
      state.pending.documents += 1;
      state.pending.passages += entries.length;
    };
  } catch (error) {
    const isOurs = error instanceof WinnowError && error.code !== 'unreadable';
    if (!signal.aborted && !isOurs) return leaveOut({ what: found.id, why: messageOf(error) });
    return async () => {
      throw error;
    };
  }
}

type ChunkContext = IngestInput & { readonly state: State; readonly metadata: { readonly fingerprint: string } };

async function entriesOf(
  found: FoundDocument,
  { chunking, cut, embedder, state, metadata, signal, onDoubt }: ChunkContext,
): Promise<IndexEntry[]> {
  const document = await found.document();
  for (const why of doubtsOf(document)) onDoubt?.({ what: found.id, why });
  const isShort = found.isRecord && document.text.length < WHOLE_CHARACTERS;
  const chosen = chunking ?? (isShort ? 'whole' : 'sections');
  const passages = await chunkDocument(document, { chunking: chosen, embedder, cut, signal });
  if (passages.length === 0) throw new WinnowError('unreadable', 'it holds no text');
  const vectors = embedder ? await embedder.embed(passages.map(embedded), { signal, keep: true }) : [];
  const language = languageOf(document);
  state.notes = {
    ...state.notes,
    chunkings: withChunking(state.notes.chunkings, chosen),
    languages: withLanguage(state.notes.languages, language),
  };
  return passages.map((passage, at) => {
    const vector = vectors[at];
    return { passage, metadata, language, ...(vector && { vector }) };
  });
}

/** What the embedder sees of a passage. */
export const embedded = ({ source, headings, text }: Passage): string => contextualText(source.title, headings, text);

function isDue({ pending, committedMs }: State, { batch = BATCH }: IngestInput, clock: Clock): boolean {
  return pending.passages >= batch || (pending.passages > 0 && clock.monotonicMs() - committedMs >= LONGEST_MS);
}

async function commit(index: Index, state: State, { onCommit, clock = systemClock }: IngestInput): Promise<void> {
  const { tally, pending } = state;
  if (pending.documents > 0) {
    state.notes = { ...state.notes, changedAt: clock.now() };
    await index.commit(state.notes);
    tally.documents += pending.documents;
    tally.passages += pending.passages;
    Object.assign(pending, nothing());
    onCommit?.({ ...tally });
  }
  state.committedMs = clock.monotonicMs();
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
