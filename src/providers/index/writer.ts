/**
 * The one writer: gathers additions and removals and makes them durable together. A commit writes new files, then puts the manifest in place;
 * whatever stops it before that point (a crash, a full disk) leaves the last commit as it was.
 */
import { messageOf, WinnowError } from '../../core/errors.js';
import { type Bits, countBits, emptyBits, hasBit, setBit } from './bits.js';
import { type Buffered, createBuffer } from './buffer.js';
import { checkDimensions } from './dense.js';
import type { Files } from './files.js';
import { MANIFEST, type Manifest, type SegmentInfo, writeManifest } from './manifest.js';
import { mergeSegments, toMerge } from './merge.js';
import { advance, NO_MORE } from './postings.js';
import { livePassages, type Segment } from './segment.js';
import { PARTS, partName } from './segment-writer.js';
import type { Snapshots } from './snapshot.js';
import type { IndexEntry } from './types.js';

export type Writer = {
  add(entries: readonly IndexEntry[]): Promise<void>;
  remove(documentId: string): Promise<boolean>;
  commit(notes?: Readonly<Record<string, unknown>>): Promise<void>;
  compact(): Promise<void>;
  close(): void;
};

export type WriterOptions = {
  readonly files: Files;
  readonly snapshots: Snapshots;
  readonly location: string;
  readonly flushBytes: number;
};

/** Work between chances for others to run. */
const ENTRIES_AT_ONCE = 500;
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const isSystemError = (error: unknown): boolean =>
  typeof (error as NodeJS.ErrnoException).code === 'string' && !(error instanceof WinnowError);

type Deletions = Map<string, Bits>;

/** Everything since the last commit. */
type Pending = { buffer: Buffered; flushed: Segment[]; readonly deletions: Deletions; dimensions: number | null };

