/**
 * Files on disk by key, up to a size in all; the least recently used go first. One file each, written whole and renamed
 * into place, so that several processes may share the folder and a crash leaves nothing half. What cannot be read or
 * written is as good as missing.
 */

import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../../core/json.js';
import { makeFolder } from '../../../core/write-files.js';

const meta = z.object({
  url: z.string(),
  /** Milliseconds since 1970. */
  storedAtMs: z.number(),
  headers: z.record(z.string(), z.string()),
});
export type StoredMeta = z.infer<typeof meta>;
export type StoredResponse = { readonly meta: StoredMeta; readonly bytes: Uint8Array };

export type DiskStore = {
  read(key: string): Promise<StoredResponse | undefined>;
  write(key: string, meta: StoredMeta, bytes: Uint8Array): Promise<void>;
};

export type DiskStoreOptions = { readonly folder: string; readonly maxBytes: number; readonly nowMs: () => number };

/** Room is made for more than the one file, so that it is not made with every write. */
const keptShare = 0.9;
/** One file must not push out all others. */
const largestShare = 0.25;

export function createDiskStore({ folder, maxBytes, nowMs }: DiskStoreOptions): DiskStore {
  let total: number | undefined;
  let cleaning: Promise<void> = Promise.resolve();
  const fileOf = (key: string) => join(folder, `${createHash('sha256').update(key).digest('hex')}.page`);

  async function read(key: string): Promise<StoredResponse | undefined> {
    const file = fileOf(key);
    const content = await readFile(file).catch(() => undefined);
    const found = content && decode(key, content);
    if (found) await utimes(file, nowMs() / 1000, nowMs() / 1000).catch(() => undefined);
    return found;
  }

  async function write(key: string, meta: StoredMeta, bytes: Uint8Array): Promise<void> {
    const content = encode(key, meta, bytes);
    if (content.length > maxBytes * largestShare) return;
    const file = fileOf(key);
    const temporary = `${file}.${randomBytes(4).toString('hex')}.tmp`;
    try {
      makeFolder(folder, { mode: 0o700 });
      await writeFile(temporary, content, { mode: 0o600 });
      await utimes(temporary, nowMs() / 1000, nowMs() / 1000);
      await rename(temporary, file);
    } catch {
      await rm(temporary, { force: true }).catch(() => undefined);
      return;
    }
    total = (total ?? (await sizeOf(folder))) + content.length;
    if (total <= maxBytes) return;
    cleaning = cleaning.then(async () => {
      total = await makeRoom(folder, maxBytes * keptShare);
    });
    await cleaning;
  }

  return { read, write };
}

async function sizeOf(folder: string): Promise<number> {
  return (await entriesOf(folder)).reduce((sum, { size }) => sum + size, 0);
}

/** Deletes the oldest files until the rest fits; gives the size of the rest. */
async function makeRoom(folder: string, most: number): Promise<number> {
  const entries = (await entriesOf(folder)).sort((one, other) => one.usedMs - other.usedMs);
  let size = entries.reduce((sum, entry) => sum + entry.size, 0);
  for (const entry of entries) {
    if (size <= most) break;
    await rm(entry.file, { force: true }).catch(() => undefined);
    size -= entry.size;
  }
  return size;
}

type Entry = { readonly file: string; readonly size: number; readonly usedMs: number };

async function entriesOf(folder: string): Promise<Entry[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => /\.page(?:\.[0-9a-f]+\.tmp)?$/.test(name)).map((name) => join(folder, name));
  const entries = await Promise.all(
    files.map(async (file) => {
      const found = await stat(file).catch(() => undefined);
      return found ? [{ file, size: found.size, usedMs: found.mtimeMs }] : [];
    }),
  );
  return entries.flat();
}

/** A line of JSON, then the bytes. The key is kept and compared. */
function encode(key: string, stored: StoredMeta, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ key, meta: stored, length: bytes.length })}\n`), bytes]);
}

const head = z.object({ key: z.string(), meta, length: z.number() });

function decode(key: string, content: Buffer): StoredResponse | undefined {
  const end = content.indexOf('\n');
  const read = head.safeParse(end < 0 ? undefined : parseJson(content.toString('utf8', 0, end)));
  const bytes = content.subarray(end + 1);
  if (!read.success || read.data.key !== key || bytes.length !== read.data.length) return undefined;
  return { meta: read.data.meta, bytes: new Uint8Array(bytes) };
}
