/** The contracts of others as `winnow serve` has them: under its keys and limits, as runs that are kept. */
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configSchema } from '../src/engine/config.js';
import type { ClientAnswer } from '../src/server/client-answer.js';
import { type RunningServer, startServer } from '../src/server/index.js';
import { respondingModel } from '../src/testing/index.js';
import { folderWith, QUESTION, TINY_DOCS } from './support/command.js';

const folder = folderWith(TINY_DOCS);
const settings = {
  docs: join(folder, 'docs'),
  dataDirectory: join(folder, 'data'),
  pipeline: 'naive-sparse',
  local: { embedder: false, reranker: false, verifier: false, reader: false },
};
let server: RunningServer;
let client: OpenAI;
beforeAll(async () => {
  server = await startServer({ config: configSchema.parse({ ...settings, server: { port: 0, logs: 'off' } }) });
  client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'anything', maxRetries: 0 });
});
afterAll(() => server.close());

test('an answer to an OpenAI client is a run like any other; a follow-up is understood by the messages before it', async () => {
  const reply = await client.chat.completions.create({
    model: 'winnow',
    messages: [
      { role: 'user', content: 'Where is the Old Bridge?' },
      { role: 'assistant', content: 'In the north.' },
      { role: 'user', content: 'And when was it opened?' },
    ],
  });
  expect(reply.choices[0]?.message.content).toContain('1888');
  expect((reply as unknown as { winnow: ClientAnswer }).winnow.askedAs).toBe(QUESTION);
  const runs = await (await fetch(`${server.url}/api/runs`)).text();
  expect(runs).toContain('And when was it opened?');
});

test('MCP and MMU-RAGent are there too; an unknown path of /v1 is a 404 in OpenAI’s shape', async () => {
  const mcp = new Client({ name: 'test', version: '1' });
  await mcp.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
  expect((await mcp.callTool({ name: 'ask', arguments: { question: QUESTION } })).structuredContent).toMatchObject({
    answer: { status: 'answered' },
  });
  await mcp.close();
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  const headers = { 'content-type': 'application/json' };
  const evaluated = await fetch(`${server.url}/evaluate`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query: QUESTION, iid: '1' }),
  });
  expect(await evaluated.json()).toMatchObject({ query_id: '1', generated_response: expect.stringContaining('1888') });
  expect(await (await fetch(`${server.url}/v1/nothing`)).json()).toMatchObject({
    error: { type: 'invalid_request_error' },
  });
});

test('where all places are taken, OpenAI clients are told when to come back; a client that leaves makes room', async () => {
  const large = respondingModel(() => new Promise<string>(() => undefined));
  const limits = { port: 0, logs: 'off', concurrency: 1, queue: 0, graceSeconds: 0 };
  const busy = await startServer({
    config: configSchema.parse({ ...settings, dataDirectory: join(folder, 'busy'), server: limits }),
    models: { large },
  });
  const other = new OpenAI({ baseURL: `${busy.url}/v1`, apiKey: 'x', maxRetries: 0 });
  const ask = (signal?: AbortSignal) =>
    other.chat.completions.create(
      { model: 'winnow', messages: [{ role: 'user', content: QUESTION }] },
      { ...(signal && { signal }) },
    );
  const leaving = new AbortController();
  const first = ask(leaving.signal);
  first.catch(() => undefined);
  await expect.poll(() => large.requests.length, { timeout: 5000 }).toBe(1);
  const refused = await ask().catch((error: unknown) => error as InstanceType<typeof OpenAI.APIError>);
  expect(refused).toMatchObject({ status: 429, type: 'rate_limit_error' });
  expect((refused as InstanceType<typeof OpenAI.APIError>).headers?.get('retry-after')).toMatch(/^\d+$/);
  leaving.abort();
  const second = new AbortController();
  await expect
    .poll(
      () => {
        ask(second.signal).catch(() => undefined);
        return large.requests.length;
      },
      { timeout: 5000, interval: 200 },
    )
    .toBeGreaterThan(1);
  second.abort();
  await busy.close();
});
