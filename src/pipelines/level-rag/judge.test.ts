import { expect, test } from 'vitest';
import type { Reader } from '../../core/ports.js';
import { passage, testRun } from '../../testing/index.js';
import { judgeByReading } from './judge.js';

const found = passage('https://a.example#0', 'It is old. Ada Stone built the Old Bridge for 15 pells.');

const reading = (text: string, score: number): Reader => ({
  name: 'scripted',
  read: async (_, passages) => passages.map(() => ({ text, start: 0, end: text.length, score, answerable: 1 })),
});

const judge = (atomic: string, reader?: Reader) =>
  judgeByReading({ atomic, passages: [found] }, reader ? { reader } : {}, testRun().run);

test('the span of the reader is the answer, the sentence around it the summary', async () => {
  expect(await judge('Who built the Old Bridge?', reading('Ada Stone', 9))).toEqual({
    finding: { answer: 'Ada Stone', summary: 'Ada Stone built the Old Bridge for 15 pells.', support: found },
    isSure: true,
  });
});

test('a narrow margin is an answer, but no verdict', async () => {
  expect(await judge('Who built the Old Bridge?', reading('Ada Stone', 1))).toMatchObject({ isSure: false });
  expect(await judge('Who built the Old Bridge?', reading('Ada Stone', -1))).toBeUndefined();
});

test('what cannot be what is asked for is no answer', async () => {
  expect(await judge('Who built the Old Bridge?', reading('15 pells', 9))).toBeUndefined();
  expect(await judge('How many pells was it?', reading('15 pells', 9))).toBeDefined();
});

test('without a reader a sentence with the words of the question verifies, and gives no short answer', async () => {
  expect(await judge('Who built the Old Bridge?')).toMatchObject({
    finding: { answer: '', summary: expect.stringContaining('Ada Stone') },
  });
  expect(await judge('Who painted the town hall?')).toBeUndefined();
});
