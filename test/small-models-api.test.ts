/** /v1/rerank and /v1/embeddings with the models that come with Winnow. */
import { Hono } from 'hono';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalModels } from '../src/providers/local/models.js';
import { openAiApp } from '../src/server/openai/index.js';
import { type Served, served, tinyEngine } from './support/served.js';

const engine = tinyEngine({ local: createLocalModels(['embedder', 'reranker']) });
let server: Served;
beforeAll(async () => {
  server = await served(
    new Hono().route(
      '/v1',
      openAiApp(() => engine),
    ),
  );
});
afterAll(async () => {
  await server.close();
  await engine.close();
});

const rerank = async (body: object) => {
  const reply = await fetch(`${server.url}/v1/rerank`, { method: 'POST', body: JSON.stringify(body) });
  return {
    status: reply.status,
    body: (await reply.json()) as { results: { index: number; relevance_score: number }[] },
  };
};

test('the document that answers comes first, with scores from 0 to 1', async () => {
  const documents = ['Cats sleep a lot.', { text: 'The bridge opened in 1888.' }, 'The ferry sails at noon.'];
  const { body } = await rerank({
    model: 'winnow-reranker',
    query: 'When did the bridge open?',
    documents,
    top_n: 2,
    return_documents: true,
  });
  expect(body.results).toHaveLength(2);
  expect(body.results[0]).toMatchObject({ index: 1, document: { text: 'The bridge opened in 1888.' } });
  for (const { relevance_score } of body.results) expect(relevance_score).toBeGreaterThanOrEqual(0);
  for (const { relevance_score } of body.results) expect(relevance_score).toBeLessThanOrEqual(1);
});

test('openai: embeddings, as base64 (its default) and as numbers', async () => {
  const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'not-needed', maxRetries: 0 });
  const input = ['The bridge opened in 1888.', 'When was the bridge opened?', 'Cats sleep a lot.'];
  const { data, usage } = await client.embeddings.create({ model: 'winnow-embedder', input });
  const plain = await client.embeddings.create({ model: 'winnow-embedder', input, encoding_format: 'float' });
  const dot = (one: number, other: number) =>
    data[one]?.embedding.reduce((sum, value, at) => sum + value * (data[other]?.embedding[at] ?? 0), 0) ?? 0;
  expect(data.map(({ embedding }) => embedding.length)).toEqual([384, 384, 384]);
  expect(data[0]?.embedding).toEqual(plain.data[0]?.embedding);
  expect(usage).toEqual({ prompt_tokens: 23, total_tokens: 23 }); // 6, 6 and 5, and two marks around each
  expect(dot(0, 0)).toBeCloseTo(1, 4);
  expect(dot(0, 1)).toBeGreaterThan(dot(0, 2));
  await expect(client.embeddings.create({ model: 'winnow-embedder', input, dimensions: 64 })).rejects.toMatchObject({
    status: 400,
  });
  await expect(client.embeddings.create({ model: 'text-embedding-3-small', input })).rejects.toMatchObject({
    status: 404,
  });
});

test.each([
  ['an unknown model', { model: 'rerank-v4', query: 'a', documents: ['b'] }, 404],
  ['no documents', { query: 'a', documents: [] }, 400],
  ['a number', { query: 'a', documents: [1] }, 400],
])('rerank: %s is refused', async (_, body, status) => {
  expect(await rerank(body)).toMatchObject({
    status,
    body: { error: { message: expect.any(String), type: 'invalid_request_error' } },
  });
});

test('what is beyond the 256 tokens that the embedder reads is not counted', async () => {
  const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'not-needed', maxRetries: 0 });
  const { usage } = await client.embeddings.create({ model: 'winnow-embedder', input: 'bridge '.repeat(1000) });
  expect(usage.total_tokens).toBe(256);
});
