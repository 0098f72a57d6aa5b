/**
 * The fetcher that the configuration asks for: pages of the web through the guard, and one's own documents from where
 * they are.
 */
import { join } from 'node:path';
import { type Clock, systemClock } from '../core/clock.js';
import { usageError } from '../core/errors.js';
import type { Fetcher } from '../core/ports.js';
import { type BrowserFetcher, createBrowserFetcher } from '../providers/fetch/browser/index.js';
import type { LoadPlaywright } from '../providers/fetch/browser/playwright.js';
import { createDiskStore, type DiskStore } from '../providers/fetch/cache/store.js';
import { orElse } from '../providers/fetch/or-else.js';
import { createPageClient, type PageClient } from '../providers/fetch/pages.js';
import { createRobots, type Robots } from '../providers/fetch/robots/index.js';
import { createScrapingdog } from '../providers/fetch/scrapingdog.js';
import { createTurns } from '../providers/fetch/turns.js';
import { createWebFetcher, type Parse } from '../providers/fetch/web.js';
import type { HttpClient } from '../providers/http.js';
import { PRODUCT, userAgentOf } from './agent.js';
import type { FetchConfig } from './config/web.js';
import type { Environment } from './environment.js';

export type PageFetcherParts = {
  readonly http: HttpClient;
  readonly environment: Environment;
  readonly dataDirectory: string;
  readonly parse: Parse;
  readonly clock?: Clock;
  /** For tests: another way to the optional browser, and an address in the place of Scrapingdog's. */
  readonly loadPlaywright?: LoadPlaywright;
  readonly scrapingdogUrl?: string;
};

export type PageFetcher = {
  readonly fetcher: Fetcher;
  /** One request for anything that is no page, a sitemap say, under the same rules. */
  readonly pages: PageClient;
  readonly close: () => Promise<void>;
};

type Tools = {
  readonly userAgent: string;
  readonly clock: Clock;
  readonly store: DiskStore | undefined;
  readonly robots: Robots | undefined;
};

export function createPageFetcher(config: FetchConfig, parts: PageFetcherParts): PageFetcher {
  const { http, parse } = parts;
  const tools = toolsFor(config, parts);
  const { connectTimeoutMs, maxBytes, timeoutMs } = config;
  const pages = createPageClient({ http, connectTimeoutMs, turns: createTurns(config.perHost), ...tools });
  const direct = createWebFetcher({ http: pages, parse, maxBytes, timeoutMs });
  const served = withScrapingdog(direct, config, { ...parts, ...tools });
  const browser = browserFor(config, { ...parts, ...tools, pages });
  return {
    pages,
    fetcher: browser ? orElse(served, browser, ['empty']) : served,
    close: async () => browser?.close(),
  };
}

/** Documents of one's own are looked up first; what they do not have and is on the web is read there. */
export function withLocal(local: Fetcher, web: Fetcher): Fetcher {
  const fetch: Fetcher['fetch'] = async (url, options) => {
    try {
      return await local.fetch(url, options);
    } catch (error) {
      if (!/^https?:\/\//i.test(url) || options.signal.aborted) throw error;
      return web.fetch(url, options);
    }
  };
  return { name: `${local.name} + ${web.name}`, fetch };
}

function toolsFor(
  { robots, cache, contact }: FetchConfig,
  { http, dataDirectory, clock = systemClock }: PageFetcherParts,
): Tools {
  const userAgent = userAgentOf({ contact });
  const nowMs = () => Date.parse(clock.now());
  const folder = join(dataDirectory, 'pages');
  const store = cache.maxBytes > 0 ? createDiskStore({ folder, maxBytes: cache.maxBytes, nowMs }) : undefined;
  return {
    userAgent,
    clock,
    store,
    robots: robots ? createRobots({ http, clock, product: PRODUCT, userAgent, store }) : undefined,
  };
}

function withScrapingdog(direct: Fetcher, config: FetchConfig, parts: PageFetcherParts & Tools): Fetcher {
  const { mode, keyVariable, scripts } = config.scrapingdog;
  if (mode === 'off') return direct;
  const key = parts.environment[keyVariable];
  if (!key)
    throw usageError(
      `fetch.scrapingdog needs the environment variable ${keyVariable}. Set it, or set fetch.scrapingdog.mode to off.`,
    );
  const http = createScrapingdog({
    http: parts.http,
    key,
    scripts,
    robots: parts.robots,
    baseUrl: parts.scrapingdogUrl,
  });
  const { maxBytes, timeoutMs } = config;
  const served = createWebFetcher({ http, parse: parts.parse, maxBytes, timeoutMs });
  return mode === 'always' ? served : orElse(direct, served, scripts ? ['blocked', 'empty'] : ['blocked']);
}

function browserFor(
  { browser }: FetchConfig,
  parts: PageFetcherParts & Tools & { readonly pages: PageClient },
): BrowserFetcher | undefined {
  if (browser.mode === 'off') return undefined;
  const { http, pages, robots, parse, userAgent, loadPlaywright } = parts;
  return createBrowserFetcher({ ...browser, http, pages, robots, parse, userAgent, load: loadPlaywright });
}
