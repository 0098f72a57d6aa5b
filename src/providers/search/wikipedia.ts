/** Wikipedia in one language through MediaWiki's API, list=search (www.mediawiki.org/wiki/API:Search). Needs no key. */
import { z } from 'zod';
import { WinnowError } from '../../core/errors.js';
import type { SearchEngine } from '../../core/ports.js';
import { readItems } from './hits.js';
import { remoteSearch } from './remote.js';
import { inSites } from './sites.js';
import type { RawHit, RemoteSearchOptions } from './types.js';

const page = z.object({ title: z.string(), snippet: z.string().nullish(), timestamp: z.string().nullish() });
const reply = z.object({
  error: z.object({ code: z.string(), info: z.string().optional() }).optional(),
  query: z.object({ search: z.unknown() }).optional(),
});

export function wikipediaSearch(options: RemoteSearchOptions): SearchEngine {
  const language = (options.filters.language ?? 'en').split('-')[0]?.toLowerCase() ?? 'en';
  const home = `https://${language}.wikipedia.org`;
  const engine = remoteSearch(options, {
    name: 'Wikipedia',
    keeps: ['language'],
    takesSites: true,
    mostCharacters: 300,
    mostResults: 50,
    markup: true,
    request: (query, limit) => {
      const url = new URL('/w/api.php', options.baseUrl ?? home);
      const parameters = {
        action: 'query',
        list: 'search',
        srsearch: query,
        srlimit: String(limit),
        srprop: 'snippet|timestamp',
      };
      url.search = new URLSearchParams({ ...parameters, format: 'json', formatversion: '2' }).toString();
      return { url: url.href };
    },
    results: (received) => resultsOf(received, home),
  });
  const { sites } = options.filters;
  if (inSites(home, sites)) return engine;
  const note = `Wikipedia was not searched: it is not among the sites asked for (${sites.join(', ')})`;
  const search: SearchEngine['search'] = async (_query, { onNote }) => {
    onNote?.(note);
    return [];
  };
  return { ...engine, search };
}

/** Errors come with status 200. */
function resultsOf(received: unknown, home: string): readonly RawHit[] {
  const { error, query } = reply.safeParse(received).data ?? {};
  if (error)
    throw new WinnowError(
      'unavailable',
      `Wikipedia refused the search (${error.code}: ${(error.info ?? '').slice(0, 200)}). Try later.`,
    );
  return readItems(query?.search, page).map(({ title, snippet, timestamp }) => ({
    url: `${home}/wiki/${encodeURIComponent(title.replaceAll(' ', '_')).replaceAll('%2F', '/').replaceAll('%3A', ':')}`,
    title: escaped(title),
    snippet,
    date: timestamp,
  }));
}

/** Titles are plain text among snippets of HTML. */
function escaped(title: string): string {
  return title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
