/** Uploaded files: kept, so that a corpus can show a document as it was, and known by an address of their own. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../core/write-files.js';
import { fileSource, type Source } from '../../engine/corpora/index.js';
import type { Parser } from '../../providers/parse/index.js';
import { refusal } from '../refusal.js';

export type UploadedFile = { readonly name: string; readonly bytes: Uint8Array };

/** Where they are kept, by corpus and path. */
export type UploadStore = {
  readonly write: (corpus: string, path: string, bytes: Uint8Array) => Promise<void>;
  readonly read: (corpus: string, path: string) => Promise<Uint8Array>;
  /** All of a corpus. */
  readonly remove: (corpus: string) => Promise<void>;
};

const SCHEME = 'upload://';

/** Names come from outside: segments that lead elsewhere, and characters that file systems forbid, are replaced. */
export function safePath(name: string): string {
  const segments = name
    .split(/[\\/]+/)
    .map((segment) =>
      segment
        .replace(/[\p{Cc}<>:"|?*]/gu, '_')
        .slice(-120)
        .trim()
        .replace(/^\.+/, '_'),
    )
    .filter((segment) => segment !== '');
  if (segments.length === 0) throw refusal(400, { code: 'usage', message: 'An uploaded file has no name.' });
  return segments.slice(-8).join('/');
}

/** On this machine's disk. */
export function uploadsOnDisk(directory: string): UploadStore {
  const fileOf = (corpus: string, path: string) => join(directory, corpus, path);
  return {
    write: async (corpus, path, bytes) => {
      makeFolder(dirname(fileOf(corpus, path)), { mode: 0o700 });
      await writeFile(fileOf(corpus, path), bytes, { mode: 0o600 });
    },
    read: (corpus, path) => readFile(fileOf(corpus, path)),
    remove: (corpus) => rm(join(directory, corpus), { recursive: true, force: true }),
  };
}

/** Thousands may come at once: a store that is far away is not asked for all of them together. */
const WRITTEN_AT_ONCE = 8;

/** Writes the files; the paths under which they are kept. */
export async function keepUploads(
  store: UploadStore,
  corpus: string,
  files: readonly UploadedFile[],
): Promise<string[]> {
  const paths = files.map(({ name }) => safePath(name));
  for (let from = 0; from < files.length; from += WRITTEN_AT_ONCE) {
    const some = files.slice(from, from + WRITTEN_AT_ONCE);
    await Promise.all(some.map(({ bytes }, at) => store.write(corpus, paths[from + at]!, bytes)));
  }
  return paths;
}

type Uploads = { readonly store: UploadStore; readonly parse: Parser };

export function uploadSource({ store, parse }: Uploads, corpus: string, paths: readonly string[]): Source {
  const urlOf = (path: string) => `${SCHEME}${corpus}/${path.split('/').map(encodeURIComponent).join('/')}`;
  const pages = paths.map((file) => ({ file, url: urlOf(file) }));
  return fileSource({ pages, skipped: [] }, parse, (path) => store.read(corpus, path));
}

/** The bytes of an uploaded document; nothing where it is none of this corpus. */
export async function uploadedBytes(store: UploadStore, corpus: string, url: string): Promise<Uint8Array | undefined> {
  const start = `${SCHEME}${corpus}/`;
  if (!url.startsWith(start)) return undefined;
  const path = safePath(decodeURIComponent(url.slice(start.length)));
  return store.read(corpus, path).catch(() => undefined);
}
