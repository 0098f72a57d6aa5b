/**
 * Pages that are empty until their scripts have run, in headless Chromium. Every request of the browser is answered by
 * the guarded client: same checks of addresses, redirects, sizes and robots.txt as for any page. No cookies are kept,
 * nothing is downloaded, no frame or window opens.
 */
import { untilAborted } from '../../../core/abort.js';
import type { Document } from '../../../core/data.js';
import { messageOf, WinnowError } from '../../../core/errors.js';
import type { Fetcher } from '../../../core/ports.js';
import { unreadError } from '../../../core/unread.js';
import type { HttpClient, HttpResponse } from '../../http.js';
import { isHtml, typeOf } from '../content-type.js';
import type { PageClient } from '../pages.js';
import { assertAnswered, shown, unreadable } from '../problems.js';
import type { Robots } from '../robots/index.js';
import { createTurns } from '../turns.js';
import { acceptedPages, type Parse, parsePage } from '../web.js';
import { createNetwork, type Network } from './network.js';
import { type Browser, type Context, type LaunchOptions, launch } from './playwright.js';

export type BrowserFetcherOptions = LaunchOptions & {
  readonly http: HttpClient;
  /** For the page itself: cache, robots.txt and politeness included. */
  readonly pages: PageClient;
  readonly robots?: Robots | undefined;
  readonly parse: Parse;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
};

export type BrowserFetcher = Fetcher & { readonly close: () => Promise<void> };

/** Each has a renderer process with some hundred megabytes. */
const pagesAtOnce = 2;
/** The share of the time after which a page that never falls quiet is taken as it is. */
const settleShare = 0.7;

export function createBrowserFetcher(options: BrowserFetcherOptions): BrowserFetcher {
  const turns = createTurns({ concurrency: pagesAtOnce, delayMs: 0 });
  let starting: Promise<Browser> | undefined;

  /** One browser for all pages; another where it could not be started or has died. */
  function started(): Promise<Browser> {
    const again = () => launch(options);
    starting = starting ? starting.then((browser) => (browser.isConnected() ? browser : again()), again) : again();
    return starting;
  }

  async function fetch(url: string, { signal }: { readonly signal: AbortSignal }): Promise<Document> {
    const end = await turns.take('browser', { signal });
    const late = AbortSignal.timeout(options.timeoutMs);
    const settled = new Promise<void>((resolve) => setTimeout(resolve, options.timeoutMs * settleShare).unref());
    const either = AbortSignal.any([signal, late]);
    try {
      return await untilAborted(() => read(url, { ...options, signal: either, settled, browser: started }), either);
    } catch (error) {
      if (late.aborted && !signal.aborted)
        throw unreadError(
          'timeout',
          `${shown(url)} was not done with its scripts within ${options.timeoutMs} ms. Use another page.`,
        );
      throw error instanceof WinnowError
        ? error
        : unreadable(url, `could not be shown by the browser (${messageOf(error).split('\n')[0]})`);
    } finally {
      end();
    }
  }

  const close = async () => {
    await (await starting?.catch(() => undefined))?.close().catch(() => undefined);
    starting = undefined;
  };
  return { name: 'browser', fetch, close };
}

type ReadContext = BrowserFetcherOptions & {
  readonly signal: AbortSignal;
  readonly settled: Promise<void>;
  readonly browser: () => Promise<Browser>;
};

async function read(url: string, reading: ReadContext): Promise<Document> {
  const { pages, signal, maxBytes, parse } = reading;
  const first = await pages.request({ url, headers: { accept: acceptedPages }, signal, maxBytes });
  assertAnswered(first);
  if (!isHtml(typeOf(first, { json: false }))) throw unreadable(first.url, 'is no HTML, which scripts could fill');
  const { html, finalUrl } = await show(first, reading);
  const bytes = new TextEncoder().encode(html);
  if (bytes.length > maxBytes) throw unreadable(finalUrl, `grew to more than ${maxBytes} bytes`, 'too-large');
  return parsePage({ bytes, url: finalUrl }, { parse, contentType: 'text/html; charset=utf-8', signal });
}

async function show(first: HttpResponse, reading: ReadContext): Promise<{ html: string; finalUrl: string }> {
  const { signal, settled, timeoutMs, userAgent, http } = reading;
  const browser = await reading.browser();
  signal.throwIfAborted();
  const context = await browser.newContext({ serviceWorkers: 'block', acceptDownloads: false, userAgent });
  // A script that never ends keeps the page from answering, not from being closed.
  const close = () => void context.close().catch(() => undefined);
  signal.addEventListener('abort', close, { once: true });
  try {
    const network = createNetwork({ ...reading, first });
    const page = await openPage(context, network);
    await page.goto(first.url, { waitUntil: 'commit', timeout: timeoutMs });
    const parsed = page.waitForLoadState('domcontentloaded', { timeout: timeoutMs });
    await Promise.race([Promise.race([parsed, network.turnedBack]).then(network.quiet), settled]);
    const html = await page.content();
    const finalUrl = page.url();
    http.check(finalUrl, 'page');
    return { html, finalUrl };
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

/**
 * Ways to talk that are not requests: gone for pages; in workers, where this script does not run, they find no network.
 */
const silence =
  "for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) delete globalThis[name];";

async function openPage(context: Context, network: Network) {
  await context.addInitScript({ content: silence });
  await context.routeWebSocket(/.*/, (socket) => void socket.close().catch(() => undefined));
  await context.route(/.*/, network.answer);
  const page = await context.newPage();
  context.on('page', (other) => void other.close().catch(() => undefined));
  return page;
}
