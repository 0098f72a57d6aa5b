/** One step of a request: what is sent where, and what a redirect makes of it. */
import { WinnowError } from '../../core/errors.js';
import { acceptedEncodings } from './body.js';
import { describeUrl, readUrl } from './guard.js';

export type Hop = {
  readonly url: URL;
  readonly method: 'GET' | 'POST' | 'HEAD';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
};

/** Set by the connection itself, or part of how it is kept safe. */
const ownHeaders: ReadonlySet<string> = new Set(
  `host connection content-length transfer-encoding accept-encoding upgrade expect`.split(/\s+/),
);

type SentRequest = {
  readonly url: string;
  readonly method?: Hop['method'];
  readonly headers?: Hop['headers'];
  readonly body?: Hop['body'];
};

export function firstHop(request: SentRequest, userAgent: string): Hop {
  const given = Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  const headers = Object.fromEntries(given.filter(([name]) => !ownHeaders.has(name)));
  const all = { 'user-agent': userAgent, ...headers, 'accept-encoding': acceptedEncodings };
  return { url: readUrl(request.url), method: request.method ?? 'GET', headers: all, body: request.body };
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * All that may follow to another origin. A list of what may go on, since keys travel under many names (x-api-key,
 * x-goog-api-key, ...).
 */
const headersForAnyone: ReadonlySet<string> = new Set(['accept', 'accept-language', 'accept-encoding', 'user-agent']);

type ResponseHead = { readonly status: number; readonly headers: Readonly<Record<string, string>> };

export function isRedirect({ status, headers }: ResponseHead): boolean {
  return redirectStatuses.has(status) && headers.location !== undefined;
}

/** The step a redirect asks for. The address is not checked here. */
export function nextHop(hop: Hop, { status, headers }: ResponseHead): Hop {
  const url = readUrl(headers.location ?? '', hop.url.href);
  const sameOrigin = url.origin === hop.url.origin;
  const resend = status === 307 || status === 308;
  if (hop.method === 'POST' && resend && !sameOrigin) {
    const message = `${describeUrl(hop.url)} wants the request sent on to ${url.origin}. Set that address in the configuration if you trust it.`;
    throw new WinnowError('blocked', message);
  }
  const keepsBody = hop.method === 'POST' && resend;
  const kept = Object.entries(hop.headers).filter(
    ([name]) => (sameOrigin || headersForAnyone.has(name)) && (keepsBody || !name.startsWith('content-')),
  );
  const method = hop.method === 'POST' && !resend ? 'GET' : hop.method;
  return { url, method, headers: Object.fromEntries(kept), body: keepsBody ? hop.body : undefined };
}
