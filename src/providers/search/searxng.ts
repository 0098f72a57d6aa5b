/**
 * A SearXNG server of one's own, GET /search?format=json (docs.searxng.org/dev/search_api). Its settings.yml must allow
 * the format.
 */
import { z } from 'zod';
import { WinnowError } from '../../core/errors.js';
import type { SearchEngine } from '../../core/ports.js';
import { readItems } from './hits.js';
import { remoteSearch } from './remote.js';
import type { RawHit, RemoteSearchOptions, SearchFilters } from './types.js';

const result = z.object({
  url: z.string(),
  title: z.string().nullish(),
  content: z.string().nullish(),
  publishedDate: z.string().nullish(),
});
const reply = z.object({
  results: z.unknown(),
  unresponsive_engines: z.array(z.unknown()).optional().catch(undefined),
});

export function searxngSearch(options: RemoteSearchOptions & { readonly baseUrl: string }): SearchEngine {
  const { filters, baseUrl } = options;
  return remoteSearch(options, {
    name: 'SearXNG',
    keeps: ['timeRange', 'language', ...(filters.language ? ['region' as const] : [])],
    mostCharacters: 2000,
    mostResults: 100,
    hints: { 403: 'Its JSON format is off: add "json" to search.formats in its settings.yml.' },
    request: (query) => {
      const url = new URL(`${baseUrl.replace(/\/+$/, '')}/search`);
      url.searchParams.set('q', query);
      url.searchParams.set('format', 'json');
      if (filters.timeRange) url.searchParams.set('time_range', filters.timeRange);
      const locale = localeOf(filters);
      if (locale) url.searchParams.set('language', locale);
      return { url: url.href };
    },
    results: resultsOf,
  });
}

/** SearXNG has one setting for both: "de-CH". A region alone it does not know; its language is not ours to guess. */
function localeOf({ language, region }: SearchFilters): string | undefined {
  if (!language || !region || language.includes('-')) return language;
  return `${language}-${region.toUpperCase()}`;
}

/** It answers with nothing, and status 200, when none of the engines behind it answered. */
function resultsOf(received: unknown): readonly RawHit[] {
  const { results, unresponsive_engines: silent = [] } = reply.safeParse(received).data ?? {};
  const found = readItems(results, result);
  if (found.length === 0 && silent.length > 0)
    throw new WinnowError(
      'unavailable',
      `SearXNG got no answer from ${silent.length} of its engines. Check its settings, or try later.`,
    );
  return found.map(({ content, publishedDate, ...rest }) => ({ ...rest, snippet: content, date: publishedDate }));
}
