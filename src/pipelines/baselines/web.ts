/**
 * Searches the web and reads what it finds, down to the pages' sections. What is worth keeping of them is the
 * pipeline's affair.
 */
import type { Passage } from '../../core/data.js';
import type { Parts } from '../../core/parts.js';
import { passagesOf } from '../../core/passages.js';
import type { Run } from '../../core/run.js';
import { readPages } from '../../stages/read-pages.js';
import { searchWeb } from '../../stages/search-web.js';

export type BrowseOptions = { readonly maxPages: number; readonly concurrency: number; readonly pageTimeoutMs: number };

export function browseWeb(
  { search, fetcher }: Pick<Parts, 'search' | 'fetcher'>,
  { maxPages, concurrency, pageTimeoutMs }: BrowseOptions,
) {
  const find = searchWeb({ engine: search, hitsPerQuery: maxPages });
  const read = readPages({ fetcher, concurrency, pageTimeoutMs });
  return async (queries: readonly string[], run: Run): Promise<Passage[]> => {
    const hits = (await find(queries, run)).slice(0, maxPages);
    run.emit({ type: 'count', name: 'hitsKept', value: hits.length });
    return (await read(hits, run)).flatMap(({ document }) => passagesOf(document));
  };
}
