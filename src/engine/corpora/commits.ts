/** What an ingest has done, and when it is made safe. */
import { type Clock, systemClock } from '../../core/clock.js';
import type { Index } from '../../providers/index/types.js';
import { type CorpusNotes, vectorCounts } from './notes.js';

export type IngestCounts = {
  /** Documents and passages added or replaced, and safe. */
  readonly documents: number;
  readonly passages: number;
  readonly unchanged: number;
  readonly unread: number;
  /** Passages of the whole corpus that have their vector, and that are to get one. */
  readonly vectors: number;
  readonly withoutVector: number;
};

export type CommitBounds = {
  /** Passages in one commit at most. */
  readonly batch?: number | undefined;
  readonly clock?: Clock;
};

export type Commits = {
  /** What was handed to the index since the last commit is one document with so many passages more. */
  readonly add: (passages: number) => void;
  /** So many passages got their vector. */
  readonly addVectors: (passages: number) => void;
  readonly pass: (what: 'unchanged' | 'unread') => void;
  readonly note: (change: (notes: CorpusNotes) => CorpusNotes) => void;
  /** With what is not safe yet. */
  readonly counts: () => IngestCounts;
  readonly commitIfDue: () => Promise<void>;
  readonly commit: () => Promise<void>;
};

/** A commit costs a few synced files: 20,000 short records take 18 s in commits of 512 and 6 s in commits of 4,096. */
const BATCH = 4096;
/** Embedding is slow; a commit at least this often, so that little is lost, */
const LONGEST_MS = 10_000;
/** but no more than a tenth of the time is spent on commits, which take longer the larger the corpus is. */
const LEAST_TIMES_COMMIT = 10;

export function createCommits(
  index: Index,
  starting: CorpusNotes,
  { batch = BATCH, clock = systemClock, onCommit }: CommitBounds & { onCommit?: (counts: IngestCounts) => void },
): Commits {
  const safe = { documents: 0, passages: 0, unchanged: 0, unread: 0 };
  const pending = { documents: 0, passages: 0, vectors: 0 };
  let notes = starting;
  let [committedMs, tookMs] = [clock.monotonicMs(), 0];

  const counts = (): IngestCounts => ({
    ...safe,
    documents: safe.documents + pending.documents,
    passages: safe.passages + pending.passages,
    ...vectorCounts(index.describe(), notes),
  });
  const commit = async (): Promise<void> => {
    const startedMs = clock.monotonicMs();
    if (pending.documents + pending.vectors > 0) {
      notes = { ...notes, changedAt: clock.now() };
      await index.commit(notes);
      safe.documents += pending.documents;
      safe.passages += pending.passages;
      Object.assign(pending, { documents: 0, passages: 0, vectors: 0 });
      onCommit?.(counts());
    }
    committedMs = clock.monotonicMs();
    tookMs = committedMs - startedMs;
  };
  const isDue = (): boolean => {
    const waiting = pending.passages + pending.vectors;
    const sinceMs = clock.monotonicMs() - committedMs;
    return waiting >= batch || (waiting > 0 && sinceMs >= Math.max(LONGEST_MS, LEAST_TIMES_COMMIT * tookMs));
  };

  return {
    add: (passages) => {
      pending.documents += 1;
      pending.passages += passages;
    },
    addVectors: (passages) => {
      pending.vectors += passages;
    },
    pass: (what) => {
      safe[what] += 1;
    },
    note: (change) => {
      notes = change(notes);
    },
    counts,
    commit,
    commitIfDue: async () => {
      if (isDue()) await commit();
    },
  };
}
