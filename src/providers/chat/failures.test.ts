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
  [
    'a date that has passed',
    { 'retry-after': 'Sun, 01 Nov 2026 10:00:00 GMT', date: 'Sun, 01 Nov 2026 11:00:00 GMT' },
    '',
    0,
  ],
  ['milliseconds', { 'retry-after-ms': '1500', 'retry-after': '2' }, '', 1500],
  [
    "Google's RetryInfo",
    {},
    error('x', { details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' }] }),
    34_500,
  ],
  ['a sentence of Google', {}, error('Please retry in 20.04s.'), 20_040],
  ['nonsense', { 'retry-after': 'soon' }, '', undefined],
  ['a number below zero', { 'retry-after': '-1' }, '', undefined],
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

/**
 * What Gemini says for the quota of a minute and for that of a day alike; only the name of the quota tells them apart.
 */
const geminiQuota = (quotaId: string) =>
  error(
    'You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits. Please retry in 20.04s.',
    {
      code: 429,
      status: 'RESOURCE_EXHAUSTED',
      details: [
        { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId }] },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '20s' },
      ],
    },
  );

test('Gemini’s quota of a minute is a rate limit, though it speaks of billing; its quota of a day is used up', () => {
  const minute = failureOf(
    { status: 429, body: geminiQuota('GenerateRequestsPerMinutePerProjectPerModel-FreeTier') },
    blamed,
  );
  expect(minute).toMatchObject({
    code: 'unavailable',
    retryAfterMs: 20_040,
    message: expect.stringContaining('rate limited'),
  });
  const day = failureOf(
    { status: 429, body: geminiQuota('GenerateRequestsPerDayPerProjectPerModel-FreeTier') },
    blamed,
  );
  expect(day).toMatchObject({ code: 'usage', message: expect.stringContaining('billing') });
});

test('an account without credit is not waited for, whatever wait comes with it', () => {
  const body = error('You exceeded your current quota', { code: 'insufficient_quota' });
  expect(failureOf({ status: 429, headers: { 'retry-after': '5' }, body }, blamed)).toMatchObject({ code: 'usage' });
});

test('neither the key nor what looks like one is repeated, and long bodies are cut', () => {
  const { message } = failureOf(
    { status: 401, body: `bad secret-key, sk-proj-abc***xyz and AIzaSyD-123456 ${'x'.repeat(5000)}` },
    blamed,
  );
  expect(message).not.toMatch(/secret-key|sk-proj|AIzaSy/);
  expect(message.length).toBeLessThan(600);
});

test('without a key the advice is to name one', () => {
  expect(failureOf({ status: 401, body: '' }, { model: 'm' }).message).toContain('keyVariable');
});
