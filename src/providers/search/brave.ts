/** Brave Search, GET /res/v1/web/search (api-dashboard.search.brave.com/app/documentation/web-search). */
import { z } from 'zod';
import type { SearchEngine } from '../../core/ports.js';
import { readItems } from './hits.js';
import { remoteSearch } from './remote.js';
import type { KeyedSearchOptions, TimeRange } from './types.js';

const freshness: Readonly<Record<TimeRange, string>> = { day: 'pd', week: 'pw', month: 'pm', year: 'py' };

/** Brave's codes, where they are not the first part of the BCP 47 tag. */
const languages: Readonly<Record<string, string>> = {
  ja: 'jp',
  zh: 'zh-hans',
  'zh-cn': 'zh-hans',
  'zh-hans': 'zh-hans',
  'zh-tw': 'zh-hant',
  'zh-hk': 'zh-hant',
  'zh-hant': 'zh-hant',
  pt: 'pt-pt',
  'pt-br': 'pt-br',
  'pt-pt': 'pt-pt',
  'en-gb': 'en-gb',
  no: 'nb',
};

const result = z.object({
  url: z.string(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  page_age: z.string().nullish(),
});
const reply = z.object({ web: z.object({ results: z.unknown() }).nullish() });

export function braveSearch(options: KeyedSearchOptions): SearchEngine {
  const { key, filters, baseUrl = 'https://api.search.brave.com' } = options;
  return remoteSearch(options, {
    name: 'Brave',
    key,
    keeps: ['timeRange', 'language', 'region'],
    mostCharacters: 400,
    mostWords: 50,
    mostResults: 20,
    markup: true,
    request: (query, limit) => {
      const url = new URL('/res/v1/web/search', baseUrl);
      url.searchParams.set('q', query);
      url.searchParams.set('count', String(limit));
      url.searchParams.set('text_decorations', 'false');
      url.searchParams.set('result_filter', 'web');
      if (filters.timeRange) url.searchParams.set('freshness', freshness[filters.timeRange]);
      if (filters.language) url.searchParams.set('search_lang', codeOf(filters.language));
      if (filters.region) url.searchParams.set('country', filters.region.toUpperCase());
      return { url: url.href, headers: { 'x-subscription-token': key } };
    },
    results: (received) =>
      readItems(reply.safeParse(received).data?.web?.results, result).map(({ description, page_age, ...rest }) => ({
        ...rest,
        snippet: description,
        date: page_age,
      })),
  });
}

function codeOf(language: string): string {
  const tag = language.toLowerCase();
  const first = tag.split('-')[0] as string;
  return languages[tag] ?? languages[first] ?? first;
}
