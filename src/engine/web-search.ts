/** The search engine that the configuration asks for: one, or several asked together. */
import type { Hit } from '../core/data.js';
import { messageOf, usageError, WinnowError } from '../core/errors.js';
import type { SearchEngine, SearchOptions } from '../core/ports.js';
import type { HttpClient } from '../providers/http.js';
import { braveSearch } from '../providers/search/brave.js';
import { googleSearch } from '../providers/search/google.js';
import { searxngSearch } from '../providers/search/searxng.js';
import { serperSearch } from '../providers/search/serper.js';
import { inSites } from '../providers/search/sites.js';
import { tavilySearch } from '../providers/search/tavily.js';
import type { RemoteSearchOptions, SearchFilters } from '../providers/search/types.js';
import { wikipediaSearch } from '../providers/search/wikipedia.js';
import { mergeByRank } from '../stages/search-web.js';
import { userAgentOf } from './agent.js';
import type { FetchConfig, SearchConfig, SearchEngineName } from './config/web.js';
import type { Environment } from './environment.js';

export type WebSearchParts = {
  readonly http: HttpClient;
  readonly environment: Environment;
  /** The folder or corpus that `docs` or `corpus` names. */
  readonly local: SearchEngine;
  /** Puts bounds around each engine that is asked over the network. */
  readonly bound?: (engine: SearchEngine) => SearchEngine;
  /** For tests: addresses in the place of the public services. */
  readonly baseUrls?: Readonly<Partial<Record<SearchEngineName, string>>>;
};

type WebConfig = { readonly search: SearchConfig; readonly fetch: FetchConfig };

export function createWebSearch(config: WebConfig, parts: WebSearchParts): SearchEngine {
  const { names, note } = chosenEngines(config.search, parts.environment);
  if (names.length === 0) return parts.local;
  const bound = parts.bound ?? ((engine: SearchEngine) => engine);
  const engines = names.map((name) =>
    name === 'local' ? createOne(name, config, parts) : bound(createOne(name, config, parts)),
  );
  return withNote(engines.length === 1 ? (engines[0] as SearchEngine) : together(engines), note);
}

/** Whether anything but one's own documents is searched. */
export function searchesWeb({ engines }: SearchConfig): boolean {
  return engines.some((name) => name !== 'local');
}

const KEYED = ['brave', 'google', 'tavily', 'serper'] as const;

/**
 * "auto" stands for the engines that can be asked as things are; without any, for Wikipedia, and then the result must
 * say so.
 */
function chosenEngines(search: SearchConfig, environment: Environment): { names: SearchEngineName[]; note?: string } {
  const usable: SearchEngineName[] = KEYED.filter(
    (name) => environment[search.keyVariables[name]] && (name !== 'google' || search.google.engineId),
  );
  if (search.searxng.baseUrl) usable.push('searxng');
  const automatic: SearchEngineName[] = usable.length > 0 ? usable : ['wikipedia'];
  const names = [...new Set(search.engines.flatMap((name) => (name === 'auto' ? automatic : [name])))];
  if (
    usable.length > 0 ||
    !search.engines.includes('auto') ||
    names.some((name) => name !== 'wikipedia' && name !== 'local')
  )
    return { names };
  const { brave, tavily, serper } = search.keyVariables;
  const note = `of the web only Wikipedia was searched; set ${brave}, ${tavily} or ${serper}, or search.searxng.baseUrl, to search all of it`;
  return { names, note };
}

function createOne(
  name: SearchEngineName,
  { search, fetch }: WebConfig,
  { http, environment, local, baseUrls }: WebSearchParts,
): SearchEngine {
  const filters = filtersOf(search);
  if (name === 'local') return filteredLocal(local, filters);
  const options: RemoteSearchOptions = {
    http,
    filters,
    timeoutMs: search.timeoutMs,
    userAgent: userAgentOf(fetch),
    baseUrl: baseUrls?.[name],
  };
  if (name === 'wikipedia') return wikipediaSearch(options);
  if (name === 'searxng') {
    const baseUrl = search.searxng.baseUrl;
    if (!baseUrl) throw missingSetting('searxng', 'search.searxng.baseUrl');
    return searxngSearch({ ...options, baseUrl });
  }
  const variable = search.keyVariables[name];
  const key = environment[variable];
  if (!key) throw missingSetting(name, `the environment variable ${variable}`);
  if (name === 'brave') return braveSearch({ ...options, key });
  if (name === 'tavily') return tavilySearch({ ...options, key });
  if (name === 'serper') return serperSearch({ ...options, key });
  if (!search.google.engineId) throw missingSetting('google', 'search.google.engineId');
  return googleSearch({ ...options, key, engineId: search.google.engineId });
}

function missingSetting(engine: string, what: string): WinnowError {
  return usageError(`The search engine "${engine}" needs ${what}. Set it, or take the engine out of search.engines.`);
}

function filtersOf({ timeRange, sites, language, region }: SearchConfig): SearchFilters {
  return { timeRange: timeRange === 'any' ? undefined : timeRange, sites, language, region };
}

/** One's own documents have no age, language or country that is searched by; what is not on the web is on no site. */
function filteredLocal(local: SearchEngine, { sites, timeRange }: SearchFilters): SearchEngine {
  const search: SearchEngine['search'] = async (query, options) => {
    if (timeRange)
      options.onNote?.(`${local.name} has no filter for the time range; its results were not filtered by it`);
    const hits = await local.search(query, options);
    return hits.filter(({ url }) => inSites(url, sites));
  };
  return { ...local, search };
}

function withNote(engine: SearchEngine, note: string | undefined): SearchEngine {
  if (note === undefined) return engine;
  return {
    ...engine,
    search: (query, options) => {
      options.onNote?.(note);
      return engine.search(query, options);
    },
  };
}

/** All at once. One that fails beside others is a note; when all fail, the search fails as the first did. */
export function together(engines: readonly SearchEngine[]): SearchEngine {
  async function search(query: string, options: SearchOptions): Promise<readonly Hit[]> {
    const outcomes = await Promise.allSettled(engines.map((engine) => engine.search(query, options)));
    options.signal.throwIfAborted();
    const lists = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const reasons = outcomes.flatMap((outcome, at) =>
      outcome.status === 'rejected' ? [{ name: engines[at]?.name, error: outcome.reason as unknown }] : [],
    );
    if (lists.length === 0) throw allFailed(reasons.map(({ name, error }) => `${name}: ${messageOf(error)}`));
    for (const { name, error } of reasons) options.onNote?.(`${name} failed: ${messageOf(error)}`);
    return mergeByRank(lists).slice(0, options.limit);
  }
  return { name: engines.map(({ name }) => name).join(' + '), search };
}

function allFailed(failures: readonly string[]): WinnowError {
  return new WinnowError('unavailable', `No search engine answered. ${failures.join(' ')}`);
}
