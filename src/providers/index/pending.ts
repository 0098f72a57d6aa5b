/**
 * Everything a writer was given since the last commit: passages in memory, segments not yet committed, and deletions in
 * all segments.
 */
import { type Bits, countBits, emptyBits, hasBit, setBit } from './bits.js';
import { createBuffer, type SegmentBuffer } from './buffer.js';
import { dimensionsWith } from './dense.js';
import { documentKey } from './dictionary.js';
import type { Files } from './files.js';
import type { SegmentInfo } from './manifest.js';
import { liveDocuments, type Segment } from './segment.js';
import type { Snapshots } from './snapshot.js';
import type { IndexEntry } from './types.js';

/** Work between chances for others to run. */
const ENTRIES_AT_ONCE = 500;
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export type PendingChanges = {
  readonly dimensions: number | null;
  isEmpty(): boolean;
  /** Throws where the vectors do not fit, before anything is changed. */
  check(entries: readonly IndexEntry[]): void;
  add(entries: readonly IndexEntry[]): Promise<void>;
  remove(documentId: string): boolean;
  /** Writes what is in memory to a segment. */
  flush(): Promise<void>;
  /** The segments of the next commit, their deletions written out. */
  describe(generation: number): SegmentInfo[];
  close(): void;
};

export type PendingOptions = {
  readonly files: Files;
  readonly snapshots: Snapshots;
  readonly flushBytes: number;
  readonly nextName: () => string;
};

function liveLength({ lengths }: Segment, deleted: Bits): number {
  return lengths.reduce((sum, length, passage) => (hasBit(deleted, passage) ? sum : sum + length), 0);
}

/** The segment as it will be listed with these deletions; nothing where all of it is deleted. */
function withDeletions(
  segment: Segment,
  bits: Bits,
  { files, generation }: { files: Files; generation: number },
): SegmentInfo | undefined {
  const deleted = countBits(bits);
  if (deleted === segment.info.passages) return undefined;
  const tombstones = `${segment.info.name}.${generation}.deleted`;
  const file = files.create(tombstones);
  file.write(new Uint8Array(bits.buffer, bits.byteOffset, bits.byteLength));
  file.finish();
  return {
    ...segment.info,
    documents: [...liveDocuments(segment, bits)].length,
    vectors: segment.vectors?.passages().filter((passage) => !hasBit(bits, passage)).length ?? 0,
    deleted,
    length: liveLength(segment, bits),
    tombstones,
  };
}

function infoOf(buffer: SegmentBuffer, name: string): SegmentInfo {
  const { passages, documents, vectors, length } = buffer;
  return { name, passages, documents, vectors, length, deleted: 0 };
}

export function createPending({ files, snapshots, flushBytes, nextName }: PendingOptions): PendingChanges {
  const { manifest, segments } = snapshots.current();
  const flushed: Segment[] = [];
  const deletions = new Map<Segment, Bits>();
  let buffer = createBuffer(manifest);
  let { dimensions } = manifest;

  const check = (entries: readonly IndexEntry[]) => dimensionsWith(entries, dimensions);
  const deletionsIn = (segment: Segment): Bits => {
    const bits = deletions.get(segment) ?? segment.deleted?.slice() ?? emptyBits(segment.info.passages);
    deletions.set(segment, bits);
    return bits;
  };
  const removeIn = (segment: Segment, documentId: string): boolean => {
    const gone = deletions.get(segment) ?? segment.deleted;
    const live = segment.passagesWith(documentKey(documentId)).filter((passage) => !gone || !hasBit(gone, passage));
    for (const passage of live) setBit(deletionsIn(segment), passage);
    return live.length > 0;
  };
  const flush = async (): Promise<void> => {
    if (buffer.passages === 0) return;
    const name = nextName();
    await buffer.write(files, name, pause);
    const segment = snapshots.open(infoOf(buffer, name));
    flushed.push(segment);
    for (const passage of buffer.deleted) setBit(deletionsIn(segment), passage);
    buffer = createBuffer(manifest);
  };

  return {
    get dimensions() {
      return dimensions;
    },
    isEmpty: () => buffer.passages === 0 && flushed.length === 0 && deletions.size === 0,
    flush,
    check,
    async add(entries) {
      dimensions = check(entries);
      for (const [at, entry] of entries.entries()) {
        buffer.add(entry);
        if (buffer.bytes > flushBytes) await flush();
        else if (at % ENTRIES_AT_ONCE === ENTRIES_AT_ONCE - 1) await pause();
      }
    },
    remove(documentId) {
      const inBuffer = buffer.remove(documentId);
      return [...segments, ...flushed].map((segment) => removeIn(segment, documentId)).includes(true) || inBuffer;
    },
    describe: (generation) =>
      [...segments, ...flushed].flatMap((segment) => {
        const bits = deletions.get(segment);
        return (bits ? withDeletions(segment, bits, { files, generation }) : segment.info) ?? [];
      }),
    close() {
      for (const segment of flushed) segment.close();
    },
  };
}
