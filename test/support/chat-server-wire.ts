/** A server on loopback that acts as a conformance scene says, in the wire format it is given. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerAct, UnderstoodRequest } from '../../src/testing/chat-conformance.js';
import type { Reply, ServerFormat } from './chat-server-formats.js';

export type WireServer = {
  readonly host: string;
  readonly requests: readonly UnderstoodRequest[];
  readonly close: () => Promise<void>;
};

export async function startWireServer(format: ServerFormat, acts: readonly ServerAct[]): Promise<WireServer> {
  const requests: UnderstoodRequest[] = [];
  const open: NodeJS.Timeout[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const understood = format.understand({
      path: request.url ?? '',
      headers: request.headers,
      body: JSON.parse(text) as Record<string, unknown>,
    });
    const act = acts[requests.push(understood) - 1];
    if (act) await perform(act, { format, response, streaming: understood.streaming, open });
    else response.writeHead(500).end(`there is no act number ${requests.length}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      for (const timer of open) clearInterval(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Stage = {
  readonly format: ServerFormat;
  readonly response: ServerResponse;
  readonly streaming: boolean;
  readonly open: NodeJS.Timeout[];
};

async function perform(act: ServerAct, stage: Stage): Promise<void> {
  const { format, response, streaming } = stage;
  const json = (status: number, value: unknown, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  if (act.type === 'raw') return void response.writeHead(200, { 'content-type': act.contentType }).end(act.body);
  if (act.type === 'status') return void json(act.status, format.error(act.status, act.said), act.headers);
  if (act.type === 'refuses') return void json(400, format.error(400, format.refusal[act.what]));
  if (act.type === 'breaks') return breakOff(act, stage);
  if (!streaming || act.unstreamed) return void json(200, format.whole(act));
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  await write(response, streamOf(format, act), act.delivery === 'bytes');
}

function streamOf(format: ServerFormat, reply: Reply): string[] {
  const events = format.events(reply);
  if (reply.delivery !== 'comments') return events.map((event) => `${event}\n\n`);
  return events.flatMap((event) => [
    ': OPENROUTER PROCESSING\r\n',
    '\r\n',
    `${event.replaceAll('\n', '\r\n')}\r`,
    '\n\r\n',
    ':\n\n',
  ]);
}

/** Separate writes arrive as separate pieces, if not always: what is tested must not depend on where the cuts fall. */
async function write(response: ServerResponse, pieces: readonly string[], singly: boolean): Promise<void> {
  response.socket?.setNoDelay(true);
  for (const piece of pieces) {
    const bytes = Buffer.from(piece);
    for (let at = 0; at < bytes.length; at += singly ? 1 : bytes.length) {
      response.write(bytes.subarray(at, singly ? at + 1 : bytes.length));
      if (singly) await new Promise((resolve) => setImmediate(resolve));
    }
  }
  response.end();
}

function breakOff(
  { after, how }: Extract<ServerAct, { type: 'breaks' }>,
  { format, response, streaming, open }: Stage,
): void {
  if (!streaming) return; // never answers
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (after !== '') for (const event of format.opening(after)) response.write(`${event}\n\n`);
  if (how === 'error') response.end(`${format.errorEvent}\n\n`);
  if (how === 'end') response.end();
  if (how === 'silence') open.push(setInterval(() => response.write(': ping\n\n'), 20));
}
