/** Fetches public web pages and hands them to the parser. What may be asked at all is decided by the HTTP client. */
import type { Document } from '../../core/data.js';
import { messageOf, WinnowError } from '../../core/errors.js';
import type { Fetcher } from '../../core/ports.js';
import type { HttpClient, HttpResponse } from '../http.js';
import { isWhole, typeOf } from './content-type.js';
import { redditThread } from './reddit.js';

export type Parse = (input: { bytes: Uint8Array; url: string; contentType?: string }) => Promise<Document>;

export type WebFetcherOptions = {
  readonly http: HttpClient;
  readonly parse: Parse;
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
};

const defaultMaxBytes = 10 * 1024 * 1024;
const accept = 'text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.9,application/pdf;q=0.8,*/*;q=0.1';

export function createWebFetcher({ http, parse, maxBytes = defaultMaxBytes, timeoutMs }: WebFetcherOptions): Fetcher {
  return {
    name: 'web',
    fetch: async (url, { signal }) => {
      const thread = redditThread(url);
      const headers = { accept: thread ? 'application/json' : accept };
      const limits = timeoutMs === undefined ? { maxBytes } : { maxBytes, timeoutMs };
      const response = await http.request({ url: thread ?? url, headers, signal, purpose: 'page', ...limits });
      assertAnswered(response);
      const contentType = typeOf(response, { json: thread !== undefined });
      if (response.truncated && isWhole(contentType)) throw unreadable(response, `is larger than ${maxBytes} bytes`);
      const page = { bytes: response.bytes, url: thread ? url : response.url, contentType };
      const document = await parse(page).catch((error: unknown) => {
        throw error instanceof WinnowError ? error : unreadable(response, `could not be parsed (${messageOf(error)})`);
      });
      return response.truncated ? withCutNoted(document, maxBytes) : document;
    },
  };
}

function assertAnswered({ url, status }: HttpResponse): void {
  if (status >= 200 && status < 300) return;
  const advice: Readonly<Record<number, string>> = {
    401: 'It asks for a login.',
    403: 'It does not let programs read this page.',
    404: 'Check the address.',
    429: 'It is asked too often; try again later.',
  };
  throw new WinnowError(
    'unavailable',
    `${shown(url)} answered with status ${status}. ${advice[status] ?? 'Try again later or use another page.'}`,
  );
}

/** How much is missing is not known, so no characters are counted. */
function withCutNoted(document: Document, maxBytes: number): Document {
  const cut = { what: 'the end of the page', why: `only the first ${maxBytes} bytes were read`, characters: 0 };
  return { ...document, leftOut: [...(document.leftOut ?? []), cut] };
}

function unreadable({ url }: Pick<HttpResponse, 'url'>, what: string): WinnowError {
  return new WinnowError('unreadable', `${shown(url)} ${what}. Use another page, or save it in a format that can be read.`);
}

function shown(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
