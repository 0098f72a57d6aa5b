/**
 * The only place that opens a connection. Pages, redirects and names are untrusted: every hop is checked before it is
 * asked, and every socket goes to an address that was checked. Proxy variables are not read, nothing is retried or
 * cached here.
 */
import { WinnowError } from '../core/errors.js';
import { createAgents, discard, dispatch, type ReceivedResponse } from './http/agents.js';
import { decodeBody, readUpTo } from './http/body.js';
import { type Lookup, resolveWithSystem } from './http/connect.js';
import { createDeadline, type Deadline } from './http/deadline.js';
import { authorityOf, createGuard, describeUrl, type Purpose, readUrl } from './http/guard.js';
import { firstHop, isRedirect, nextHop } from './http/hop.js';

export type { Lookup, Purpose };

export type HttpRequest = {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal | undefined;
  /** `request` cuts the body here; `stream` fails. Counted after decompression. */
  readonly maxBytes?: number;
  /** For the whole request; for `stream`, for the headers and for each wait for a piece after them. */
  readonly timeoutMs?: number;
  readonly connectTimeoutMs?: number;
  readonly maxRedirects?: number;
  /** What the request is for; 'page' unless said. Pages may never use `allowPrivateHosts`. */
  readonly purpose?: Purpose;
  /**
   * Asked before each hop, redirects included, once its address was found to be allowed; what it throws ends the
   * request.
   */
  readonly beforeHop?: (url: URL) => Promise<void>;
};

export type HttpResponse = {
  /** The address that answered, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  readonly truncated: boolean;
};

export type HttpStream = Pick<HttpResponse, 'url' | 'status' | 'headers'> & {
  readonly body: AsyncIterable<Uint8Array>;
};

export type HttpClient = {
  /** Throws where a request to this address would be refused for how it is written; nothing is resolved or opened. */
  check(url: string, purpose?: Purpose): void;
  request(request: HttpRequest): Promise<HttpResponse>;
  stream(request: HttpRequest): Promise<HttpStream>;
  close(): Promise<void>;
};

export type HttpClientOptions = {
  /** The operator's own model and search servers, exactly as `host:port`: "localhost:11434". */
  readonly allowPrivateHosts?: readonly string[];
  readonly userAgent?: string;
  readonly lookup?: Lookup;
  /** For tests alone: `address:port` of a server on loopback that stands in for a public one. */
  readonly testing?: { readonly treatAsPublic: readonly string[] };
};

const defaults = { timeoutMs: 15_000, connectTimeoutMs: 5_000, maxRedirects: 5, maxBytes: 10 * 1024 * 1024 };

export function createHttpClient({
  allowPrivateHosts,
  userAgent = 'winnow-rag',
  lookup,
  testing,
}: HttpClientOptions = {}): HttpClient {
  const guard = createGuard({
    allowPrivateHosts: allowPrivateHosts ?? [],
    treatAsPublic: testing?.treatAsPublic ?? [],
  });
  const agents = createAgents({ guard, lookup: lookup ?? resolveWithSystem });

  async function send(request: HttpRequest, deadline: Deadline): Promise<Reply> {
    const { connectTimeoutMs = defaults.connectTimeoutMs, maxRedirects = defaults.maxRedirects } = request;
    let hop = firstHop(request, userAgent);
    const first = authorityOf(hop.url);
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      // A redirect never inherits the trust in the host it came from.
      const target = guard.target(hop.url, authorityOf(hop.url) === first ? (request.purpose ?? 'page') : 'page');
      await request.beforeHop?.(hop.url);
      const received = await dispatch(
        await agents.pick({ trusted: target.trusted, connectTimeoutMs }),
        hop,
        deadline.signal,
      );
      if (!isRedirect(received)) return { url: hop.url, ...received };
      discard(received.raw);
      hop = nextHop(hop, received);
    }
    throw new WinnowError(
      'unavailable',
      `${describeUrl(hop.url)} redirects more than ${maxRedirects} times. Give the final address.`,
    );
  }

  async function request(request: HttpRequest): Promise<HttpResponse> {
    const deadline = startDeadline(request);
    let reply: Reply | undefined;
    try {
      reply = await send(request, deadline);
      const maxBytes = request.maxBytes ?? defaults.maxBytes;
      const read = await readUpTo(decodeBody(reply.raw, reply.headers['content-encoding'], maxBytes), maxBytes);
      return { url: reply.url.href, status: reply.status, headers: reply.headers, ...read };
    } catch (error) {
      throw deadline.explain(error);
    } finally {
      if (reply) discard(reply.raw);
      deadline.stop();
    }
  }

  async function stream(request: HttpRequest): Promise<HttpStream> {
    const deadline = startDeadline(request);
    try {
      const reply = await send(request, deadline);
      return {
        url: reply.url.href,
        status: reply.status,
        headers: reply.headers,
        body: streamed(reply, request, deadline),
      };
    } catch (error) {
      deadline.stop();
      throw deadline.explain(error);
    }
  }

  const check = (url: string, purpose: Purpose = 'page') => void guard.target(readUrl(url), purpose);
  return { check, request, stream, close: agents.close };
}

type Reply = ReceivedResponse & { readonly url: URL };

function startDeadline({ url, timeoutMs = defaults.timeoutMs, signal }: HttpRequest): Deadline {
  return createDeadline({ shown: describeUrl(readUrl(url)), timeoutMs, signal });
}

/** The deadline starts afresh with each piece: a model may speak for minutes, but not fall silent. */
async function* streamed(
  reply: Reply,
  { maxBytes = Number.POSITIVE_INFINITY }: HttpRequest,
  deadline: Deadline,
): AsyncIterable<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of decodeBody(reply.raw, reply.headers['content-encoding'], maxBytes)) {
      size += chunk.length;
      if (size > maxBytes)
        throw new WinnowError(
          'unreadable',
          `${describeUrl(reply.url)} sent more than ${maxBytes} bytes. Allow more, or ask for less.`,
        );
      deadline.pause();
      yield chunk;
      deadline.restart();
    }
  } catch (error) {
    throw deadline.explain(error);
  } finally {
    discard(reply.raw);
    deadline.stop();
  }
}
