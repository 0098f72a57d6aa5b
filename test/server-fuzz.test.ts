/**
 * Whatever is sent to the endpoints of /openapi.json, in the schema's shape or not, the server answers soon and never
 * with a 5xx. bench/fuzz.ts sends more.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonOf, type TestServer } from './server/start.js';
import { operationsOf, problemWith, serverToFuzz } from './support/fuzz.js';

let server: TestServer;
beforeAll(async () => {
  server = await serverToFuzz();
});
afterAll(() => server.close());

test('no request ends in a 5xx or hangs', { timeout: 120_000 }, async () => {
  for (const { requests } of await operationsOf(server.url)) {
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        expect(await problemWith(server.url, request)).toBeTypeOf('number');
      }),
      { numRuns: 12, endOnFailure: true },
    );
  }
  expect(await jsonOf(fetch(`${server.url}/healthz`))).toEqual({ status: 'ok' });
});

test('every contract is described: OpenAI, MCP and MMU-RAGent too', async () => {
  const { paths } = await jsonOf(fetch(`${server.url}/openapi.json`));
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining([
      '/api/ask',
      '/v1/chat/completions',
      '/v1/responses',
      '/v1/rerank',
      '/v1/embeddings',
      '/mcp',
      '/run',
      '/evaluate',
    ]),
  );
  expect(JSON.stringify(paths)).not.toContain('$defs');
});
