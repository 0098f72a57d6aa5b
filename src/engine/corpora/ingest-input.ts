/** What an ingest is given, and what it tells meanwhile. */
import type { Embedder } from '../../core/ports.js';
import type { CutRule } from '../../text/semantic-chunks.js';
import type { Chunking } from './chunk.js';
import type { CommitBounds, IngestCounts } from './commits.js';
import type { Place } from './places.js';
import type { Source, Unread } from './sources/types.js';

export type IngestWatch = {
  /** After every commit: all of this is on disk. */
  readonly onCommit?: (counts: IngestCounts) => void;
  /** How much of the work is done, 0 to 1. */
  readonly onProgress?: (share: number, counts: IngestCounts) => void;
  readonly onUnread?: (unread: Unread) => void;
  /** A document that was read, but not all of it, or not for certain. */
  readonly onDoubt?: (doubt: Unread) => void;
};

export type IngestInput = IngestWatch &
  CommitBounds & {
    readonly place: Place;
    readonly sources: readonly Source[];
    /** By default records under 512 tokens stay whole and everything else is cut into sections. */
    readonly chunking?: Chunking | undefined;
    readonly cut?: CutRule | undefined;
    /** `undefined` for a corpus of words alone. */
    readonly embedder: Embedder | undefined;
    /** Builds the corpus anew beside the one there is, which is searched until the new one is whole. */
    readonly rebuild?: boolean | undefined;
    readonly signal: AbortSignal;
  };
