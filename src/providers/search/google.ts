/**
 * Google Programmable Search, GET /customsearch/v1 (developers.google.com/custom-search/v1). Closed to new customers;
 * Google ends it for all on 1 January 2027. The key is part of the address, so addresses are never shown with their
 * query.
 */
import { z } from 'zod';
import type { SearchEngine } from '../../core/ports.js';
import { readItems } from './hits.js';
import { remoteSearch } from './remote.js';
import type { KeyedSearchOptions, TimeRange } from './types.js';

export type GoogleSearchOptions = KeyedSearchOptions & {
  /** The id of the search engine, "cx". */
  readonly engineId: string;
};

const dateRestrict: Readonly<Record<TimeRange, string>> = { day: 'd1', week: 'w1', month: 'm1', year: 'y1' };

const metatags = z.object({
  'article:published_time': z.string().optional(),
  'article:modified_time': z.string().optional(),
});
const item = z.object({
  link: z.string(),
  title: z.string().nullish(),
  snippet: z.string().nullish(),
  pagemap: z
    .object({ metatags: z.array(metatags).optional() })
    .optional()
    .catch(undefined),
});
const reply = z.object({ items: z.unknown() });

export function googleSearch(options: GoogleSearchOptions): SearchEngine {
  const { key, engineId, filters, baseUrl = 'https://www.googleapis.com' } = options;
  return remoteSearch(options, {
    name: 'Google',
    key,
    keeps: ['timeRange', 'language', 'region'],
    mostCharacters: 2000,
    mostResults: 10,
    hints: {
      400: 'Check its key, search.google.engineId and the filters of "search".',
      410: 'Google has closed this service.',
    },
    request: (query, limit) => {
      const url = new URL('/customsearch/v1', baseUrl);
      const parameters = {
        key,
        cx: engineId,
        q: query,
        num: String(limit),
        ...(filters.timeRange && { dateRestrict: dateRestrict[filters.timeRange] }),
        ...(filters.language && { lr: `lang_${codeOf(filters.language)}` }),
        ...(filters.region && { gl: filters.region.toLowerCase() }),
      };
      url.search = new URLSearchParams(parameters).toString();
      return { url: url.href };
    },
    results: (received) =>
      readItems(reply.safeParse(received).data?.items, item).map(({ link, title, snippet, pagemap }) => {
        const tags = pagemap?.metatags?.[0];
        return { url: link, title, snippet, date: tags?.['article:modified_time'] ?? tags?.['article:published_time'] };
      }),
  });
}

/** Google knows languages by their first part, but Chinese by its script: lang_zh-CN, lang_zh-TW. */
function codeOf(language: string): string {
  const tag = language.toLowerCase();
  if (!tag.startsWith('zh')) return tag.split('-')[0] as string;
  return /hant|tw|hk|mo/.test(tag) ? 'zh-TW' : 'zh-CN';
}
