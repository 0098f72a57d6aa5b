/** Serper, Google's results as JSON: POST /search at google.serper.dev (serper.dev). */
import { z } from 'zod';
import type { SearchEngine } from '../../core/ports.js';
import { readItems } from './hits.js';
import { remoteSearch } from './remote.js';
import type { KeyedSearchOptions, TimeRange } from './types.js';

/** Google's own `tbs` parameter: results of the last hour, day, week ... */
const queryDateRange: Readonly<Record<TimeRange, string>> = {
  day: 'qdr:d',
  week: 'qdr:w',
  month: 'qdr:m',
  year: 'qdr:y',
};

const result = z.object({
  link: z.string(),
  title: z.string().nullish(),
  snippet: z.string().nullish(),
  date: z.string().nullish(),
});
const reply = z.object({ organic: z.unknown() });

export function serperSearch(options: KeyedSearchOptions): SearchEngine {
  const { key, filters, baseUrl = 'https://google.serper.dev' } = options;
  return remoteSearch(options, {
    name: 'Serper',
    key,
    keeps: ['timeRange', 'language', 'region'],
    mostCharacters: 2000,
    mostResults: 100,
    request: (query, limit) => ({
      url: new URL('/search', baseUrl).href,
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({
        q: query,
        num: limit,
        ...(filters.timeRange && { tbs: queryDateRange[filters.timeRange] }),
        ...(filters.language && { hl: filters.language.toLowerCase() }),
        ...(filters.region && { gl: filters.region.toLowerCase() }),
      }),
    }),
    results: (received) =>
      readItems(reply.safeParse(received).data?.organic, result).map(({ link, ...rest }) => ({ url: link, ...rest })),
  });
}
