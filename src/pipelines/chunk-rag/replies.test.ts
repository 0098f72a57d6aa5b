import { expect, test } from 'vitest';
import { z } from 'zod';
import { relevancePrompt, thresholdPrompt } from './prompts.js';

const scoresOf = (reply: unknown) => relevancePrompt.reply.parse(reply).map(({ chunk, score }) => [chunk, score]);

test.each<[string, unknown, number[][]]>([
  [
    'the object that was asked for',
    {
      scores: [
        { chunk: 2, score: 0.4 },
        { chunk: 1, score: 0.9 },
      ],
    },
    [
      [2, 0.4],
      [1, 0.9],
    ],
  ],
  ['a list of such entries', [{ chunk: 1, score: '0.9' }], [[1, 0.9]]],
  [
    'a list of numbers',
    { scores: [0.9, 0.1] },
    [
      [1, 0.9],
      [2, 0.1],
    ],
  ],
  [
    'numbers by their chunk',
    { 1: 0.9, 'chunk 2': 0.1 },
    [
      [1, 0.9],
      [2, 0.1],
    ],
  ],
  ['one number alone, as the paper asks for it', 0.85, [[1, 0.85]]],
  ['one number as text', '0.85', [[1, 0.85]]],
  ['one score', { score: 0.7 }, [[1, 0.7]]],
  [
    'scores beyond the scale, which are moved to its ends',
    [1.7, -3, 85],
    [
      [1, 1],
      [2, 0],
      [3, 1],
    ],
  ],
])('%s is read', (_, reply, expected) => {
  expect(scoresOf(reply)).toEqual(expected);
});

test.each([
  ['high'],
  [{ scores: ['high'] }],
  [{ verdict: 'good' }],
  [Number.NaN],
  [null],
  [undefined],
  [{ scores: [{ chunk: 1 }] }],
])('%j is refused', (reply) => {
  expect(relevancePrompt.reply.safeParse(reply).success).toBe(false);
});

test('a threshold is one number, clamped', () => {
  const thresholdOf = (reply: unknown) => thresholdPrompt.reply.safeParse(reply).data;
  expect([{ threshold: 0.6 }, 0.6, '0.6', { optimal: 0.6 }].map(thresholdOf)).toEqual([0.6, 0.6, 0.6, 0.6]);
  expect([7, -1, 'about half', {}].map(thresholdOf)).toEqual([1, 0, undefined, undefined]);
  expect(thresholdOf({ chunks: 8, threshold: 0.6 })).toBe(0.6);
  expect(thresholdOf({ verdict: 'strict', threshold: 7 })).toBe(1);
  expect(thresholdOf({ optimal: 0.6, reason: 'most are below' })).toBe(0.6);
  expect(thresholdOf({ chunks: 8, optimal: 0.6 })).toBeUndefined(); // which of them is meant?
});

test('servers that keep to a schema are given an object', () => {
  for (const { reply } of [relevancePrompt, thresholdPrompt])
    expect(z.toJSONSchema(reply, { io: 'input' })).toMatchObject({ type: 'object' });
});
