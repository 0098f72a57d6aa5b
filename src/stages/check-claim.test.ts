import { expect, test } from 'vitest';
import type { Verifier } from '../core/ports.js';
import { checkPrompt } from '../prompts/verify.js';
import { fakeModel, passage, testRun } from '../testing/index.js';
import { checkClaim } from './check-claim.js';

const bridge = { ...passage('https://a.example#0', 'The Old Bridge was opened in 1888 by Ada Stone. It is 41 m long.'), start: 100 };
const verifierOf = (odds: number, asked: string[] = []): Verifier => ({
  name: 'v',
  entail: async (claim, shown) => {
    asked.push(claim);
    return shown.map(() => ({ supported: odds, contradicted: 0 }));
  },
});
const check = (claim: string, local: { verifier?: Verifier } = {}) => checkClaim({ claim, passages: [bridge] }, { local }, testRun().run);

test('words of the source need no model, and the place counts in the document', async () => {
  const asked: string[] = [];
  const { verdict, by, evidence } = await check('It is 41 m long.', { verifier: verifierOf(0, asked) });
  expect([verdict, by, asked]).toEqual(['supported', 'words', []]);
  expect(evidence[0]).toMatchObject({ quote: 'It is 41 m long.', start: 148, end: 164 });
});

test.each([
  ['Ada Stone opened the Old Bridge in 1888.', 'supported'],
  ['Ada Stone opened the Old Bridge in 1889.', 'contradicted'],
  ['Ada Stone did not open the Old Bridge in 1888.', 'contradicted'],
  ['The Old Bridge is 41 feet long.', 'contradicted'],
  ['The Old Bridge was opened by Ada Rook.', 'contradicted'],
  ['The Old Bridge, opened in 1888 by Ada Stone, has 17 arches.', 'partial'],
  ['Penguins juggle marmalade.', 'unsupported'],
])('by rules alone: %s %s', async (claim, verdict) => {
  expect((await check(claim)).verdict).toBe(verdict);
});

test('a clash of figures is final: no verifier is asked; where rules find nothing, its doubt makes the claim partial', async () => {
  const asked: string[] = [];
  await check('Ada Stone opened the Old Bridge in 1889.', { verifier: verifierOf(1, asked) });
  expect(asked).toEqual([]);
  expect((await check('Ada Stone opened the Old Bridge in 1888.', { verifier: verifierOf(0.05) })).verdict).toBe('partial');
});

test('a model whose reply cannot be read is replaced by the verifier, and the trace says so', async () => {
  const { run, events } = testRun();
  const parts = { local: { verifier: verifierOf(0.9) }, models: { small: fakeModel(['no', 'no']) }, prompt: checkPrompt };
  const { by } = await checkClaim({ claim: 'Ada Stone opened the Old Bridge in 1888.', passages: [bridge] }, parts, run);
  expect(by).toBe('verifier');
  expect(events).toContainEqual(expect.objectContaining({ type: 'fallback' }));
});

test('the facts of one sentence may stand in two sources', async () => {
  const ferry = passage('https://b.example#0', 'A crossing of the Sound takes 40 minutes.');
  const claim = 'The Old Bridge was opened by Ada Stone in 1888, and a crossing of the Sound takes 40 minutes.';
  const { verdict, evidence } = await checkClaim({ claim, passages: [bridge, ferry] }, { local: {} }, testRun().run);
  expect([verdict, evidence.map((one) => one.passage.source.url)]).toEqual(['supported', ['https://a.example', 'https://b.example']]);
});

test('a model that calls a sentence of few common words supported is believed, unless our verifier is sure of the contrary', async () => {
  const claim = 'The Old Bridge was opened for painters and poets.';
  const by = async (odds: number) => {
    const models = { small: fakeModel(['{"verdict": "supported"}']) };
    const parts = { local: { verifier: verifierOf(odds) }, models, prompt: checkPrompt };
    return (await checkClaim({ claim, passages: [bridge] }, parts, testRun().run)).verdict;
  };
  expect([await by(0.5), await by(0.01)]).toEqual(['supported', 'partial']);
});
