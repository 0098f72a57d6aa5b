import { expect, test } from 'vitest';
import type { LocalModels } from '../core/ports.js';
import { passage, testRun } from '../testing/index.js';
import { shortAnswer } from './short-answer.js';

const passages = [passage('a#0', 'Ferries.'), passage('b#0', 'Ada Stone built it.'), passage('c#0', 'Tea.')];
const reading = (scores: readonly number[], texts = ['Ferries', 'Ada Stone', 'Tea']): LocalModels => ({
  reader: {
    name: 'scripted',
    read: async (_, asked) =>
      asked.map((__, at) => ({
        text: texts[at] as string,
        start: 0,
        end: 1,
        score: scores[at] as number,
        answerable: 1,
      })),
  },
});
const asked = { question: 'Who built it?', passages };

test('takes the span with the highest margin and names its passage', async () => {
  expect(await shortAnswer(asked, reading([0.5, 4, 1]), testRun().run)).toEqual({
    text: 'Ada Stone',
    score: 4,
    passage: passages[1],
  });
});

test('says nothing where every passage reads as "not here", where the span is blank, and without a reader', async () => {
  expect(await shortAnswer(asked, reading([-2, -1, -3]), testRun().run)).toBeUndefined();
  expect(await shortAnswer(asked, reading([4, 0, 0], [' ', 'x', 'y']), testRun().run)).toBeUndefined();
  expect(await shortAnswer(asked, {}, testRun().run)).toBeUndefined();
});
