/** Tavily, POST /search (docs.tavily.com/documentation/api-reference/endpoint/search). */
import { z } from 'zod';
import type { SearchEngine } from '../../core/ports.js';
import { readItems } from './hits.js';
import { remoteSearch } from './remote.js';
import type { KeyedSearchOptions } from './types.js';

const result = z.object({
  url: z.string(),
  title: z.string().nullish(),
  content: z.string().nullish(),
  published_date: z.string().nullish(),
});
const reply = z.object({ results: z.unknown() });

export function tavilySearch(options: KeyedSearchOptions): SearchEngine {
  const { key, filters, baseUrl = 'https://api.tavily.com' } = options;
  const country = filters.region && countryName(filters.region);
  return remoteSearch(options, {
    name: 'Tavily',
    key,
    keeps: ['timeRange', 'region'],
    takesSites: true,
    mostCharacters: 400,
    mostResults: 20,
    hints: { 432: 'The limit of its plan is reached.', 433: 'The limit of its pay-as-you-go plan is reached.' },
    request: (query, limit) => ({
      url: new URL('/search', baseUrl).href,
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        query,
        max_results: limit,
        search_depth: 'basic',
        ...(filters.timeRange && { time_range: filters.timeRange }),
        ...(filters.sites.length > 0 && { include_domains: filters.sites }),
        ...(country && { country }),
      }),
    }),
    results: (received) =>
      readItems(reply.safeParse(received).data?.results, result).map(({ content, published_date, ...rest }) => ({
        ...rest,
        snippet: content,
        date: published_date,
      })),
  });
}

/** Tavily wants names: "CH" -> "switzerland". */
function countryName(region: string): string | undefined {
  return new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(region.toUpperCase())?.toLowerCase();
}
