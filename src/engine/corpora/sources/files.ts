/** A file, or every readable file of a folder. A document's id is its file:// address, or the URL a manifest.jsonl gives it. */
import { readFile } from 'node:fs/promises';
import { messageOf } from '../../../core/errors.js';
import type { PageFile } from '../../../providers/folder/files.js';
import { parseDocument } from '../../../providers/parse/index.js';
import { fingerprint } from './fingerprint.js';
import type { Source, SourceItem } from './types.js';

export function fileSource(pages: readonly PageFile[]): Source {
  return { total: pages.length, unit: 'files', items: (signal) => readFiles(pages, signal) };
}

async function* readFiles(pages: readonly PageFile[], signal: AbortSignal): AsyncGenerator<SourceItem> {
  for (const [at, page] of pages.entries()) yield { position: at + 1, ...(await readOne(page, signal)) };
}

async function readOne({ file, url }: PageFile, signal: AbortSignal) {
  try {
    const bytes = await readFile(file);
    const document = () => parseDocument({ bytes, url, id: url }, { signal });
    return { found: { id: url, content: fingerprint(bytes), isRecord: false, document } };
  } catch (error) {
    return { unread: { what: file, why: messageOf(error) } };
  }
}
