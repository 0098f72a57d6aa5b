/** Reads a folder of pages: its files, those that a manifest names, or the records of a corpus.jsonl. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Document, LeftOut } from '../../core/data.js';
import { messageOf, usageError } from '../../core/errors.js';
import { readFileLater } from '../../core/files.js';
import { documentLimits } from '../parse/index.js';
import { doubtsOf } from './doubts.js';
import { type Listing, listPages } from './files.js';
import { readRecords } from './records.js';

export type ParseFile = (
  input: { readonly bytes: Uint8Array; readonly url: string; readonly id?: string },
  options: { readonly signal: AbortSignal },
) => Promise<Document>;

export type FolderOptions = {
  readonly folder: string;
  readonly parse: ParseFile;
  readonly onProgress?: (done: number, total: number, what: string) => void;
  readonly signal: AbortSignal;
};

export type Folder = {
  readonly documents: readonly Document[];
  /** Files that could not be read, and why. */
  readonly unread: readonly LeftOut[];
};

export async function readFolder(options: FolderOptions): Promise<Folder> {
  const records = join(options.folder, 'corpus.jsonl');
  if (/\.(?:jsonl|ndjson)$/i.test(options.folder)) return { documents: readRecords(options.folder), unread: [] };
  return existsSync(records)
    ? { documents: readRecords(records), unread: [] }
    : parseAll(listPages(options.folder), options);
}

async function parseAll({ pages, skipped }: Listing, { parse, onProgress, signal }: FolderOptions) {
  const [documents, unread]: [Document[], LeftOut[]] = [[], [...skipped]];
  for (const [at, { file, url }] of pages.entries()) {
    signal.throwIfAborted();
    try {
      const document = await parse({ bytes: await readFileLater(file, documentLimits), url }, { signal });
      if (document.text === '') unread.push({ what: file, why: 'it holds no text', characters: 0 });
      else documents.push(document);
      for (const doubt of doubtsOf(document)) unread.push({ what: file, why: `read in part: ${doubt}`, characters: 0 });
    } catch (error) {
      signal.throwIfAborted();
      unread.push({ what: file, why: messageOf(error), characters: 0 });
    }
    onProgress?.(at + 1, pages.length, 'pages read');
  }
  const [first] = unread;
  if (documents.length === 0 && first)
    throw usageError(
      `None of the ${unread.length} files could be read; the first: ${first.what} (${first.why}). Give docs other documents.`,
    );
  return { documents, unread };
}
