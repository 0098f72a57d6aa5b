/** How many calls a provider gets, and when it is left alone. State is per engine, and by provider. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import type { ChatModel, Fetcher, SearchEngine } from '../src/core/ports.js';
import type { callsSchema } from '../src/engine/config/calls.js';
import { document, respondingModel } from '../src/testing/index.js';
import { callsOf, during, open, request, unavailable } from './support/calls.js';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

type Settings = z.input<typeof callsSchema>;

/** A model that takes a second; `starts` are the seconds at which it was asked. */
function slowModel(
  settings: Settings,
  { name = 'slow', fail = () => undefined }: { name?: string; fail?: () => Error | undefined } = {},
) {
  const starts: number[] = [];
  let [running, most] = [0, 0];
  const startedMs = performance.now();
  const model = respondingModel(
    async () => {
      starts.push(Math.round((performance.now() - startedMs) / 1000));
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      running -= 1;
      return fail() ?? 'Yes.';
    },
    { name },
  );
  const calls = callsOf({ settings });
  const { small, large } = calls.bound({ models: { small: model, large: { ...model } } }).models;
  return { starts, most: () => most, calls, small, large };
}

async function outcomes(promises: readonly Promise<unknown>[]): Promise<string[]> {
  const [ends] = await Promise.all([Promise.allSettled(promises), vi.runAllTimersAsync()]);
  return ends.map((end) => (end.status === 'fulfilled' ? 'answered' : String((end.reason as Error).message)));
}

const ask = (model: ChatModel) => model.complete(request('?'), { signal: open() });

test('at most so many calls at the same time, whichever role asks', async () => {
  const { most, starts, small, large } = slowModel({ limits: { concurrency: 3 } });
  expect(await outcomes([small, large, small, large, small, large, small].map(ask))).toEqual(Array(7).fill('answered'));
  expect(most()).toBe(3);
  expect(starts).toEqual([0, 0, 0, 1, 1, 1, 2]);
});

test('at most so many calls within any minute', async () => {
  const { starts, large } = slowModel({ limits: { requestsPerMinute: 2 } });
  await outcomes([large, large, large, large, large].map(ask));
  expect(starts).toEqual([0, 0, 60, 60, 120]);
});

test('limits of one provider do not hold for another', async () => {
  const { starts, large } = slowModel({ providers: { other: { concurrency: 1 } } });
  await outcomes([large, large].map(ask));
  expect(starts).toEqual([0, 0]);
  const named = slowModel({ providers: { other: { concurrency: 1 } } }, { name: 'other' });
  await outcomes([named.large, named.large].map(ask));
  expect(named.starts).toEqual([0, 1]);
});

test('a search engine is limited by the name it is configured with', async () => {
  const starts: number[] = [];
  const startedMs = performance.now();
  const search: SearchEngine = {
    name: 'Brave',
    search: async () => {
      starts.push(Math.round((performance.now() - startedMs) / 1000));
      return [];
    },
  };
  const bound = callsOf({ settings: { providers: { brave: { requestsPerMinute: 1 } } } }).bound({ search }).search;
  await outcomes([1, 2].map(() => bound.search('?', { limit: 1, signal: open() })));
  expect(starts).toEqual([0, 60]);
});

test('who waits may leave, and those behind move up', async () => {
  const { starts, large } = slowModel({ limits: { concurrency: 1 } });
  const controller = new AbortController();
  const leaving = expect(
    outcomes([ask(large), large.complete(request('?'), { signal: controller.signal }), ask(large)]),
  ).resolves.toEqual(['answered', 'stopped', 'answered']);
  controller.abort(new Error('stopped'));
  await leaving;
  expect(starts).toEqual([0, 1]);
});

