import { expect, test } from 'vitest';
import { assertAnswered } from './problems.js';

function refused(status: number, headers: Record<string, string>): object {
  try {
    assertAnswered({
      url: 'https://example.com/a?key=hidden',
      status,
      headers,
      bytes: new Uint8Array(),
      truncated: false,
    });
  } catch (error) {
    return error as object;
  }
  throw new Error('it was not refused');
}

test('a host that is asked too often and says when to come back is asked again then', () => {
  const error = refused(429, { 'retry-after': '3' });
  expect(error).toMatchObject({ kind: 'blocked', code: 'unavailable', retryAfterMs: 3000 });
  expect(error).not.toHaveProperty('final');
  const date = { 'retry-after': 'Sun, 01 Nov 2026 10:00:30 GMT', date: 'Sun, 01 Nov 2026 10:00:00 GMT' };
  expect(refused(429, date)).toMatchObject({ retryAfterMs: 30_000 });
});

test('one that does not say when is not asked again; other trouble may pass', () => {
  expect(refused(429, {})).toMatchObject({ kind: 'blocked', final: true });
  expect(refused(429, { 'retry-after': 'soon' })).toMatchObject({ final: true });
  expect(refused(503, {})).not.toHaveProperty('final');
});
