/**
 * The one writer: gathers additions and removals and makes them durable together. A commit writes new files, then puts
 * the manifest in place; whatever stops it before that point (a crash, a full disk) leaves the last commit as it was.
 */
import { WinnowError } from '../../core/errors.js';
import { isSystemError, whyOf } from '../../core/files.js';
import type { Files } from './files.js';
import { type Household, keepHouse, mergeRange, numberFrom, removeStrays } from './housekeeping.js';
import { writeManifest } from './manifest.js';
import { createPending, type PendingChanges } from './pending.js';
import type { Snapshots } from './snapshot.js';
import type { Index } from './types.js';

export type Writer = Pick<Index, 'add' | 'remove' | 'replace' | 'commit' | 'compact'> & { close(): void };

export type WriterOptions = {
  readonly files: Files;
  readonly snapshots: Snapshots;
  readonly location: string;
  readonly flushBytes: number;
};

function explained(error: unknown, location: string): unknown {
  if (!isSystemError(error)) return error;
  const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(error.code ?? '');
  const advice = isFull
    ? 'make room and try again'
    : 'choose a directory you may write to (of a corpus: dataDirectory)';
  const what = `Writing to ${location} failed: ${whyOf(error)}.`;
  return new WinnowError('unavailable', `${what} It is as it was after the last commit; ${advice}.`, { cause: error });
}

/** A full disk may have no room for the lock either. */
function locked({ files, location }: WriterOptions): () => void {
  try {
    return files.lock();
  } catch (error) {
    throw explained(error, location);
  }
}

/** Takes the lock; gives it back where the index cannot be written. */
export function createWriter(options: WriterOptions): Writer {
  const unlock = locked(options);
  try {
    return lockedWriter(options, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function lockedWriter({ files, snapshots, location, flushBytes }: WriterOptions, unlock: () => void): Writer {
  snapshots.refresh();
  const numbering = numberFrom(snapshots.current().manifest.nextSegment);
  const household: Household = { files, snapshots, numbering };
  let pending: PendingChanges;

  const begin = (): void => {
    removeStrays(files, snapshots.current().manifest);
    pending = createPending({ files, snapshots, flushBytes, nextName: numbering.name });
  };
  begin();

  /** On failure everything since the last commit is dropped. A usage error comes before anything was changed. */
  const guarded = async <T>(step: () => Promise<T>): Promise<T> => {
    try {
      return await step();
    } catch (error) {
      if (error instanceof WinnowError) throw error;
      pending.close();
      begin();
      throw explained(error, location);
    }
  };

  const commit = async (notes?: Readonly<Record<string, unknown>>): Promise<void> => {
    if (pending.isEmpty() && !notes) return;
    await pending.flush();
    const { manifest } = snapshots.current();
    const generation = manifest.generation + 1;
    const { dimensions } = pending;
    const segments = pending.describe(generation);
    writeManifest(files, {
      ...manifest,
      generation,
      nextSegment: numbering.next,
      dimensions,
      segments,
      notes: notes ?? manifest.notes,
    });
    pending.close();
    snapshots.refresh();
    begin();
  };

  /** Merging is housekeeping: a disk too full for it is no reason to fail a commit that is already safe. */
  const tidyUp = async (): Promise<void> => {
    try {
      await keepHouse(household);
    } catch (error) {
      if (!isSystemError(error)) throw error;
    }
    begin();
  };

  return {
    add: (entries) => guarded(() => pending.add(entries)),
    remove: (documentId) => guarded(async () => pending.remove(documentId)),
    replace: (documentId, entries) =>
      guarded(async () => {
        pending.check(entries);
        pending.remove(documentId);
        await pending.add(entries);
      }),
    async commit(notes) {
      await guarded(() => commit(notes));
      await tidyUp();
    },
    async compact() {
      await guarded(() => commit());
      const { segments } = snapshots.current().manifest;
      const clean = segments.length <= 1 && segments.every(({ deleted }) => deleted === 0);
      if (!clean) await guarded(() => mergeRange(household, { from: 0, to: segments.length }));
      begin();
    },
    close() {
      pending.close();
      removeStrays(files, snapshots.current().manifest);
      unlock();
    },
  };
}
