/**
 * Keeps the connection pools and sends one hop through them. Sockets to the operator's private hosts live in pools of
 * their own.
 */
import { setMaxListeners } from 'node:events';
import type { Agent, Dispatcher } from 'undici';
import { type ConnectorOptions, guardedConnector } from './connect.js';
import type { Hop } from './hop.js';

export type ReceivedResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as sent, still compressed. */
  readonly raw: Dispatcher.ResponseData['body'];
};

type Pick = { readonly trusted: boolean; readonly connectTimeoutMs: number };
export type Agents = { pick(pick: Pick): Promise<Agent>; close(): Promise<void> };

export function createAgents({ guard, ...options }: Omit<ConnectorOptions, 'connectTimeoutMs' | 'closed'>): Agents {
  const agents = new Map<string, Agent>();
  const closing = new AbortController();
  setMaxListeners(0, closing.signal); // every open socket listens
  const pick = async ({ trusted, connectTimeoutMs }: Pick) => {
    const key = `${trusted} ${connectTimeoutMs}`;
    const known = agents.get(key);
    if (known) return known;
    const { Agent, buildConnector } = await import('undici');
    const connect = guardedConnector(buildConnector, {
      ...options,
      connectTimeoutMs,
      closed: closing.signal,
      guard: trusted ? undefined : guard,
    });
    // Undici's own time limits are off: the deadline of the request covers them.
    const agent = agents.get(key) ?? new Agent({ connect, headersTimeout: 0, bodyTimeout: 0 });
    agents.set(key, agent);
    return agent;
  };
  const close = async () => {
    closing.abort();
    await Promise.all([...agents.values()].map((agent) => agent.destroy()));
  };
  return { pick, close };
}

/** Rejects as soon as the signal aborts; undici alone would wait until the connection is made or given up on. */
export function dispatch(agent: Agent, hop: Hop, signal: AbortSignal): Promise<ReceivedResponse> {
  const { url, method, headers, body = null } = hop;
  const path = `${url.pathname}${url.search}`;
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) return reject(signal.reason);
    agent
      .request({ origin: url.origin, path, method, headers: { ...headers }, body, signal })
      .then((response) => resolve(received(response)), reject);
  });
}

function received({ statusCode, headers, body }: Dispatcher.ResponseData): ReceivedResponse {
  // A body nobody is reading yet must not bring the process down when it fails; whoever reads it gets the error.
  body.on('error', () => {});
  return { status: statusCode, headers: flatHeaders(headers), raw: body };
}

/** Lets go of a body that is not wanted (any more). */
export function discard(raw: ReceivedResponse['raw']): void {
  raw.destroy();
}

function flatHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const flat = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}
