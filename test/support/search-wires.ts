/**
 * What each search engine sends over the wire, written after its public documentation, and how a request to it must
 * look.
 */

import type { SearchEngine } from '../../src/core/ports.js';
import { braveSearch } from '../../src/providers/search/brave.js';
import { googleSearch } from '../../src/providers/search/google.js';
import { searxngSearch } from '../../src/providers/search/searxng.js';
import { serperSearch } from '../../src/providers/search/serper.js';
import { tavilySearch } from '../../src/providers/search/tavily.js';
import type { KeyedSearchOptions, RemoteSearchOptions } from '../../src/providers/search/types.js';
import { wikipediaSearch } from '../../src/providers/search/wikipedia.js';
import type { Seen } from './page-server.js';

export type WireResult = { url: string; title: string; snippet: string; date?: string };

export type Wire = {
  name: string;
  create: (options: KeyedSearchOptions & { baseUrl: string }) => SearchEngine;
  /** A reply with these results; `odd` are values no result should have. */
  reply: (results: readonly WireResult[], odd?: readonly unknown[]) => unknown;
  empty: readonly unknown[];
  /** The engine's own way to say no, with a message. */
  error: (message: string) => unknown;
  /** What the request says, read back. */
  asked: (seen: Seen) => { query: string | null; key?: string | undefined; filters: Record<string, unknown> };
  filters: Record<string, unknown>;
  unkept: readonly string[];
  markup: boolean;
};

