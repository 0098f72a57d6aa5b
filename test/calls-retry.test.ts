/** What is tried again, when, how often, and what the listener of a streamed reply hears of it. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WinnowError } from '../src/core/errors.js';
import type { ChatReply, CompleteOptions } from '../src/core/ports.js';
import { mayPass } from '../src/engine/calls/failures.js';
import { respondingModel, type ScriptedReply } from '../src/testing/index.js';
import { callsOf, during, open, request, unavailable } from './support/calls.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const retry = { attempts: 4, firstDelayMs: 1000, maxDelayMs: 30_000 };

/** Replies in turn, and notes when it was asked. */
function scripted(replies: readonly ScriptedReply[], model: { readonly timeoutMs?: number } = {}) {
  const at: number[] = [];
  const startedMs = performance.now();
  const answering = respondingModel((asked) => {
    at.push(performance.now() - startedMs);
    const reply = replies[at.length - 1] as ScriptedReply;
    return typeof reply === 'function' ? reply(asked) : reply;
  });
  const calls = callsOf({ settings: { retry } });
  const { large } = calls.bound({ models: { large: answering } }, { models: { large: model } }).models;
  return { at, calls, ask: (options: CompleteOptions = { signal: open() }) => large.complete(request('?'), options) };
}

async function settled<T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [outcome] = await Promise.all([Promise.allSettled([promise]), vi.runAllTimersAsync()]);
  return outcome[0] as PromiseSettledResult<T>;
}

test.each([
  ['no answer', unavailable(), true],
  ['429', unavailable(429), true],
  ['500', unavailable(500), true],
  ['503', unavailable(503), true],
  ['a status as a field', Object.assign(new WinnowError('unavailable', 'failed'), { status: 404 }), false],
  ['401', unavailable(401), false],
  ['403', unavailable(403), false],
  ['404', unavailable(404), false],
  ['a wrong configuration', new WinnowError('usage', 'no such model'), false],
  ['a format the server refuses', new WinnowError('unsupported', 'answered with status 400'), false],
  ['a private address', new WinnowError('blocked', 'not public'), false],
  ['a reply nobody can read', new WinnowError('unreadable', 'not JSON'), false],
  ['the deadline', new WinnowError('deadline', 'late'), false],
  ['a reset', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), true],
  ['a closed socket', Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }), true],
  ['a mistake of ours', new TypeError('undefined is not a function'), false],
])('%s may pass: %s', (_, error, expected) => {
  expect(mayPass(error)).toBe(expected);
});

test('waits twice as long each time, then gives the reply', async () => {
  const { at, ask } = scripted([unavailable(), unavailable(503), unavailable(), 'Here.']);
  expect(await settled(ask())).toMatchObject({ value: { text: 'Here.' } });
  expect(at).toEqual([0, 500, 1500, 3500]); // half of 1, 2 and 4 s: the jitter's lower end
});

test('waits as long as the server asked, and not at all when that is longer than the longest wait', async () => {
  const patient = scripted([unavailable(429, { retryAfterMs: 7000 }), 'Here.']);
  expect(await settled(patient.ask())).toMatchObject({ value: { text: 'Here.' } });
  expect(patient.at).toEqual([0, 7000]);
  const impatient = scripted([unavailable(429, { retryAfterMs: 40_000 }), 'Here.']);
  expect(await settled(impatient.ask())).toMatchObject({ reason: { message: 'answered with status 429' } });
  expect(impatient.at).toEqual([0]);
});

test('gives up after the last attempt with its error', async () => {
  const { at, ask } = scripted([unavailable(500), unavailable(500), unavailable(500), unavailable(502)]);
  expect(await settled(ask())).toMatchObject({ reason: { code: 'unavailable', message: 'answered with status 502' } });
  expect(at).toHaveLength(4);
});

