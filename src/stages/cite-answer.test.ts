import { expect, test } from 'vitest';
import type { Verifier } from '../core/ports.js';
import { createLocalModels } from '../providers/local/models.js';
import { passage, question, testRun } from '../testing/index.js';
import { type CiteInput, type CiteParts, citeAnswer } from './cite-answer.js';

const bridge = passage('https://a.example#0', 'The Old Bridge was opened in 1888 by Ada Stone. It is 41 m long.');
const toll = passage('https://a.example#1', 'Crossing costs 2 pells.');
const ferry = passage('https://b.example#0', 'The ferry to Hathe sails daily at noon.');
const passages = [bridge, toll, ferry];
const local = createLocalModels(['verifier']);
const cite = (text: string, parts: Partial<CiteParts> = {}, over: Partial<CiteInput> = {}) =>
  citeAnswer({ local, ...parts })({ text, passages, ...over }, testRun().run);

test('each sentence gets the passage that carries it; sources are numbered in order of first use, one per page', async () => {
  const text = 'The ferry to Hathe sails daily at noon. It is 41 m long. Crossing costs 2 pells.';
  const { answer, sources } = await cite(text);
  expect(answer.claims.map((claim) => claim.sources)).toEqual([[1], [2], [2]]);
  for (const { text: claim, start, end } of answer.claims) expect(text.slice(start, end)).toBe(claim);
  expect(sources.map(({ n, url, passages: cited }) => [n, url, cited.map(({ id }) => id)])).toEqual([
    [1, 'https://b.example', ['https://b.example#0']],
    [2, 'https://a.example', ['https://a.example#0', 'https://a.example#1']],
  ]);
});

const DOUBTFUL =
  'Ada Stone opened the Old Bridge in 1888. Ada Stone opened the Old Bridge in 1889. Penguins juggle marmalade.';

test('by default everything stays as it was written, under its verdict; what contradicts it stands beside', async () => {
  const { answer } = await cite(DOUBTFUL);
  expect([answer.status, answer.text, answer.written]).toEqual(['answered', DOUBTFUL, DOUBTFUL]);
  expect(answer.claims.map(({ sources, verdict }) => [sources, verdict])).toEqual([
    [[1], 'supported'],
    [[], 'contradicted'],
    [[], 'unsupported'],
  ]);
  expect(answer.claims[1]?.evidence).toMatchObject([
    { url: 'https://a.example', quote: 'The Old Bridge was opened in 1888 by Ada Stone.' },
  ]);
});

test('mending puts the right figure in its place and says what stood there; what cannot be mended stays, marked', async () => {
  const { answer } = await cite('The Old Bridge was opened by Ada Stone in 1889. Penguins juggle marmalade.', {
    mode: 'mend',
  });
  expect(answer.text).toBe('The Old Bridge was opened by Ada Stone in 1888. Penguins juggle marmalade.');
  expect(answer.written).toContain('1889');
  expect(answer.claims).toMatchObject([
    { verdict: 'supported', sources: [1], repaired: '"1889" stood here; the source says "1888"' },
    { verdict: 'unsupported', sources: [] },
  ]);
  for (const { text: claim, start, end } of answer.claims) expect(answer.text.slice(start, end)).toBe(claim);
});

test('strict leaves out what no source carries, and the trace says so', async () => {
  const { run, events } = testRun();
  const text = 'Crossing costs 2 pells. Penguins juggle marmalade.';
  const { answer } = await citeAnswer({ local, mode: 'strict' })({ text, passages }, run);
  expect([answer.text, answer.written]).toEqual(['Crossing costs 2 pells.', text]);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'verdict', claim: 'Penguins juggle marmalade.', repaired: 'left out' }),
  );
});

test('an abstention comes from the check in strict mode alone', async () => {
  const text = 'Penguins juggle marmalade.';
  const strict = await cite(text, { mode: 'strict' });
  expect([strict.answer.status, strict.answer.written, strict.sources]).toEqual(['abstained', text, []]);
  expect((await cite(text, { mode: 'mend' })).answer.status).toBe('answered');
});

test('a sentence known to be taken from a passage cites that passage, though another says the same', async () => {
  const copy = passage('https://c.example#0', toll.text);
  const { sources } = await cite(
    toll.text,
    {},
    { passages: [toll, copy], taken: [{ text: toll.text, passage: copy }] },
  );
  expect(sources.map(({ url }) => url)).toEqual(['https://c.example']);
});

test('marks that the writer put are checked: a wrong one is replaced by the passage that carries the sentence', async () => {
  const { answer, sources } = await cite('Crossing costs 2 pells [3]. The ferry to Hathe sails daily at noon. [3]');
  expect(answer.text).toBe('Crossing costs 2 pells. The ferry to Hathe sails daily at noon.');
  expect(sources.map(({ url }) => url)).toEqual(['https://a.example', 'https://b.example']);
});

test('where the pipeline chose the pages to cite, no other is, and each of them is', async () => {
  const text = 'Crossing costs 2 pells. The ferry to Hathe sails daily at noon.';
  const { answer, sources } = await cite(text, {}, { preferred: [ferry] });
  expect(sources.map(({ url }) => url)).toEqual(['https://b.example']);
  expect(answer.claims).toMatchObject([
    { verdict: 'supported', sources: [] },
    { verdict: 'supported', sources: [1] },
  ]);
  const none = await cite(text, {}, { preferred: [] });
  expect(none.sources).toEqual([]);
  expect(none.answer.claims.map(({ verdict, sources: cited }) => [verdict, cited])).toEqual([
    ['supported', []],
    ['supported', []],
  ]);
});

test('an item of a list is checked with the question; a lead-in and a heading claim nothing', async () => {
  const asked = question('What can one use to get across the water?');
  const seen: string[] = [];
  const verifier: Verifier = {
    name: 'scripted',
    entail: async (claim, texts) => {
      seen.push(claim);
      return texts.map(() => ({ supported: 0.9, contradicted: 0 }));
    },
  };
  const { answer } = await cite(
    '## Crossings\n\nOne can use:\n\n- The Old Bridge\n- The ferry to Hathe',
    { local: { verifier } },
    { question: asked },
  );
  expect(answer.claims.map(({ verdict }) => verdict)).toEqual([undefined, undefined, 'supported', 'supported']);
  expect(seen).toContain('What can one use to get across the water? - The Old Bridge');
});