const query = ({ url }: Seen) => Object.fromEntries(new URL(url, 'http://x').searchParams);
const header = ({ headers }: Seen, name: string) => headers[name] as string | undefined;
const body = (seen: Seen) => JSON.parse(seen.body) as Record<string, unknown>;
const without = (fields: Record<string, unknown>, ...names: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
const wiki = (options: RemoteSearchOptions) => wikipediaSearch(options);

export const WIRES: readonly Wire[] = [
  {
    name: 'Brave',
    create: braveSearch,
    reply: (results, odd = []) => ({
      type: 'search',
      query: { original: 'q', more_results_available: true },
      web: {
        type: 'search',
        results: [
          ...odd,
          ...results.map(({ url, title, snippet, date }) => ({
            ...{ type: 'search_result', url, title, description: snippet, language: 'en', family_friendly: true },
            ...(date && { age: 'March 1, 2024', page_age: `${date}T07:00:00` }),
          })),
        ],
      },
    }),
    empty: [{ type: 'search' }, { type: 'search', web: null }, { type: 'search', web: { results: [] } }],
    error: (detail) => ({
      type: 'ErrorResponse',
      error: { id: 'f7', status: 422, code: 'VALIDATION', detail, meta: {} },
    }),
    asked: (seen) => ({
      query: query(seen).q ?? null,
      key: header(seen, 'x-subscription-token'),
      filters: without(query(seen), 'q', 'count', 'text_decorations', 'result_filter'),
    }),
    filters: { freshness: 'pw', search_lang: 'de', country: 'CH' },
    unkept: [],
    markup: true,
  },
  {
    name: 'Google',
    create: (options) => googleSearch({ ...options, engineId: 'cx:1' }),
    reply: (results, odd = []) => ({
      kind: 'customsearch#search',
      searchInformation: { totalResults: String(results.length) },
      items: [
        ...odd,
        ...results.map(({ url, title, snippet, date }) => ({
          ...{
            kind: 'customsearch#result',
            title,
            htmlTitle: `<b>${title}</b>`,
            link: url,
            snippet,
            htmlSnippet: `<b>${snippet}</b>`,
          },
          ...(date && { pagemap: { metatags: [{ 'article:published_time': `${date}T00:00:00Z` }] } }),
        })),
      ],
    }),
    empty: [{ kind: 'customsearch#search', searchInformation: { totalResults: '0' } }],
    error: (message) => ({
      error: { code: 400, message, errors: [{ message, domain: 'global', reason: 'badRequest' }] },
    }),
    asked: (seen) => ({
      query: query(seen).q ?? null,
      key: query(seen).key,
      filters: without(query(seen), 'q', 'key', 'num'),
    }),
    filters: { cx: 'cx:1', dateRestrict: 'w1', lr: 'lang_de', gl: 'ch' },
    unkept: [],
    markup: false,
  },
  {
    name: 'Tavily',
    create: tavilySearch,
    reply: (results, odd = []) => ({
      query: 'q',
      answer: null,
      images: [],
      results: [
        ...odd,
        ...results.map(({ url, title, snippet, date }) => ({
          title,
          url,
          content: snippet,
          score: 0.9,
          raw_content: null,
          published_date: date,
        })),
      ],
      response_time: 1.1,
    }),
    empty: [{ query: 'q', results: [] }],
    error: (error) => ({ detail: { error } }),
    asked: (seen) => ({
      query: body(seen).query as string,
      key: header(seen, 'authorization')?.replace('Bearer ', ''),
      filters: without(body(seen), 'query', 'max_results', 'search_depth'),
    }),
    filters: { time_range: 'week', country: 'switzerland' },
    unkept: ['Tavily has no filter for the language; its results were not filtered by it'],
    markup: false,
  },
  {
    name: 'Serper',
    create: serperSearch,
    reply: (results, odd = []) => ({
      searchParameters: { q: 'q', type: 'search' },
      knowledgeGraph: { title: 'Something' },
      organic: [
        ...odd,
        ...results.map(({ url, title, snippet, date }, at) => ({ title, link: url, snippet, date, position: at + 1 })),
      ],
      credits: 1,
    }),
    empty: [{ searchParameters: { q: 'q' }, organic: [] }, { searchParameters: { q: 'q' } }],
    error: (message) => ({ message, statusCode: 403 }),
    asked: (seen) => ({
      query: body(seen).q as string,
      key: header(seen, 'x-api-key'),
      filters: without(body(seen), 'q', 'num'),
    }),
    filters: { tbs: 'qdr:w', hl: 'de', gl: 'ch' },
    unkept: [],
    markup: false,
  },
  {
    name: 'SearXNG',
    create: searxngSearch,
    reply: (results, odd = []) => ({
      query: 'q',
      number_of_results: 0,
      results: [
        ...odd,
        ...results.map(({ url, title, snippet, date }) => ({
          url,
          title,
          content: snippet,
          engine: 'brave',
          publishedDate: date ?? null,
        })),
      ],
      suggestions: [],
      unresponsive_engines: [['google', 'CAPTCHA']],
    }),
    empty: [{ query: 'q', results: [], unresponsive_engines: [] }],
    error: () => ({}),
    asked: (seen) => ({ query: query(seen).q ?? null, filters: without(query(seen), 'q') }),
    filters: { format: 'json', time_range: 'week', language: 'de-CH' },
    unkept: [],
    markup: false,
  },
  {
    name: 'Wikipedia',
    create: wiki,
    reply: (results, odd = []) => ({
      batchcomplete: true,
      query: {
        searchinfo: { totalhits: results.length },
        search: [
          ...odd,
          ...results.map(({ url, snippet, date }, at) => ({
            ...{
              ns: 0,
              pageid: at + 1,
              title: decodeURIComponent(url.split('/wiki/')[1] ?? '').replaceAll('_', ' '),
              snippet,
            },
            ...(date && { timestamp: `${date}T10:00:00Z` }),
          })),
        ],
      },
    }),
    empty: [{ batchcomplete: true, query: { searchinfo: { totalhits: 0 }, search: [] } }],
    error: () => ({}),
    asked: (seen) => ({
      query: query(seen).srsearch ?? null,
      filters: without(query(seen), 'srsearch', 'srlimit', 'srprop', 'format', 'formatversion', 'action', 'list'),
    }),
    filters: {},
    unkept: [
      'Wikipedia has no filter for the time range; its results were not filtered by it',
      'Wikipedia has no filter for the region; its results were not filtered by it',
    ],
    markup: true,
  },
];
