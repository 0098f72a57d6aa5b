/** A file, or every readable file of a folder. A document's id is its file:// address, or the URL a manifest.jsonl gives it. */
import { readFile } from 'node:fs/promises';
import { messageOf } from '../../../core/errors.js';
import type { PageFile } from '../../../providers/folder/files.js';
import { parseDocument } from '../../../providers/parse/index.js';
import { fingerprint } from './fingerprint.js';
import type { Source, SourceItem } from './types.js';

export function fileSource(pages: readonly PageFile[]): Source {
  return { total: pages.length, unit: 'files', items: () => readFiles(pages) };
}

async function* readFiles(pages: readonly PageFile[]): AsyncGenerator<SourceItem> {
  for (const [at, page] of pages.entries()) yield { position: at + 1, ...(await readOne(page)) };
}

async function readOne({ file, url }: PageFile) {
  try {
    const bytes = await readFile(file);
    return { found: { id: url, content: fingerprint(bytes), isRecord: false, document: () => parseDocument({ bytes, url, id: url }) } };
  } catch (error) {
    return { unread: { what: file, why: messageOf(error) } };
  }
}
