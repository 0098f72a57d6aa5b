/**
 * The way to a page: allowed address, robots.txt, cache, a turn at the host, the request. Each redirect is checked
 * against robots.txt too. It is asked like the HTTP client it stands before, so that fetchers need not know.
 */
import type { Clock } from '../../core/clock.js';
import type { HttpClient, HttpRequest, HttpResponse } from '../http.js';
import { conditionsFor, freshUntilMs, isStorable, keptOf, updated } from './cache/freshness.js';
import type { DiskStore, StoredResponse } from './cache/store.js';
import type { Robots } from './robots/index.js';
import type { Turns } from './turns.js';

export type PageClient = Pick<HttpClient, 'request'>;

export type PageClientOptions = {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly userAgent: string;
  readonly connectTimeoutMs?: number | undefined;
  readonly turns?: Turns | undefined;
  /** Missing where the operator switched it off. */
  readonly robots?: Robots | undefined;
  readonly store?: DiskStore | undefined;
};

export function createPageClient(options: PageClientOptions): PageClient {
  const { http, clock, userAgent, turns, robots, store } = options;
  const nowMs = () => Date.parse(clock.now());

  async function request(asked: HttpRequest): Promise<HttpResponse> {
    http.check(asked.url, 'page');
    const url = new URL(asked.url);
    const signal = asked.signal ?? new AbortController().signal;
    await robots?.assertAllowed(url, signal);
    const key = `page ${asked.headers?.accept ?? ''} ${url.href.replace(/#.*$/, '')}`;
    const stored = await store?.read(key);
    if (stored && isFresh(stored)) return fromStore(stored);
    const end = await turns?.take(url.host, { signal, delayMs: robots?.crawlDelayMs(url) });
    try {
      const response = await http.request({ ...asked, ...guardedOptions(asked, stored, signal) });
      return await keep(key, response, stored);
    } finally {
      end?.();
    }
  }

  function guardedOptions(
    asked: HttpRequest,
    stored: StoredResponse | undefined,
    signal: AbortSignal,
  ): Partial<HttpRequest> {
    const headers = { ...asked.headers, 'user-agent': userAgent, ...(stored && conditionsFor(stored.meta.headers)) };
    const { connectTimeoutMs } = options;
    return {
      headers,
      purpose: 'page',
      ...(connectTimeoutMs !== undefined && { connectTimeoutMs }),
      ...(robots && { beforeHop: (hop) => robots.assertAllowed(hop, signal) }),
    };
  }

  const isFresh = ({ meta }: StoredResponse) => meta.storedAtMs <= nowMs() && freshUntilMs(meta) > nowMs();

  async function keep(key: string, response: HttpResponse, stored: StoredResponse | undefined): Promise<HttpResponse> {
    if (!store) return response;
    const storedAtMs = nowMs();
    if (response.status === 304 && stored) {
      const meta = { ...stored.meta, storedAtMs, headers: updated(stored.meta.headers, response.headers) };
      await store.write(key, meta, stored.bytes);
      return fromStore({ ...stored, meta });
    }
    if (isStorable(response, storedAtMs))
      await store.write(key, { url: response.url, storedAtMs, headers: keptOf(response.headers) }, response.bytes);
    return response;
  }

  return { request };
}

function fromStore({ meta, bytes }: StoredResponse): HttpResponse {
  return { url: meta.url, status: 200, headers: meta.headers, bytes, truncated: false };
}
