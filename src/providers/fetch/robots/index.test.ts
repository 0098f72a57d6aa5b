import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../core/clock.js';
import { WinnowError } from '../../../core/errors.js';
import type { HttpClient } from '../../http.js';
import { createRobots } from './index.js';

const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);
afterEach(() => void process.off('unhandledRejection', note));

function robotsFailing(error: WinnowError) {
  const http: HttpClient = {
    request: () => Promise.reject(error),
    check: () => {},
    stream: () => Promise.reject(error),
    close: async () => {},
  };
  return createRobots({ http, clock: systemClock, product: 'winnow-rag', userAgent: 'winnow-rag/1' });
}

const url = new URL('https://example.com/a');

test('a file that fails after everybody has left is nobody’s failure', async () => {
  process.on('unhandledRejection', note);
  const robots = robotsFailing(new WinnowError('blocked', 'Refused to open it.'));
  await expect(robots.assertAllowed(url, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  await nextTurn();
  await nextTurn();
  expect(unhandled).toEqual([]);
});

test('a page whose robots.txt cannot be had is not worth another try', async () => {
  const robots = robotsFailing(new WinnowError('unavailable', 'No connection.'));
  const { signal } = new AbortController();
  await expect(robots.assertAllowed(url, signal)).rejects.toMatchObject({
    code: 'unavailable',
    kind: 'unavailable',
    final: true,
  });
});
