/**
 * Fetches public web pages and hands them to the parser. What may be asked at all is decided by the client it is given.
 */
import type { Document } from '../../core/data.js';
import { messageOf, WinnowError } from '../../core/errors.js';
import type { Fetcher } from '../../core/ports.js';
import type { HttpClient, HttpResponse } from '../http.js';
import { isHtml, isWhole, typeOf } from './content-type.js';
import { assertAnswered, assertWorthReading, unreadable } from './problems.js';
import { redditThread } from './reddit.js';

export type Parse = (
  input: { bytes: Uint8Array; url: string; contentType?: string },
  options: { signal: AbortSignal },
) => Promise<Document>;

export type WebFetcherOptions = {
  readonly http: Pick<HttpClient, 'request'>;
  readonly parse: Parse;
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
};

const defaultMaxBytes = 10 * 1024 * 1024;
export const acceptedPages =
  'text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.9,application/pdf;q=0.8,*/*;q=0.1';

export function createWebFetcher({ http, parse, maxBytes = defaultMaxBytes, timeoutMs }: WebFetcherOptions): Fetcher {
  return {
    name: 'web',
    fetch: async (url, { signal }) => {
      const thread = redditThread(url);
      const headers = { accept: thread ? 'application/json' : acceptedPages };
      const limits = timeoutMs === undefined ? { maxBytes } : { maxBytes, timeoutMs };
      const response = await http.request({ url: thread ?? url, headers, signal, purpose: 'page', ...limits });
      assertAnswered(response);
      const contentType = typeOf(response, { json: thread !== undefined });
      if (response.truncated && isWhole(contentType))
        throw unreadable(response.url, `is larger than ${maxBytes} bytes`, 'too-large');
      const page = { ...response, url: thread ? url : response.url };
      const document = await parsePage(page, { parse, contentType, signal });
      return response.truncated ? withCutNoted(document, maxBytes) : document;
    },
  };
}

type ParseInput = { readonly parse: Parse; readonly contentType: string; readonly signal: AbortSignal };

/** The page as a document; an error where there is nothing to read in it. */
export async function parsePage(
  { bytes, url }: Pick<HttpResponse, 'bytes' | 'url'>,
  { parse, contentType, signal }: ParseInput,
): Promise<Document> {
  const document = await parse({ bytes, url, contentType }, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error instanceof WinnowError ? error : unreadable(url, `could not be parsed (${messageOf(error)})`);
  });
  // Tags and what is looked for in them are ASCII in every charset of the web.
  assertWorthReading(document, {
    url,
    html: isHtml(contentType) ? new TextDecoder('latin1').decode(bytes) : undefined,
  });
  return document;
}

/** How much is missing is not known, so no characters are counted. */
function withCutNoted(document: Document, maxBytes: number): Document {
  const cut = { what: 'the end of the page', why: `only the first ${maxBytes} bytes were read`, characters: 0 };
  return { ...document, leftOut: [...(document.leftOut ?? []), cut] };
}
