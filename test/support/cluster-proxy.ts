/** Stands before a real server and changes what tests need changed: delays, refusals, TLS, who may pass. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export type ProxyOptions = {
  readonly target: string;
  readonly tls?: { readonly key: string; readonly cert: string };
  /** True where it has answered itself. */
  readonly intercept?: (
    asked: { path: string; body: string; headers: IncomingMessage['headers'] },
    reply: ServerResponse,
  ) => boolean | Promise<boolean>;
};

export async function startProxy({ target, tls, intercept }: ProxyOptions) {
  const handle = async (asked: IncomingMessage, reply: ServerResponse) => {
    const pieces: Buffer[] = [];
    for await (const piece of asked) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    if (await intercept?.({ path: asked.url ?? '', body: body.toString('utf8'), headers: asked.headers }, reply))
      return;
    const onward = request(
      new URL(asked.url ?? '/', target),
      { method: asked.method, headers: asked.headers },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      },
    );
    onward.end(body);
  };
  const server = tls ? createTlsServer(tls, handle) : createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
