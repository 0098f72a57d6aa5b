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
  expect(answer.claims.map(({ sources, verdict }) => [sources, verdict])).toEqual([
    [[1], 'supported'],
    [[], 'contradicted'],
    [[], 'unsupported'],
  ]);
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

test('the verifier decides on paraphrases, and may doubt them', async () => {
  const verifierOf = (odds: number): Verifier => ({
    name: 'v',
    entail: async (_, shown) => shown.map(() => ({ supported: odds, contradicted: 0 })),
  });
  const text = 'Ada Stone opened the Old Bridge in 1888.';
  const cite = (odds: number) => citeAnswer({ local: { verifier: verifierOf(odds) } })({ text, passages }, testRun().run);
  expect((await cite(0.9)).sources).toHaveLength(1);
  const doubted = await cite(0.1);
  expect(doubted.answer.claims).toMatchObject([{ verdict: 'partial', sources: [] }]);
});

test("a wrong figure is replaced by the source's, what no source says is left out, and both are said", async () => {
  const text = 'Ada Stone opened the Old Bridge in 1889. Penguins juggle marmalade. Crossing costs 2 pells.';
  const { run, events } = testRun();
  const { answer } = await citeAnswer({ local: {}, repair: true })({ text, passages }, run);
  expect(answer.text).toBe('Ada Stone opened the Old Bridge in 1888. Crossing costs 2 pells.');
  expect(answer.claims[0]).toMatchObject({ verdict: 'supported', repaired: expect.stringContaining('"1889" is "1888"') });
  for (const { text: claim, start, end } of answer.claims) expect(answer.text.slice(start, end)).toBe(claim);
  expect(events).toContainEqual(expect.objectContaining({ type: 'verdict', claim: 'Penguins juggle marmalade.', repaired: 'removed' }));
});

test('the evidence of a claim is a stretch of the page, under the number of its source', async () => {
  const { answer } = await citeAnswer({ local: {}, repair: true })(
    { text: 'In 1888 Ada Stone opened the Old Bridge.', passages },
    testRun().run,
  );
  expect(answer.claims[0]?.evidence).toMatchObject([{ n: 1, quote: 'The Old Bridge was opened in 1888 by Ada Stone.', start: 0, end: 47 }]);
});

test('an answer that loses all its claims is an abstention', async () => {
  const { answer, sources } = await citeAnswer({ local: {}, repair: true })(
    { text: 'Penguins juggle marmalade.', passages },
    testRun().run,
  );
  expect(answer.status).toBe('abstained');
  expect(sources).toEqual([]);
});

test('marks that the writer put are checked: a wrong one is replaced by the passage that carries the sentence', async () => {
  const text = 'Crossing costs 2 pells [3]. The ferry to Hathe sails daily at noon. [3]';
  const { answer, sources } = await citeAnswer({ local: {}, repair: true })({ text, passages }, testRun().run);
  expect(answer.text).toBe('Crossing costs 2 pells. The ferry to Hathe sails daily at noon.');
  expect(sources.map(({ url }) => url)).toEqual(['https://a.example', 'https://b.example']);
  expect(answer.claims.map(({ repaired }) => repaired)).toEqual(['another source is cited', undefined]);
});

test('a clause that no source carries is left out of its sentence', async () => {
  const text = 'The ferry to Hathe sails daily at noon, but the captain was a famous juggler of penguins.';
  const { answer } = await citeAnswer({ local: {}, repair: true })({ text, passages }, testRun().run);
  expect(answer.text).toBe('The ferry to Hathe sails daily at noon.');
});
