/** What is searched and read, as configured: one's own documents, the web, or both. */
import type { Fetcher, SearchEngine } from '../core/ports.js';
import type { Calls } from './calls/index.js';
import type { FetchConfig, SearchConfig } from './config/web.js';
import { createPageFetcher, type PageFetcherParts, withLocal } from './page-fetcher.js';
import { createWebSearch, searchesWeb, type WebSearchParts } from './web-search.js';

export type Web = { readonly search: SearchEngine; readonly fetcher: Fetcher; readonly close: () => Promise<void> };

export type WebParts = Omit<WebSearchParts, 'local' | 'bound'> &
  PageFetcherParts & {
    readonly calls: Pick<Calls, 'bound'>;
    /** The folder or corpus that `docs` or `corpus` names. */
    readonly own: { readonly search: SearchEngine; readonly fetcher: Fetcher };
  };

export function createWeb(
  config: { readonly search: SearchConfig; readonly fetch: FetchConfig },
  { own, calls, ...parts }: WebParts,
): Web {
  const bound = (search: SearchEngine) => calls.bound({ search }, { search: config.search }).search;
  const search = createWebSearch(config, { ...parts, bound, local: own.search });
  if (!searchesWeb(config.search)) return { search, fetcher: own.fetcher, close: async () => undefined };
  const { fetcher: unbound, close } = createPageFetcher(config.fetch, parts);
  const { fetcher } = calls.bound({ fetcher: unbound }, { fetcher: config.fetch });
  return { search, fetcher: searchesOwn(config.search) ? withLocal(own.fetcher, fetcher) : fetcher, close };
}

/** Whether one's own documents are searched, and so must be read first. */
export function searchesOwn({ engines }: SearchConfig): boolean {
  return engines.length === 0 || engines.includes('local');
}
