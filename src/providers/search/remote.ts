/**
 * What search engines behind an HTTP API share: one request per query, replies in any charset, malformed results left
 * out, filters that are kept or said not to be, and errors that say what to do and never show a key.
 */
import type { Hit } from '../../core/data.js';
import { WinnowError } from '../../core/errors.js';
import { parseJson } from '../../core/json.js';
import type { SearchEngine, SearchOptions } from '../../core/ports.js';
import type { HttpRequest, HttpResponse } from '../http.js';
import { retryAfterMsOf } from '../retry-after.js';
import { cleanHits } from './hits.js';
import { inSites, withSites } from './sites.js';
import type { FilterName, RawHit, RemoteSearchOptions } from './types.js';

export type WireRequest = Pick<HttpRequest, 'url' | 'method' | 'headers' | 'body'>;

export type WireFormat = {
  readonly name: string;
  readonly key?: string;
  /** Filters the engine has, besides sites: those are part of the query, or of the request. */
  readonly keeps: readonly FilterName[];
  /** The engine takes sites as a field of the request; others get `site:` in the query. */
  readonly takesSites?: boolean;
  /** Longer queries are cut at a word; the sites in them count. */
  readonly mostCharacters: number;
  readonly mostWords?: number;
  readonly mostResults: number;
  readonly request: (query: string, limit: number) => WireRequest;
  /** The results of a reply; throws a WinnowError where the reply says that the search failed. */
  readonly results: (reply: unknown) => readonly RawHit[];
  /** Titles and snippets hold tags and entities. */
  readonly markup?: boolean;
  /** What to do about a status, where the engine has advice of its own. */
  readonly hints?: Readonly<Record<number, string>>;
};

const mostBytes = 5 * 1024 * 1024;

export function remoteSearch(options: RemoteSearchOptions, wire: WireFormat): SearchEngine {
  const { http, filters, timeoutMs, userAgent } = options;
  const notes = unkeptFilters(options, wire);

  async function search(query: string, { limit, signal, onNote }: SearchOptions): Promise<readonly Hit[]> {
    for (const note of notes) onNote?.(note);
    const { asked, note } = fitted(query, wire, wire.takesSites ? [] : filters.sites);
    if (note) onNote?.(note);
    const { headers, ...request } = wire.request(asked, Math.min(limit, wire.mostResults));
    const all = { accept: 'application/json', 'user-agent': userAgent, ...headers };
    const response = await http.request({
      ...request,
      headers: all,
      purpose: 'search',
      timeoutMs,
      maxBytes: mostBytes,
      signal,
    });
    const found = cleanHits(readResults(response, wire), { markup: wire.markup ?? false });
    return found.filter(({ url }) => inSites(url, filters.sites)).slice(0, limit);
  }

  return { name: wire.name, search };
}

type FittedQuery = { readonly asked: string; readonly note?: string };

/**
 * Engines refuse or ignore what is longer than they allow. Sites that would leave the query less than half of the room
 * are left out of it; results are kept to them afterwards in any case.
 */
function fitted(query: string, wire: WireFormat, sites: readonly string[]): FittedQuery {
  const { name, mostCharacters, mostWords = Number.POSITIVE_INFINITY } = wire;
  const added = withSites('', sites);
  const characters = mostCharacters - added.length;
  const words = mostWords - wordsOf(added).length;
  const shortened = cutAtWord(query, characters, words);
  const cramped = characters < mostCharacters / 2 || words < mostWords / 2;
  if (shortened === query || !cramped) return { asked: withSites(shortened, sites) };
  const note = `${name} does not take queries as long as this one with its sites; they were looked for in its results only`;
  return { asked: cutAtWord(query, mostCharacters, mostWords), note };
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function cutAtWord(text: string, most: number, mostWords: number): string {
  const words = wordsOf(text);
  const query = words.length > mostWords ? words.slice(0, Math.max(0, mostWords)).join(' ') : text;
  if (query.length <= most) return query;
  if (most <= 0) return '';
  const cut = query.slice(0, most + 1);
  return (cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : cut.slice(0, most)).trim();
}

const FILTER_WORDS: Readonly<Record<FilterName, string>> = {
  timeRange: 'time range',
  language: 'language',
  region: 'region',
};

function unkeptFilters({ filters }: RemoteSearchOptions, { name, keeps }: WireFormat): string[] {
  const set = (Object.keys(FILTER_WORDS) as FilterName[]).filter(
    (filter) => filters[filter] !== undefined && !keeps.includes(filter),
  );
  return set.map(
    (filter) => `${name} has no filter for the ${FILTER_WORDS[filter]}; its results were not filtered by it`,
  );
}

function readResults(response: HttpResponse, wire: WireFormat): readonly RawHit[] {
  const text = decoded(response);
  if (response.status < 200 || response.status >= 300) throw refusal(wire, { ...response, text });
  const reply = parseJson(text);
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply))
    throw new WinnowError(
      'unreadable',
      `${wire.name} did not send results as JSON. Check its address in the configuration, or leave it out.`,
    );
  return wire.results(reply);
}

/** JSON is UTF-8 by RFC 8259, but servers of one's own may say otherwise. */
function decoded({ bytes, headers }: HttpResponse): string {
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

const HINTS: Readonly<Record<number, string>> = {
  400: 'Check the filters of "search" in the configuration.',
  401: 'Its key is not accepted: check the environment variable that holds it.',
  402: 'Its quota is used up.',
  403: 'Its key is not accepted, or not for this service: check the environment variable that holds it.',
  404: 'Check its address in the configuration.',
  422: 'Its key or the filters of "search" are not accepted.',
  429: 'It is asked too often, or its quota is used up: wait, or add another engine to search.engines.',
};

type RefusedResponse = Pick<HttpResponse, 'status' | 'headers'> & { readonly text: string };

function refusal({ name, hints, key }: WireFormat, { status, headers, text }: RefusedResponse): WinnowError {
  const said = withoutKey(errorMessageIn(parseJson(text)), key);
  const hint = hints?.[status] ?? HINTS[status] ?? 'Try again later, or leave it out of search.engines.';
  const retryAfterMs = status === 429 ? waitOf(headers) : undefined;
  const message = `${name} answered with status ${status}. ${hint}${said && ` It says: ${said}`}`;
  return new WinnowError('unavailable', message, retryAfterMs === undefined ? {} : { retryAfterMs });
}

/** Retry-After, or Brave's X-RateLimit-Reset: seconds until each of its windows opens, the shortest first. */
function waitOf(headers: HttpResponse['headers']): number | undefined {
  const reset = headers['x-ratelimit-reset']?.split(',')[0]?.trim();
  return retryAfterMsOf(headers) ?? (reset ? retryAfterMsOf({ 'retry-after': reset }) : undefined);
}

/** Where the engines put their messages: error.message, error.detail, error.info, detail.error, message. */
function errorMessageIn(reply: unknown, depth = 2): string {
  if (typeof reply === 'string') return reply.replace(/\s+/g, ' ').trim().slice(0, 200);
  if (typeof reply !== 'object' || reply === null || depth < 0) return '';
  const fields = reply as Readonly<Record<string, unknown>>;
  const said = ['error', 'message', 'detail', 'info'].map((name) => errorMessageIn(fields[name], depth - 1));
  return said.find((text) => text !== '') ?? '';
}

function withoutKey(text: string, key: string | undefined): string {
  return key ? text.replaceAll(key, '(key)').replaceAll(encodeURIComponent(key), '(key)') : text;
}
