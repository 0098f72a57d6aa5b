/**
 * Embedders behind an API, against a server on loopback that speaks each wire format: batches, order, unit length,
 * keys, and what may go wrong.
 */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { configSchema } from '../src/engine/config.js';
import { createEmbedder } from '../src/engine/embedders.js';
import { createHttpClient } from '../src/providers/http.js';
import { norm } from '../src/text/vectors.js';

type Request = {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly texts: readonly string[];
  readonly body: Record<string, unknown>;
};
type OpenAiBody = { input: string[] };
type GeminiBody = {
  requests: { model: string; content: { parts: [{ text: string }] }; outputDimensionality: number }[];
};

/** A vector that tells its text: its length and its last digit, not of unit length. */
const vectorOf = (text: string): number[] => [text.length, Number(/\d$/.exec(text)?.[0] ?? 0), 5];
let requests: Request[] = [];
let [status, dropped] = [200, 0];

const server: Server = createServer(async (request, response) => {
  let raw = '';
  for await (const chunk of request) raw += String(chunk);
  const body = JSON.parse(raw) as Record<string, unknown>;
  const isGemini = request.url?.endsWith(':batchEmbedContents') === true;
  const texts = isGemini
    ? (body as unknown as GeminiBody).requests.map(({ content }) => content.parts[0].text)
    : (body as unknown as OpenAiBody).input;
  requests.push({ url: request.url ?? '', headers: request.headers, texts, body });
  const vectors = texts.slice(dropped).map(vectorOf);
  const reply = isGemini
    ? { embeddings: vectors.map((values) => ({ values })) }
    : {
        object: 'list',
        data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })).reverse(),
      };
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(status === 200 ? JSON.stringify(reply) : `{"error": "bad key secret-key"}`);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
const http = createHttpClient({ allowPrivateHosts: [host] });
const { signal } = new AbortController();

beforeEach(() => {
  [requests, status, dropped] = [[], 200, 0];
});
afterAll(async () => {
  await http.close();
  server.closeAllConnections();
  server.close();
});

function embedderOf(provider: string, more: object = {}) {
  const config = configSchema.parse({
    embedder: {
      provider,
      baseUrl: `http://${host}/api/`,
      model: 'team/embed',
      keyVariable: 'EMBED_KEY',
      dimensions: 3,
      ...more,
    },
    allowPrivateHosts: [host],
  });
  const embedder = createEmbedder(config, { http, environment: { EMBED_KEY: 'secret-key' } });
  if (!embedder) throw new Error('no embedder');
  return embedder;
}

describe.each([
  { provider: 'openai-compatible', path: '/api/embeddings', batch: 64, key: { authorization: 'Bearer secret-key' } },
  {
    provider: 'gemini',
    path: '/api/models/team/embed:batchEmbedContents',
    batch: 100,
    key: { 'x-goog-api-key': 'secret-key' },
  },
])('$provider', ({ provider, path, batch, key }) => {
  test('texts in batches, vectors in the order of the texts and of unit length', async () => {
    const texts = Array.from({ length: 150 }, (_, at) => `text ${at}`);
    const embedder = embedderOf(provider);
    const vectors = await embedder.embed(texts, { signal });
    expect(requests.map((request) => request.texts.length)).toEqual(batch === 64 ? [64, 64, 22] : [100, 50]);
    expect(requests[0]?.url).toBe(path);
    expect(requests[0]?.headers).toMatchObject(key);
    expect(vectors).toHaveLength(150);
    for (const [at, vector] of vectors.entries()) {
      expect(norm(vector)).toBeCloseTo(1, 5);
      const [length, digit] = vectorOf(texts[at] as string);
      expect((vector[1] as number) / (vector[0] as number)).toBeCloseTo((digit as number) / (length as number), 5);
    }
    expect(embedder.name).toBe(`${provider}-team_embed-3`);
    expect(await embedder.embed([], { signal })).toEqual([]);
  });

  test('vectors of another length, or too few, are refused with the fix', async () => {
    await expect(embedderOf(provider, { dimensions: 4 }).embed(['a'], { signal })).rejects.toThrow(
      /Set embedder\.dimensions to 3/,
    );
    dropped = 1;
    await expect(embedderOf(provider).embed(['a', 'b'], { signal })).rejects.toThrow(/sent 1 vectors for 2 texts/);
  });

  test('a refusal says what to check and never shows the key', async () => {
    status = 401;
    const error: unknown = await embedderOf(provider)
      .embed(['a'], { signal })
      .catch((caught: unknown) => caught);
    expect(String(error)).toMatch(/status 401.*keyVariable.*\(key\)/);
    expect(String(error)).not.toContain('secret-key');
  });
});

test('what each API is asked for', async () => {
  await embedderOf('openai-compatible').embed(['a'], { signal });
  await embedderOf('gemini').embed(['b'], { signal });
  expect(requests[0]?.body).toEqual({ model: 'team/embed', input: ['a'], encoding_format: 'float' });
  expect(requests[1]?.body).toEqual({
    requests: [{ model: 'models/team/embed', content: { parts: [{ text: 'b' }] }, outputDimensionality: 3 }],
  });
});

test('what is missing in the configuration is named; local.embedder=false means none', () => {
  expect(() => embedderOf('openai-compatible', { model: undefined })).toThrow(/needs embedder\.model/);
  expect(() => embedderOf('gemini', { keyVariable: 'OTHER_KEY' })).toThrow(/OTHER_KEY.*is not set/);
  const off = configSchema.parse({ local: { embedder: false }, embedder: { provider: 'gemini' } });
  expect(createEmbedder(off, { http, environment: {} })).toBeUndefined();
});