test('does not begin an attempt after the deadline of the question, nor one that cannot end before it', async () => {
  const { at, calls, ask } = scripted([unavailable(), unavailable(), 'Too late.']);
  expect(await settled(during(calls, () => ask(), 1200))).toMatchObject({ reason: { message: 'no answer' } });
  expect(at).toEqual([0, 500]);

  const slow = async (): Promise<string> => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    return 'Here.';
  };
  const known = scripted([slow, unavailable(), 'Never asked.']);
  await settled(known.ask()); // it takes 800 ms to answer
  expect(await settled(during(known.calls, () => known.ask(), 1000))).toMatchObject({
    reason: { message: 'no answer' },
  });
  expect(known.at).toHaveLength(2);
});

test('a wait ends at once with the signal, and with its reason', async () => {
  const { at, ask } = scripted([unavailable(), 'Here.']);
  const controller = new AbortController();
  const asking = ask({ signal: controller.signal });
  const ended = expect(asking).rejects.toThrow('stopped');
  await vi.advanceTimersByTimeAsync(100);
  controller.abort(new Error('stopped'));
  await ended;
  expect(vi.getTimerCount()).toBe(0);
  expect(at).toEqual([0]);
});

test('a call that hangs is given up after its time and tried again', async () => {
  const { at, ask } = scripted([() => new Promise<string>(() => undefined), 'Here.'], { timeoutMs: 2000 });
  expect(await settled(ask())).toMatchObject({ value: { text: 'Here.' } });
  expect(at).toEqual([0, 2500]);
});

describe('a model server with a queue', () => {
  /** One call after the other, a second each, however many are sent. */
  function queueing(timeoutMs: number) {
    let queue: Promise<unknown> = Promise.resolve();
    let asked = 0;
    const complete = (_: unknown, __: CompleteOptions): Promise<ChatReply> => {
      asked += 1;
      const mine = queue.then(() => new Promise<void>((resolve) => setTimeout(resolve, 1000)));
      queue = mine;
      return mine.then(() => ({ text: 'Here.', finish: 'stop', usage: { inputTokens: 1, outputTokens: 1 } }));
    };
    const calls = callsOf({ settings: { retry, breaker: { failures: 8, pauseMs: 30_000 } } });
    const models = { large: { name: 'm', format: 'text', complete } } as const;
    const { large } = calls.bound({ models }, { models: { large: { timeoutMs } } }).models;
    return { asked: () => asked, ask: () => large.complete(request('?'), { signal: open() }) };
  }

  test('is waited for as long as it answers others, each call asked once', async () => {
    const { asked, ask } = queueing(1500);
    const replies = await settled(Promise.all(Array.from({ length: 24 }, ask)));
    expect(replies.status).toBe('fulfilled');
    expect(asked()).toBe(24);
  });

  test('that falls silent for the whole time is given up on', async () => {
    const { ask } = queueing(900);
    expect(await settled(ask())).toMatchObject({
      reason: { message: expect.stringContaining("raise the model's timeoutMs") },
    });
  });

  test('gets fewer calls at a time when many ran out of time together, and its breaker counts one failure', async () => {
    const at: number[] = [];
    const complete = (_: unknown, { signal }: CompleteOptions): Promise<ChatReply> => {
      at.push(performance.now());
      const isFirstWave = at.length <= 24;
      return new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        if (!isFirstWave)
          setTimeout(() => resolve({ text: 'Here.', finish: 'stop', usage: { inputTokens: 1, outputTokens: 1 } }), 100);
      });
    };
    const calls = callsOf({ settings: { retry, breaker: { failures: 2, pauseMs: 30_000 } } });
    const models = { large: { name: 'm', format: 'text', complete } } as const;
    const { large } = calls.bound({ models }, { models: { large: { timeoutMs: 1000 } } }).models;
    const replies = await settled(
      Promise.all(Array.from({ length: 24 }, () => large.complete(request('?'), { signal: open() }))),
    );
    expect(replies.status).toBe('fulfilled');
    const second = at.slice(24);
    expect(second.filter((time) => time === second[0])).toHaveLength(12);
  });
});

