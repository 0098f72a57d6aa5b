import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { HttpClient, HttpRequest, HttpResponse } from '../../http.js';
import { createNetwork } from './network.js';
import type { Route } from './playwright.js';

const { signal } = new AbortController();
const responseOf = (url: string, bytes: number, truncated = false): HttpResponse => ({
  ...{ url, status: 200, headers: {}, truncated },
  bytes: new Uint8Array(bytes),
});

/** Requests that are answered when told to, each with as many bytes as it may have, up to `size`. */
function networkWith(maxBytes: number, size: number) {
  const waiting: (() => void)[] = [];
  const loaded: number[] = [];
  const request = ({ url, maxBytes: most = 0 }: HttpRequest) =>
    new Promise<HttpResponse>((resolve) => {
      waiting.push(() => {
        loaded.push(Math.min(size, most));
        resolve(responseOf(url, Math.min(size, most), size > most));
      });
    });
  const http: HttpClient = {
    request,
    check: () => {},
    stream: () => Promise.reject(new Error('not streamed')),
    close: async () => {},
  };
  const first = responseOf('https://example.com/', 10);
  return { waiting, loaded, network: createNetwork({ http, first, maxBytes, signal, userAgent: 'winnow-rag/1' }) };
}

function script(at: number) {
  const outcome = { given: 0, refused: false };
  const route: Route = {
    request: () => ({
      url: () => `https://example.com/${at}.js`,
      method: () => 'GET',
      headers: () => ({}),
      postDataBuffer: () => null,
      resourceType: () => 'script',
      isNavigationRequest: () => false,
      frame: () => ({ parentFrame: () => null }),
    }),
    abort: async () => {
      outcome.refused = true;
    },
    fulfill: async ({ body }) => {
      outcome.given = body.length;
    },
  };
  return { outcome, route };
}

/** Asks for 40 scripts at once and answers them until no more are asked for; the most that were open at a time. */
async function runAll({ network, waiting }: ReturnType<typeof networkWith>) {
  const scripts = Array.from({ length: 40 }, (_, at) => script(at));
  const done = Promise.all(scripts.map(({ route }) => network.answer(route)));
  let most = 0;
  for (await nextTurn(); waiting.length > 0; await nextTurn()) {
    most = Math.max(most, waiting.length);
    waiting.shift()?.();
  }
  await done;
  return { most, outcomes: scripts.map(({ outcome }) => outcome) };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

test('files asked for at the same time do not get past the limit on bytes together', async () => {
  const setting = networkWith(1000, 300);
  const { most, outcomes } = await runAll(setting);
  expect(most).toBe(6);
  expect(sum(outcomes.map(({ given }) => given))).toBe(900);
  expect(outcomes.filter(({ refused }) => refused)).toHaveLength(37);
  expect(sum(setting.loaded)).toBeLessThanOrEqual(1000 + 6 * 300);
});

test('within the limit every file gets its turn', async () => {
  const { outcomes } = await runAll(networkWith(100_000, 300));
  expect(outcomes.every(({ given, refused }) => given === 300 && !refused)).toBe(true);
});
