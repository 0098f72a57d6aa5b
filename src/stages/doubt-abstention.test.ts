import { expect, test } from 'vitest';
import type { Reader } from '../core/ports.js';
import { passage, question, testRun } from '../testing/index.js';
import { doubtAbstention } from './doubt-abstention.js';

const reader = (answerable: number): Reader => ({
  name: 'r',
  read: async (_, passages) => passages.map(() => ({ text: '1888', start: 0, end: 4, score: 1, answerable })),
});
const passages = [
  passage('https://a.example#0', 'Local H is a band from Illinois.'),
  passage('https://b.example#0', 'For Against is a band from Nebraska.'),
];
const doubt = (text: string, parts = {}) =>
  doubtAbstention({ question: question(text), passages }, parts, testRun().run);

test('where our reader sees an answer, the writer is asked again and believed; where it sees none or is not there, not asked', async () => {
  expect((await doubt('Where is Local H from?', { reader: reader(0.8) }))?.('Illinois')).toBe(true);
  expect(await doubt('Where is Local H from?', { reader: reader(0.05) })).toBeUndefined();
  expect(await doubt('Where is Local H from?')).toBeUndefined();
});

test('where our reader is not sure, what the writer says counts if both say the same', async () => {
  const mayStand = await doubt('When was Local H formed?', { reader: reader(0.2) });
  expect(mayStand?.('It was formed in 1888.')).toBe(true);
  expect(mayStand?.('It was formed in 1987.')).toBe(false);
});

test('no passage says yes: a question for yes or no is asked again where all that it names is there', async () => {
  expect((await doubt('Are Local H and For Against both bands?', { reader: reader(0) }))?.('Yes')).toBe(true);
  expect(await doubt('Are Local H and Radiohead both bands?', { reader: reader(1) })).toBeUndefined();
});
