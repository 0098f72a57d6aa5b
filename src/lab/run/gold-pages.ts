/**
 * Gold may name a document by its id or by its URL; results name pages by URL. A corpus.jsonl whose records have URLs
 * joins the two.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pageKey } from '../../text/metrics/pages.js';
import { readCorpus } from '../datasets/corpus.js';

/** The page behind a document id or URL, in the one spelling in which pages are compared. */
export type PageOf = (idOrUrl: string) => string;

export function goldPages(folders: readonly string[]): PageOf {
  const urls = new Map<string, string>();
  for (const folder of new Set(folders)) {
    if (!existsSync(join(folder, 'corpus.jsonl'))) continue;
    for (const { id, url } of readCorpus(folder, { skipBad: true }).rows) if (url) urls.set(id, url);
  }
  return (idOrUrl) => pageKey(urls.get(idOrUrl) ?? idOrUrl);
}