export function createWriter({ files, snapshots, location, flushBytes }: WriterOptions): Writer {
  const unlock = files.lock();
  snapshots.refresh();
  let nextSegment = snapshots.current().manifest.nextSegment;
  let pending = fresh();
  removeStrays();

  function fresh(): Pending {
    const { manifest } = snapshots.current();
    return { buffer: createBuffer(manifest), flushed: [], deletions: new Map(), dimensions: manifest.dimensions };
  }

  /** Files that no commit speaks of: left by a crash, or merged away. */
  function removeStrays(): void {
    const { manifest } = snapshots.current();
    const known = new Set([MANIFEST, 'writer.lock']);
    for (const { name, tombstones } of manifest.segments) {
      for (const part of PARTS) known.add(partName(name, part));
      if (tombstones !== undefined) known.add(tombstones);
    }
    for (const name of files.list()) if (!known.has(name)) files.remove(name);
  }

  function rollBack(): void {
    for (const segment of pending.flushed) segment.close();
    pending = fresh();
    removeStrays();
  }

  /** Runs a step that writes; on failure everything since the last commit is dropped. */
  async function guarded<T>(step: () => Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (error) {
      if (error instanceof WinnowError) throw error;
      rollBack();
      if (!isSystemError(error)) throw error;
      const reason = messageOf(error);
      throw new WinnowError(
        'unavailable',
        `Writing to ${location} failed (${reason}). It is as it was after the last commit; make room and run the command again.`,
        { cause: error },
      );
    }
  }

  function deletionsOf({ info, deleted }: Segment): Bits {
    const known = pending.deletions.get(info.name) ?? deleted?.slice() ?? emptyBits(info.passages);
    pending.deletions.set(info.name, known);
    return known;
  }

  async function flush(): Promise<void> {
    const { buffer } = pending;
    if (buffer.passages === 0) return;
    const name = `s${nextSegment++}`;
    await buffer.write(files, name, pause);
    let length = 0;
    for (let passage = 0; passage < buffer.passages; passage += 1) length += buffer.lengthOf(passage);
    const { passages, documents, vectors } = buffer;
    const segment = snapshots.open({ name, passages, documents, vectors, length, deleted: 0 });
    pending.flushed.push(segment);
    if (buffer.deleted.size > 0) for (const passage of buffer.deleted) setBit(deletionsOf(segment), passage);
    pending.buffer = createBuffer(snapshots.current().manifest);
  }

  /** The segment's entry in the next manifest, with its deletions written out; nothing where all of it is deleted. */
  function described(segment: Segment, generation: number): SegmentInfo | undefined {
    const bits = pending.deletions.get(segment.info.name);
    if (!bits) return segment.info;
    const deleted = countBits(bits);
    if (deleted === segment.info.passages) return undefined;
    const tombstones = `${segment.info.name}.${generation}.deleted`;
    const file = files.create(tombstones);
    file.write(new Uint8Array(bits.buffer, bits.byteOffset, bits.byteLength));
    file.finish();
    let length = 0;
    segment.lengths.forEach((value, passage) => {
      if (!hasBit(bits, passage)) length += value;
    });
    return { ...segment.info, documents: liveDocuments(segment, bits), deleted, length, tombstones };
  }

  function put(manifest: Manifest): void {
    writeManifest(files, manifest);
    snapshots.show(manifest);
    removeStrays();
  }

  async function merge(from: number, to: number): Promise<void> {
    const { manifest, segments } = snapshots.current();
    const name = `s${nextSegment++}`;
    const { titleWeight } = manifest;
    const merged = await mergeSegments(segments.slice(from, to), { files, name, titleWeight, pause });
    const all = [...manifest.segments.slice(0, from), ...(merged ? [merged] : []), ...manifest.segments.slice(to)];
    put({ ...manifest, generation: manifest.generation + 1, nextSegment, segments: all });
  }

  /** Merging is housekeeping: a disk too full for it is no reason to fail a commit that is already safe. */
  async function keepHouse(): Promise<void> {
    try {
      for (let range = toMerge(snapshots.current().manifest.segments); range; range = toMerge(snapshots.current().manifest.segments)) {
        await merge(range.from, range.to);
      }
    } catch (error) {
      removeStrays();
      if (!isSystemError(error)) throw error;
    }
  }

  async function commit(notes?: Readonly<Record<string, unknown>>): Promise<void> {
    await flush();
    const { manifest, segments } = snapshots.current();
    if (pending.flushed.length === 0 && pending.deletions.size === 0 && !notes) return;
    const generation = manifest.generation + 1;
    const infos = [...segments, ...pending.flushed].flatMap((segment) => described(segment, generation) ?? []);
    const { dimensions } = pending;
    writeManifest(files, { ...manifest, generation, nextSegment, dimensions, segments: infos, notes: notes ?? manifest.notes });
    for (const segment of pending.flushed) segment.close();
    snapshots.refresh();
    pending = fresh();
    removeStrays();
  }

  return {
    add: (entries) =>
      guarded(async () => {
        for (const { vector } of entries) {
          if (!vector) continue;
          checkDimensions(vector.length, pending.dimensions);
          pending.dimensions = vector.length;
        }
        let count = 0;
        for (const entry of entries) {
          pending.buffer.add(entry);
          count += 1;
          if (pending.buffer.bytes > flushBytes) await flush();
          else if (count % ENTRIES_AT_ONCE === 0) await pause();
        }
      }),
    remove: (documentId) =>
      guarded(async () => {
        let found = pending.buffer.remove(documentId);
        for (const segment of [...snapshots.current().segments, ...pending.flushed]) {
          const known = pending.deletions.get(segment.info.name);
          const passages = livePassages(segment, { document: documentId }).filter((passage) => !known || !hasBit(known, passage));
          for (const passage of passages) setBit(deletionsOf(segment), passage);
          found ||= passages.length > 0;
        }
        return found;
      }),
    async commit(notes) {
      await guarded(() => commit(notes));
      await keepHouse();
    },
    async compact() {
      await guarded(() => commit());
      const { manifest } = snapshots.current();
      const clean = manifest.segments.length <= 1 && manifest.segments.every(({ deleted }) => deleted === 0);
      if (!clean) await guarded(() => merge(0, manifest.segments.length));
    },
    close() {
      for (const segment of pending.flushed) segment.close();
      removeStrays();
      unlock();
    },
  };
}

/** Documents with a passage that is not deleted. */
function liveDocuments({ dictionary, cursor }: Segment, deleted: Bits): number {
  let documents = 0;
  for (const { key, info } of dictionary.from('d')) {
    if (!key.startsWith('d')) break;
    const at = cursor(info);
    let live = false;
    for (let passage = at.passage; passage !== NO_MORE && !live; passage = advance(at)) live = !hasBit(deleted, passage);
    if (live) documents += 1;
  }
  return documents;
}