test('a call whose turn would come after the deadline is refused at once, so that the question can still be answered', async () => {
  const { calls, large } = slowModel({ limits: { requestsPerMinute: 1 } });
  const [first, second] = await outcomes([
    during(calls, () => ask(large), 20_000),
    during(calls, () => ask(large), 20_000),
  ]);
  expect(first).toBe('answered');
  expect(second).toMatch(/^slow may be asked again in 60 s \(rate limit\), which is after the question's deadline/);
});

test('those who queue before it count: a turn that comes too late is refused at once, one in time is waited for', async () => {
  const { calls, starts, large } = slowModel({ limits: { requestsPerMinute: 2 } });
  const askAll = Array.from({ length: 6 }, () => during(calls, () => ask(large), 90_000));
  const [, , , , fifth, sixth] = askAll;
  const refused = Promise.allSettled([fifth, sixth]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await refused).toMatchObject([
    { reason: { message: expect.stringContaining('again in 120 s') } },
    { status: 'rejected' },
  ]);
  expect((await outcomes(askAll)).slice(0, 4)).toEqual(Array(4).fill('answered'));
  expect(starts).toEqual([0, 0, 60, 60]);
});

test('outside a question nobody waits for a server that asks for more than the longest wait', async () => {
  const limited = () => unavailable(429, { retryAfterMs: 3_600_000 });
  const { starts, large } = slowModel({ limits: { concurrency: 1 } }, { fail: limited });
  const [first, queued] = await outcomes([ask(large), ask(large)]);
  expect(first).toBe('answered with status 429');
  expect(queued).toMatch(
    /^slow asks to be left alone for another 3600 s, which is longer than calls\.retry\.maxDelayMs/,
  );
  const [later] = await outcomes([ask(large)]);
  expect(later).toMatch(/^slow asks to be left alone/);
  expect(starts).toEqual([0]);
});

test('all calls wait while the server asks to be left alone', async () => {
  let failures = 1;
  const limited = () => (failures-- > 0 ? unavailable(429, { retryAfterMs: 10_000 }) : undefined);
  const { starts, large } = slowModel({}, { fail: limited });
  const first = ask(large);
  first.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(1500);
  expect(await outcomes([first, ask(large), ask(large)])).toEqual(['answered', 'answered', 'answered']);
  expect(starts).toEqual([0, 11, 11, 11]);
});

test('a server that takes two calls at a time and refuses more is asked by fewer and fewer, until all are answered', async () => {
  let running = 0;
  const model = respondingModel(
    async () => {
      running += 1;
      const isFull = running > 2;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      running -= 1;
      return isFull ? unavailable(429) : 'Yes.';
    },
    { name: 'narrow' },
  );
  const { large } = callsOf({ settings: { limits: { concurrency: 16 } } }).bound({ models: { large: model } }).models;
  expect(await outcomes(Array.from({ length: 16 }, () => ask(large as ChatModel)))).toEqual(Array(16).fill('answered'));
});

test('after so many failures in a row a provider is left alone, tried by one call, and used again', async () => {
  let isDown = true;
  const settings = { retry: { attempts: 1 }, breaker: { failures: 3, pauseMs: 30_000 } };
  const { starts, large } = slowModel(settings, { fail: () => (isDown ? unavailable(503) : undefined) });
  for (let at = 0; at < 3; at += 1) await outcomes([ask(large)]);
  expect(await outcomes([ask(large)])).toEqual([
    'slow failed 3 times in a row and is not asked until 12:00:33 UTC (30 s). Check that it is up, or configure another.',
  ]);
  expect(starts).toHaveLength(3);

  await vi.advanceTimersByTimeAsync(30_000);
  const [tried, refused] = await outcomes([ask(large), ask(large)]);
  expect(tried).toBe('answered with status 503');
  expect(refused).toMatch(/is not asked until the call that is trying it now has ended/);

  await vi.advanceTimersByTimeAsync(30_000);
  isDown = false;
  expect(await outcomes([ask(large)])).toEqual(['answered']);
  expect(await outcomes([ask(large), ask(large)])).toEqual(['answered', 'answered']);
});

test('a refusal is not tried again, and errors that do not pass say nothing about the provider', async () => {
  const settings = { retry: { attempts: 1 }, breaker: { failures: 2, pauseMs: 30_000 } };
  const { starts, large } = slowModel(settings, { fail: () => unavailable(404) });
  for (let at = 0; at < 4; at += 1) expect(await outcomes([ask(large)])).toEqual(['answered with status 404']);
  expect(starts).toHaveLength(4);
});

test('a host that is down does not switch off the others', async () => {
  const fetcher: Fetcher = {
    name: 'web',
    fetch: async (url) => {
      if (url.includes('down')) throw unavailable(502);
      return document(url, [[['Title'], 'Text.']]);
    },
  };
  const calls = callsOf({ settings: { retry: { attempts: 1 }, breaker: { failures: 1 } } });
  const bound = calls.bound({ fetcher }).fetcher;
  const read = (url: string) => bound.fetch(url, { signal: open() });
  const ends = await outcomes([read('https://down.example/1'), read('https://up.example/1')]);
  expect(ends).toEqual(['answered with status 502', 'answered']);
  const [again, other] = await outcomes([read('https://down.example/2'), read('https://up.example/2')]);
  expect(again).toMatch(/^down.example failed 1 times in a row/);
  expect(other).toBe('answered');
});

test('two engines know nothing of each other', async () => {
  const settings = { retry: { attempts: 1 }, breaker: { failures: 1 } };
  const one = slowModel(settings, { fail: () => unavailable() });
  await outcomes([ask(one.large)]);
  const other = slowModel(settings);
  expect(await outcomes([ask(other.large)])).toEqual(['answered']);
});
