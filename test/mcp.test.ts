/** The MCP server with the SDK's own client, over both transports. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, type ClientOptions, type Progress, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import type { ChatModel } from '../src/core/ports.js';
import { type ClientAnswer, clientAnswerSchema } from '../src/server/client-answer.js';
import { mcpApp } from '../src/server/mcp/index.js';
import { fakeModel } from '../src/testing/index.js';
import { BARE, folderWith, QUESTION, TINY_DOCS } from './support/command.js';
import { served, tinyEngine } from './support/served.js';

const BRIDGE = 'The Old Bridge was opened in 1888 by Ada Stone.';
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

async function overHttp(engine = tinyEngine(), options: ClientOptions = {}): Promise<Client> {
  const server = await served(
    new Hono().route(
      '/mcp',
      mcpApp(() => engine),
    ),
  );
  const client = new Client({ name: 'test', version: '1' }, options);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
  closing.push(engine.close, server.close, () => client.close());
  return client;
}

async function overStdio(): Promise<Client> {
  const cwd = folderWith(TINY_DOCS);
  const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
  const args = [
    main,
    'mcp',
    '--docs',
    join(cwd, 'docs'),
    '--data-directory',
    join(cwd, 'data'),
    '--pipeline',
    'naive-sparse',
    ...BARE,
  ];
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd, stderr: 'inherit' }));
  closing.push(() => client.close());
  return client;
}

test.each([
  ['streamable HTTP', () => overHttp()],
  ['stdio', overStdio],
])(
  '%s: tools are listed with schemas, and ask answers with citations and progress',
  { timeout: 60_000 },
  async (_, connect) => {
    const client = await connect();
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(client.getServerVersion()).toMatchObject({ name: 'winnow', version });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(['ask', 'read', 'search', 'verify']);
    for (const { inputSchema, outputSchema, description } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) });
      expect(outputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) });
      expect(description?.length).toBeGreaterThan(40);
    }

    const steps: Progress[] = [];
    const reply = await client.callTool(
      { name: 'ask', arguments: { question: QUESTION } },
      { onprogress: (step) => steps.push(step) },
    );
    const { answer, sources } = clientAnswerSchema.parse(reply.structuredContent);
    expect(answer).toMatchObject({ status: 'answered', claims: [{ verdict: 'supported', sources: [1] }] });
    expect(sources).toMatchObject([{ n: 1, title: 'Old Bridge' }]);
    expect(reply.content).toEqual([
      { type: 'text', text: expect.stringContaining(`${BRIDGE} [1]\n\nSources:\n[1] Old Bridge`) },
    ]);
    expect(steps.map(({ message }) => message)).toContain('Retrieve passages');
    expect(steps.map(({ progress }) => progress)).toEqual(steps.map((_step, at) => at + 1));
  },
);

test('search, read and verify go hand in hand', async () => {
  const client = await overHttp();
  const call = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })).structuredContent;
  const { results } = (await call('search', { query: 'bridge toll', limit: 2 })) as {
    results: { url: string; text: string; start: number; end: number }[];
  };
  const [first] = results;
  expect(first?.text).toContain('costs 2 pells');
  expect(await call('read', { url: first?.url, start: first?.start, end: first?.end })).toMatchObject({
    text: first?.text,
    title: 'Old Bridge',
  });
  expect(await call('verify', { text: `${BRIDGE} [1]`, sources: [{ text: BRIDGE }] })).toMatchObject({
    claims: [{ verdict: 'supported' }],
  });
  expect(await call('verify', { text: BRIDGE })).toMatchObject({ summary: { supported: 1 } });
  expect(
    await call('verify', { text: 'The Old Bridge was opened in 1901.', sources: [{ text: BRIDGE }] }),
  ).not.toMatchObject({
    summary: { supported: 1 },
  });
});

test('what cannot be done is a result that says so, and nothing outside the documents is read', async () => {
  const client = await overHttp();
  const unread = await client.callTool({ name: 'read', arguments: { url: 'file:///etc/passwd' } });
  expect(unread).toMatchObject({ isError: true });
  expect(JSON.stringify(unread.content)).not.toContain('root:');
  expect(await client.callTool({ name: 'ask', arguments: { question: 'x', pipeline: 'none' } })).toMatchObject({
    isError: true,
  });
});

test('an abstention is no error', async () => {
  const client = await overHttp();
  const reply = await client.callTool({
    name: 'ask',
    arguments: { question: 'Who painted the ceiling of the opera?' },
  });
  expect(reply.isError ?? false).toBe(false);
  expect((reply.structuredContent as ClientAnswer).answer.status).toBe('abstained');
});

test('a request that is cancelled ends the run; of an older client, one whose connection ends', async () => {
  for (const leave of ['cancel', 'close'] as const) {
    let seen: AbortSignal | undefined;
    const complete: ChatModel['complete'] = (_, { signal }) => {
      seen = signal;
      return new Promise(() => undefined);
    };
    const engine = tinyEngine({ models: { large: { ...fakeModel([]), complete } } });
    const client = await overHttp(engine, leave === 'cancel' ? { versionNegotiation: { mode: 'auto' } } : {});
    const leaving = new AbortController();
    const asked = client.callTool({ name: 'ask', arguments: { question: QUESTION } }, { signal: leaving.signal });
    asked.catch(() => undefined);
    await expect.poll(() => seen?.aborted, { timeout: 5000 }).toBe(false);
    if (leave === 'cancel') leaving.abort();
    else await client.close();
    await expect.poll(() => seen?.aborted, { timeout: 5000 }).toBe(true);
  }
});
