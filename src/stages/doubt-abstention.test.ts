import { expect, test } from 'vitest';
import type { Reader } from '../core/ports.js';
import { passage, question, testRun } from '../testing/index.js';
import { isAnswerThere } from './doubt-abstention.js';

const reader = (answerable: number): Reader => ({
  name: 'r',
  read: async (_, passages) => passages.map(() => ({ text: '1888', start: 0, end: 4, score: 1, answerable })),
});
const passages = [
  passage('https://a.example#0', 'Local H is a band from Illinois.'),
  passage('https://b.example#0', 'For Against is a band from Nebraska.'),
];
const isThere = (text: string, parts = {}) => isAnswerThere({ question: question(text), passages }, parts, testRun().run);

test('where our reader sees an answer, the writer is asked again; where it sees none or is not there, not', async () => {
  expect(await isThere('Where is Local H from?', { reader: reader(0.8) })).toBe(true);
  expect(await isThere('Where is Local H from?', { reader: reader(0.2) })).toBe(false);
  expect(await isThere('Where is Local H from?')).toBe(false);
});

test('no passage says yes: a question for yes or no is asked again where all that it names is there', async () => {
  expect(await isThere('Are Local H and For Against both bands?', { reader: reader(0) })).toBe(true);
  expect(await isThere('Are Local H and Radiohead both bands?', { reader: reader(1) })).toBe(false);
});
