/**
 * Answers everything the browser asks for through the guarded client, within limits on number and size. Nothing reaches
 * the network otherwise.
 */
import type { HttpClient, HttpResponse } from '../../http.js';
import type { Robots } from '../robots/index.js';
import { createTurns } from '../turns.js';
import type { BrowserRequest, Route } from './playwright.js';

export type NetworkOptions = {
  readonly http: HttpClient;
  readonly robots?: Robots | undefined;
  readonly userAgent: string;
  /** The page itself, which was fetched before. */
  readonly first: HttpResponse;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
};

export type Network = {
  answer(route: Route): Promise<void>;
  /** Resolves when the page was kept from leaving; Chromium then says no more how far it is. */
  readonly turnedBack: Promise<void>;
  /** Resolves when nothing was asked for a while. */
  quiet(): Promise<void>;
};

/**
 * A page with all its scripts, style sheets and data; the median page of the web asks for about 70 files (HTTP
 * Archive), pictures included.
 */
const mostRequests = 150;
/**
 * As many as browsers open to one host. What is left of the bytes is known between requests only, so this bounds by how
 * much it is overrun.
 */
const requestsAtOnce = 6;
const quietMs = 500;
/** No text comes of these. */
const unwanted: ReadonlySet<string> = new Set(
  `image media font manifest texttrack ping cspreport websocket eventsource`.split(/\s+/),
);
/** What belongs to a connection, or could tell sites apart from each other; and cookies, of which there are none. */
const ownHeaders = /^(?:host|connection|content-length|cookie|user-agent|accept-encoding|proxy-.*|sec-.*|upgrade-.*)$/;
const bodyHeaders =
  /^(?:content-encoding|content-length|transfer-encoding|connection|set-cookie|alt-svc|link|refresh)$/;

export function createNetwork(options: NetworkOptions): Network {
  const { http, robots, first, signal, userAgent } = options;
  let [left, requests, open] = [options.maxBytes - first.bytes.length, 0, 0];
  const turns = createTurns({ concurrency: requestsAtOnce, delayMs: 0 });
  let firstServed = false;
  let changed: () => void = () => undefined;
  let turnBack: () => void = () => undefined;
  const turnedBack = new Promise<void>((resolve) => {
    turnBack = resolve;
  });

  async function load(request: BrowserRequest): Promise<HttpResponse> {
    const headers = Object.fromEntries(Object.entries(request.headers()).filter(([name]) => !ownHeaders.test(name)));
    const body = request.postDataBuffer();
    const response = await http.request({
      url: request.url(),
      method: request.method() as 'GET' | 'POST',
      headers: { ...headers, 'user-agent': userAgent },
      ...(body && { body }),
      purpose: 'page',
      maxBytes: left,
      signal,
      ...(robots && { beforeHop: (url) => robots.assertAllowed(url, signal) }),
    });
    left -= response.bytes.length;
    return response;
  }

  /** Nothing where the bytes are used up, be it while this request waited or by others that ran beside it. */
  async function loadInTurn(request: BrowserRequest): Promise<HttpResponse | undefined> {
    const end = await turns.take('page', { signal });
    try {
      if (left <= 0) return undefined;
      const response = await load(request);
      return response.truncated || left < 0 ? undefined : response;
    } finally {
      end();
    }
  }

  async function turnAway(route: Route): Promise<void> {
    await refuse(route);
    const request = route.request();
    if (request.isNavigationRequest() && request.frame().parentFrame() === null) turnBack();
  }

  async function respond(route: Route): Promise<void> {
    const request = route.request();
    const isFirst = !firstServed && request.isNavigationRequest() && sameAddress(request.url(), first.url);
    if (isFirst) firstServed = true;
    else if (++requests > mostRequests || left <= 0 || !isWanted(request, first.url)) return turnAway(route);
    const response = isFirst ? first : await loadInTurn(request);
    if (response === undefined) return turnAway(route);
    const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !bodyHeaders.test(name)));
    return route.fulfill({ status: response.status, headers, body: Buffer.from(response.bytes) });
  }

  async function answer(route: Route): Promise<void> {
    open += 1;
    changed();
    try {
      // A page that is closed meanwhile takes no answers; one that is refused is as good as not there.
      await respond(route).catch(() => turnAway(route).catch(() => undefined));
    } finally {
      open -= 1;
      changed();
    }
  }

  function quiet(): Promise<void> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      changed = () => {
        clearTimeout(timer);
        if (open === 0) timer = setTimeout(resolve, quietMs);
      };
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
      changed();
    });
  }

  return { answer, turnedBack, quiet };
}

/**
 * A page that is sent elsewhere in vain stays as it is ("no content"); an error would put an error page in its place.
 */
function refuse(route: Route): Promise<void> {
  if (!route.request().isNavigationRequest()) return route.abort('blockedbyclient');
  return route.fulfill({ status: 204, headers: {}, body: Buffer.alloc(0) });
}

/**
 * Frames within the page are not the page. Data may be sent to the page's own origin alone: reading must not become
 * writing elsewhere.
 */
function isWanted(request: BrowserRequest, pageUrl: string): boolean {
  if (unwanted.has(request.resourceType())) return false;
  if (request.isNavigationRequest() && request.frame().parentFrame() !== null) return false;
  if (request.method() === 'GET') return true;
  const isOwn = URL.canParse(request.url()) && new URL(request.url()).origin === new URL(pageUrl).origin;
  return request.method() === 'POST' && isOwn && !request.isNavigationRequest();
}

function sameAddress(one: string, other: string): boolean {
  return one.replace(/#.*$/, '') === other.replace(/#.*$/, '');
}
