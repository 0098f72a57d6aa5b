/**
 * Pages through Scrapingdog, GET /scrape (docs.scrapingdog.com/web-scraping-api). It fetches from its own network, so
 * only the address can be checked here; what a site's robots.txt says counts all the same. The key is part of the
 * address asked, which is never shown with its query.
 */
import { WinnowError } from '../../core/errors.js';
import type { HttpClient, HttpRequest, HttpResponse } from '../http.js';
import type { PageClient } from './pages.js';
import type { Robots } from './robots/index.js';

export type ScrapingdogOptions = {
  readonly http: HttpClient;
  readonly key: string;
  /** Run the page's scripts. */
  readonly scripts: boolean;
  readonly robots?: Robots | undefined;
  readonly baseUrl?: string | undefined;
};

export function createScrapingdog({
  http,
  key,
  scripts,
  robots,
  baseUrl = 'https://api.scrapingdog.com',
}: ScrapingdogOptions): PageClient {
  async function request(asked: HttpRequest): Promise<HttpResponse> {
    http.check(asked.url, 'page');
    await robots?.assertAllowed(new URL(asked.url), asked.signal ?? new AbortController().signal);
    const url = new URL('/scrape', baseUrl);
    url.search = new URLSearchParams({ api_key: key, url: asked.url, dynamic: String(scripts) }).toString();
    const { headers: _own, beforeHop: _before, ...rest } = asked;
    const response = await http.request({ ...rest, url: url.href, purpose: 'search' });
    assertServed(response);
    return { ...response, url: asked.url };
  }
  return { request };
}

/** Its own refusals must not be taken for the page's. */
function assertServed({ status, headers, bytes }: HttpResponse): void {
  const advice: Readonly<Record<number, string>> = {
    401: 'Check the environment variable that fetch.scrapingdog.keyVariable names.',
    403: 'Its quota is used up, or the key is not accepted.',
    429: 'Too many pages at a time for its plan.',
  };
  const json = headers['content-type']?.includes('json') ?? false;
  if (status in advice && (json || bytes.length < 1000))
    throw new WinnowError('unavailable', `Scrapingdog answered with status ${status}. ${advice[status]}`);
}
