/** Uploaded files: kept under the data directory, so that a corpus can show a document as it was, and known by an address of their own. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../core/write-files.js';
import { fileSource, type Place, type Source } from '../../engine/corpora/index.js';
import { refusal } from '../refusal.js';

export type UploadedFile = { readonly name: string; readonly bytes: Uint8Array };

const SCHEME = 'upload://';

/** Names come from outside: segments that lead elsewhere, and characters that file systems forbid, are replaced. */
export function safePath(name: string): string {
  const segments = name
    .split(/[\\/]+/)
    .map((segment) =>
      segment
        .replace(/[\p{Cc}<>:"|?*]/gu, '_')
        .replace(/^\.+/, '_')
        .trim()
        .slice(-120),
    )
    .filter((segment) => segment !== '');
  if (segments.length === 0) throw refusal(400, { code: 'usage', message: 'An uploaded file has no name.' });
  return segments.slice(-8).join('/');
}

const folderOf = ({ dataDirectory, name }: Place): string => join(dataDirectory, 'uploads', name);

/** Writes the files; the paths under which they are kept. */
export function keepUploads(files: readonly UploadedFile[], place: Place): Promise<string[]> {
  return Promise.all(
    files.map(async ({ name, bytes }) => {
      const path = safePath(name);
      const file = join(folderOf(place), path);
      makeFolder(dirname(file), { mode: 0o700 });
      await writeFile(file, bytes, { mode: 0o600 });
      return path;
    }),
  );
}

export function uploadSource(paths: readonly string[], place: Place): Source {
  const pages = paths.map((path) => ({
    file: join(folderOf(place), path),
    url: `${SCHEME}${place.name}/${path.split('/').map(encodeURIComponent).join('/')}`,
  }));
  return fileSource({ pages, skipped: [] });
}

/** The bytes of an uploaded document; nothing where it is none of this corpus. */
export async function uploadedBytes(url: string, place: Place): Promise<Uint8Array | undefined> {
  const start = `${SCHEME}${place.name}/`;
  if (!url.startsWith(start)) return undefined;
  const path = safePath(decodeURIComponent(url.slice(start.length)));
  return readFile(join(folderOf(place), path)).catch(() => undefined);
}

export async function removeUploads(place: Place): Promise<void> {
  await rm(folderOf(place), { recursive: true, force: true });
}
