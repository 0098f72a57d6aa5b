/**
 * Texts on disk by key, one file each, with a limit on their size. A file is put in place whole, so that a kill leaves
 * the old state or the new one and several processes may share the folder. The time of a file is that of its last use;
 * the longest unused go first.
 */

import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../../core/clock.js';
import { makeFolder } from '../../core/write-files.js';

export type DiskCache = {
  /** The text, unless there is none or it was put there longer ago than this. */
  readonly get: (key: string, maxAgeMs: number) => Promise<string | undefined>;
  /** Returns at once; a disk that cannot be written makes the cache forgetful, not the caller fail. */
  readonly put: (key: string, text: string) => void;
  /** Until everything is written. */
  readonly settle: () => Promise<void>;
};

export type DiskCacheOptions = { readonly folder: string; readonly maxBytes: number; readonly clock: Clock };

/** Evicting leaves this share, so that not every further file evicts again. */
const LEFT = 0.9;
/** Others write too: the folder is measured again after so much of the limit was written here. */
const MEASURED_EACH = 0.1;
/** What a killed process left half written. */
const STALE_PART_MS = 3_600_000;

export function createDiskCache({ folder, maxBytes, clock }: DiskCacheOptions): DiskCache {
  const fileOf = (key: string) => join(folder, key.slice(0, 2), key.slice(2));
  const nowMs = () => Date.parse(clock.now());
  const pending = new Set<Promise<void>>();
  let sinceMeasured = Number.POSITIVE_INFINITY;
  let evicting: Promise<void> | undefined;
  let parts = 0;

  async function write(key: string, text: string): Promise<void> {
    const file = fileOf(key);
    const part = `${file}.${process.pid}-${parts++}.part`;
    makeFolder(dirname(file));
    const bytes = Buffer.from(`${nowMs()}\n${text}`);
    await writeFile(part, bytes, { mode: 0o600 });
    await rename(part, file);
    sinceMeasured += bytes.length;
    if (sinceMeasured < maxBytes * MEASURED_EACH) return;
    sinceMeasured = 0;
    evicting ??= evict({ folder, maxBytes, nowMs: nowMs() }).finally(() => {
      evicting = undefined;
    });
    await evicting;
  }

  return {
    get: async (key, maxAgeMs) => {
      const file = fileOf(key);
      const content = await readFile(file, 'utf8').catch(() => undefined);
      if (content === undefined) return undefined;
      const end = content.indexOf('\n');
      const storedMs = Number(content.slice(0, Math.max(0, end)));
      if (end < 1 || !(nowMs() - storedMs <= maxAgeMs)) return undefined;
      const used = nowMs() / 1000;
      utimes(file, used, used).catch(() => undefined);
      return content.slice(end + 1);
    },
    put: (key, text) => {
      if (text.length > maxBytes * MEASURED_EACH) return;
      const writing = write(key, text).catch(() => undefined);
      pending.add(writing);
      writing.finally(() => pending.delete(writing));
    },
    settle: async () => {
      await Promise.all(pending);
    },
  };
}

type Entry = { readonly file: string; readonly size: number; readonly usedMs: number };

async function evict({ folder, maxBytes, nowMs }: { folder: string; maxBytes: number; nowMs: number }): Promise<void> {
  const all = await entriesOf(folder);
  const isStale = ({ file, usedMs }: Entry) => file.endsWith('.part') && usedMs < nowMs - STALE_PART_MS;
  const doomed = all.filter(isStale);
  const kept = all.filter((entry) => !isStale(entry));
  let bytes = kept.reduce((sum, { size }) => sum + size, 0);
  if (bytes > maxBytes) {
    for (const entry of kept.sort((left, right) => left.usedMs - right.usedMs)) {
      if (bytes <= maxBytes * LEFT) break;
      bytes -= entry.size;
      doomed.push(entry);
    }
  }
  for (const { file } of doomed) await rm(file, { force: true });
}

/** Files that vanish meanwhile were evicted by another process. */
async function entriesOf(folder: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const name of await readdir(folder, { recursive: true })) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile()) entries.push({ file, size: found.size, usedMs: found.mtimeMs });
  }
  return entries;
}
