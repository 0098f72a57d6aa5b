import { expect, test } from 'vitest';
import { clientFor, failure, site } from '../../../test/support/page-server.js';
import { openAiCompatibleEmbedder } from './openai-compatible.js';

const KEY = 'secret-key-123';
const { signal } = new AbortController();

async function failureFor(status: number, body: string, headers: Record<string, string> = {}): Promise<unknown> {
  const served = await site((_, response) => response.writeHead(status, headers).end(body));
  const options = {
    http: clientFor([served]),
    baseUrl: `${served.origin}/v1`,
    model: 'm-1',
    key: KEY,
    dimensions: 2,
    timeoutMs: 5000,
  };
  return failure(openAiCompatibleEmbedder(options).embed(['a'], { signal }));
}

test.each([
  ['seconds', { 'retry-after': '7' }, '', 7000],
  ['a date', { 'retry-after': 'Sun, 01 Nov 2026 10:00:30 GMT', date: 'Sun, 01 Nov 2026 10:00:00 GMT' }, '', 30_000],
  ['Google’s RetryInfo', {}, '{"error":{"details":[{"retryDelay":"20s"}]}}', 20_000],
  ['nothing', {}, '', undefined],
])('asked too often, it hands on the wait given as %s, and not the key', async (_, headers, body, retryAfterMs) => {
  const error = (await failureFor(429, `${body} ${KEY}`, headers)) as Error & { retryAfterMs?: number };
  expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('status 429') });
  expect(error.message).not.toContain(KEY);
  expect(error.retryAfterMs).toBe(retryAfterMs);
});

test('a reply without embeddings is unreadable: asking again would not help', async () => {
  const message = expect.stringContaining('did not send embeddings');
  expect(await failureFor(200, '<html>Sign in</html>')).toMatchObject({ code: 'unreadable', message });
});
