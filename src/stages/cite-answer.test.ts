import { expect, test } from 'vitest';
import type { Verifier } from '../core/ports.js';
import { passage, testRun } from '../testing/index.js';
import { citeAnswer } from './cite-answer.js';

const bridge = passage('https://a.example#0', 'The Old Bridge was opened in 1888 by Ada Stone. It is 41 m long.');
const toll = passage('https://a.example#1', 'Crossing costs 2 pells.');
const ferry = passage('https://b.example#0', 'The ferry to Hathe sails daily at noon.');
const passages = [bridge, toll, ferry];

test('each sentence gets the passage that carries it; sources are numbered in order of first use, one per page', async () => {
  const text = 'The ferry to Hathe sails daily at noon. It is 41 m long. Crossing costs 2 pells.';
  const { answer, sources } = await citeAnswer({ local: {} })({ text, passages }, testRun().run);
  expect(answer.claims.map((claim) => claim.sources)).toEqual([[1], [2], [2]]);
  for (const { text: claim, start, end } of answer.claims) expect(text.slice(start, end)).toBe(claim);
  expect(sources.map(({ n, url, passages: cited }) => [n, url, cited.map(({ id }) => id)])).toEqual([
    [1, 'https://b.example', ['https://b.example#0']],
    [2, 'https://a.example', ['https://a.example#0', 'https://a.example#1']],
  ]);
});

test('a paraphrase is supported by its words; another figure or another subject is not', async () => {
  const text = 'Ada Stone opened the Old Bridge in 1888. Ada Stone opened the Old Bridge in 1889. Penguins juggle marmalade.';
  const { run, events } = testRun();
  const { answer } = await citeAnswer({ local: {} })({ text, passages }, run);
  expect(answer.claims.map(({ sources }) => sources)).toEqual([[1], [], []]);
  expect(events.filter(({ type }) => type === 'note')).toHaveLength(2);
});

test('a sentence known to be taken from a passage cites that passage, though another says the same', async () => {
  const copy = passage('https://c.example#0', toll.text);
  const { sources } = await citeAnswer({ local: {} })(
    { text: toll.text, passages: [toll, copy], taken: [{ text: toll.text, passage: copy }] },
    testRun().run,
  );
  expect(sources.map(({ url }) => url)).toEqual(['https://c.example']);
});

test('the verifier decides on paraphrases, and may refuse all', async () => {
  const verifierOf = (odds: number): Verifier => ({ name: 'v', support: async (_, shown) => shown.map(() => odds) });
  const text = 'Ada Stone opened the Old Bridge in 1888.';
  const cite = (odds: number) => citeAnswer({ local: { verifier: verifierOf(odds) } })({ text, passages }, testRun().run);
  expect((await cite(0.9)).sources).toHaveLength(1);
  expect((await cite(0.2)).sources).toEqual([]);
});
