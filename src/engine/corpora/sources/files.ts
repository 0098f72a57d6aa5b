/**
 * A file, or every readable file of a folder. A document's id is its file:// address, or the URL a manifest.jsonl gives
 * it.
 */
import { messageOf } from '../../../core/errors.js';
import { readFileLater } from '../../../core/files.js';
import type { Listing, PageFile } from '../../../providers/folder/files.js';
import { documentLimits, type Parser } from '../../../providers/parse/index.js';
import { fingerprint } from './fingerprint.js';
import type { Source, SourceItem } from './types.js';

type ReadBytes = (file: string) => Promise<Uint8Array>;

type Reading = { readonly parse: Parser; readonly read: ReadBytes };

/** Files are on this machine unless `read` has them from elsewhere. */
export function fileSource(
  listing: Listing,
  parse: Parser,
  read: ReadBytes = (file) => readFileLater(file, documentLimits),
): Source {
  return { total: listing.pages.length, unit: 'files', items: (signal) => readFiles(listing, { parse, read }, signal) };
}

async function* readFiles(
  { pages, skipped }: Listing,
  reading: Reading,
  signal: AbortSignal,
): AsyncGenerator<SourceItem> {
  for (const { what, why } of skipped) yield { position: 0, unread: { what, why } };
  for (const [at, page] of pages.entries()) yield { position: at + 1, ...(await readOne(page, reading, signal)) };
}

async function readOne({ file, url }: PageFile, { parse, read }: Reading, signal: AbortSignal) {
  try {
    const bytes = await read(file);
    const document = () => parse({ bytes, url, id: url }, { signal });
    return { found: { id: url, content: fingerprint(bytes), isRecord: false, document } };
  } catch (error) {
    return { unread: { what: file, why: messageOf(error) } };
  }
}
