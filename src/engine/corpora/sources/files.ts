/**
 * A file, or every readable file of a folder. A document's id is its file:// address, or the URL a manifest.jsonl gives
 * it.
 */
import { messageOf } from '../../../core/errors.js';
import { readFileLater } from '../../../core/files.js';
import type { Listing, PageFile } from '../../../providers/folder/files.js';
import { documentLimits, parseDocument } from '../../../providers/parse/index.js';
import { fingerprint } from './fingerprint.js';
import type { Source, SourceItem } from './types.js';

type ReadBytes = (file: string) => Promise<Uint8Array>;

/** Files are on this machine unless `read` has them from elsewhere. */
export function fileSource(listing: Listing, read: ReadBytes = (file) => readFileLater(file, documentLimits)): Source {
  return { total: listing.pages.length, unit: 'files', items: (signal) => readFiles(listing, read, signal) };
}

async function* readFiles(
  { pages, skipped }: Listing,
  read: ReadBytes,
  signal: AbortSignal,
): AsyncGenerator<SourceItem> {
  for (const { what, why } of skipped) yield { position: 0, unread: { what, why } };
  for (const [at, page] of pages.entries()) yield { position: at + 1, ...(await readOne(page, read, signal)) };
}

async function readOne({ file, url }: PageFile, read: ReadBytes, signal: AbortSignal) {
  try {
    const bytes = await read(file);
    const document = () => parseDocument({ bytes, url, id: url }, { signal });
    return { found: { id: url, content: fingerprint(bytes), isRecord: false, document } };
  } catch (error) {
    return { unread: { what: file, why: messageOf(error) } };
  }
}
