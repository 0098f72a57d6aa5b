import { expect, test } from 'vitest';
import { failureOf } from './failures.js';

const blamed = { model: 'm', key: 'secret-key', keyVariable: 'SOME_KEY' };
const error = (message: string, more = {}) => JSON.stringify({ error: { message, ...more } });

test.each([
  ['seconds', { 'retry-after': '12' }, '', 12_000],
  [
    'a date, from the date of the reply',
    { 'retry-after': 'Sun, 01 Nov 2026 10:00:30 GMT', date: 'Sun, 01 Nov 2026 10:00:00 GMT' },
    '',
    30_000,
  ],
  ['a date that has passed', { 'retry-after': 'Sun, 01 Nov 2026 10:00:00 GMT', date: 'Sun, 01 Nov 2026 11:00:00 GMT' }, '', 0],
  ['milliseconds', { 'retry-after-ms': '1500', 'retry-after': '2' }, '', 1500],
  [
    "Google's RetryInfo",
    {},
    error('x', { details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' }] }),
    34_500,
  ],
  ['nonsense', { 'retry-after': 'soon' }, '', undefined],
  ['nothing', {}, '', undefined],
])('a wait given as %s is carried on the error', (_, headers, body, retryAfterMs) => {
  expect(failureOf({ status: 429, headers, body }, blamed)).toMatchObject({ code: 'unavailable' });
  expect(failureOf({ status: 429, headers, body }, blamed).retryAfterMs).toBe(retryAfterMs);
});

test.each([
  [401, '', 'usage', /SOME_KEY/],
  [400, error('API key not valid. Please pass a valid API key.'), 'usage', /SOME_KEY/],
  [402, '', 'usage', /billing/],
  [429, error('You exceeded your current quota', { code: 'insufficient_quota' }), 'usage', /billing/],
  [404, error('model not found'), 'usage', /model name/],
  [400, error("This model's maximum context length is 4096 tokens."), 'usage', /longer context/],
  [413, '', 'usage', /longer context/],
  [400, error('something odd'), 'unsupported', /something odd/],
  [529, error('Overloaded', { type: 'overloaded_error' }), 'unavailable', /overloaded_error/],
])('status %d with %s is %s', (status, body, code, message) => {
  expect(failureOf({ status, body }, blamed)).toMatchObject({ code, message: expect.stringMatching(message) });
});

test('neither the key nor what looks like one is repeated, and long bodies are cut', () => {
  const { message } = failureOf({ status: 401, body: `bad secret-key, sk-proj-abc***xyz and AIzaSyD-123456 ${'x'.repeat(5000)}` }, blamed);
  expect(message).not.toMatch(/secret-key|sk-proj|AIzaSy/);
  expect(message.length).toBeLessThan(600);
});

test('without a key the advice is to name one', () => {
  expect(failureOf({ status: 401, body: '' }, { model: 'm' }).message).toContain('keyVariable');
});