describe('a streamed reply', () => {
  type Attempt = readonly (string | Error)[];

  /** Pieces one second apart; an error ends the attempt. */
  function streaming(attempts: readonly Attempt[], settings: { readonly timeoutMs?: number } = {}) {
    let next = 0;
    const complete = async (_: unknown, { onText }: CompleteOptions): Promise<ChatReply> => {
      let text = '';
      for (const piece of attempts[next++] as Attempt) {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        if (piece instanceof Error) throw piece;
        text += piece;
        onText?.(piece);
      }
      return { text, finish: 'stop', usage: { inputTokens: 1, outputTokens: 1 } };
    };
    const calls = callsOf({ settings: { retry } });
    const { large } = calls.bound(
      { models: { large: { name: 'm', format: 'text', complete } } },
      { models: { large: settings } },
    ).models;
    const heard: string[] = [];
    return { heard, asking: large.complete(request('?'), { signal: open(), onText: (piece) => heard.push(piece) }) };
  }

  test('that broke off and is begun again is heard once', async () => {
    const { heard, asking } = streaming([
      ['The bridge ', 'was opened', unavailable()],
      ['The ', 'bridge was ', 'opened in ', '1888.'],
    ]);
    expect(await settled(asking)).toMatchObject({ value: { text: 'The bridge was opened in 1888.' } });
    expect(heard).toEqual(['The bridge ', 'was opened', ' in ', '1888.']);
  });

  test('that says something else the second time is not heard further; the reply has its text', async () => {
    const { heard, asking } = streaming([
      ['The bridge ', unavailable()],
      ['Nobody ', 'knows.'],
    ]);
    expect(await settled(asking)).toMatchObject({ value: { text: 'Nobody knows.' } });
    expect(heard).toEqual(['The bridge ']);
  });

  test('may take longer than the time of a call as long as it goes on', async () => {
    const pieces = Array.from({ length: 10 }, (_, at) => `${at} `);
    const { heard, asking } = streaming([pieces], { timeoutMs: 1500 });
    expect(await settled(asking)).toMatchObject({ status: 'fulfilled' });
    expect(heard).toEqual(pieces);
  });

  test('may think for longer than the time of a call as long as pieces come, heard or not', async () => {
    const complete = async (_: unknown, { onAlive, signal }: CompleteOptions): Promise<ChatReply> => {
      for (let at = 0; at < 5; at += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        signal.throwIfAborted();
        onAlive?.();
      }
      return { text: 'Here.', finish: 'stop', usage: { inputTokens: 1, outputTokens: 1 } };
    };
    const calls = callsOf({ settings: { retry: { attempts: 1 } } });
    const models = { large: { name: 'm', format: 'text', complete } } as const;
    const { large } = calls.bound({ models }, { models: { large: { timeoutMs: 1500 } } }).models;
    expect(await settled(large.complete(request('?'), { signal: open() }))).toMatchObject({ value: { text: 'Here.' } });
  });

  test('that goes on after it was given up is not heard', async () => {
    let late: (piece: string) => void = () => undefined;
    let attempts = 0;
    const complete = (_: unknown, { onText }: CompleteOptions): Promise<ChatReply> => {
      attempts += 1;
      if (attempts === 1) {
        late = onText as typeof late;
        return new Promise(() => undefined); // deaf to its signal
      }
      onText?.('Here.');
      late('Ghost.');
      return Promise.resolve({ text: 'Here.', finish: 'stop', usage: { inputTokens: 1, outputTokens: 1 } });
    };
    const calls = callsOf({ settings: { retry } });
    const models = { large: { name: 'm', format: 'text', complete } } as const;
    const { large } = calls.bound({ models }, { models: { large: { timeoutMs: 1000 } } }).models;
    const heard: string[] = [];
    await settled(large.complete(request('?'), { signal: open(), onText: (piece) => heard.push(piece) }));
    expect(heard).toEqual(['Here.']);
  });
});
