/**
 * Servers on loopback that stand in for the web, and clients to which they are public. All are closed after each test.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createHttpClient, type HttpClient, type HttpClientOptions } from '../../src/providers/http.js';

export type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
export type Site = { port: number; origin: string; seen: Seen[]; server: Server };

export async function site(answer: RequestListener, { host = '127.0.0.1', port = 0 } = {}): Promise<Site> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address() as AddressInfo;
  return { port: address.port, origin: `http://${host}:${address.port}`, seen, server };
}

/** A client to which the given sites are public. */
export function clientFor(sites: readonly Site[], options: HttpClientOptions = {}): HttpClient {
  const treatAsPublic = sites.map(({ origin }) => origin.slice('http://'.length));
  const client = createHttpClient({ testing: { treatAsPublic }, ...options });
  onTestFinished(() => client.close());
  return client;
}

export const say =
  (text: string, headers = {}) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, headers).end(text);
export const redirect =
  (to: () => string, status = 302) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(status, { location: to() }).end('moved');
export const textOf = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes);
/** What a promise fails with; the text 'no failure' where it does not. */
export const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no failure',
    (error: unknown) => error,
  );
/** A look-up that gives this address to every name. */
export const at = (address: string) => async () => [{ address, family: 4 }];
