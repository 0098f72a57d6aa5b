/** A model server on loopback that speaks the OpenAI chat API and answers as told: at once, or never. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `undefined` leaves the request open. */
export type Answering = (messages: readonly { role: string; content: string }[], at: number) => string | undefined;

export type ChatServer = {
  readonly url: string;
  /** Flags that make the command use this server for every role, at $1000 per million tokens. */
  readonly flags: readonly string[];
  readonly requests: () => number;
  readonly whenAsked: Promise<void>;
  readonly close: () => Promise<void>;
};

export async function startChatServer(answer: Answering): Promise<ChatServer> {
  let requests = 0;
  let asked: () => void = () => undefined;
  const whenAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const content = answer(
      (JSON.parse(body) as { messages: { role: string; content: string }[] }).messages,
      requests++,
    );
    asked();
    if (content === undefined) return;
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        choices: [{ message: { content }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 100, completion_tokens: 10 },
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const model = JSON.stringify({
    baseUrl: `http://${host}/v1`,
    model: 'loopback',
    price: { input: 1000, output: 1000 },
  });
  return {
    url: `http://${host}/v1`,
    flags: ['--set', `allowPrivateHosts=["${host}"]`, '--set', `models.small=${model}`],
    requests: () => requests,
    whenAsked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
