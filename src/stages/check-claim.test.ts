import { describe, expect, test } from 'vitest';
import type { Entailment, Verifier } from '../core/ports.js';
import { checkPrompt } from '../prompts/verify.js';
import { createLocalModels } from '../providers/local/models.js';
import { fakeModel, passage, testRun } from '../testing/index.js';
import { type CheckInput, type CheckParts, checkClaim } from './check-claim.js';

const bridge = {
  ...passage('https://a.example#0', 'The Old Bridge was opened in 1888 by Ada Stone. It is 41 m long.'),
  start: 100,
};
const ferry = passage('https://b.example#0', 'A crossing of the Sound takes 40 minutes.');
const paraphrase = 'Ada Stone opened the Old Bridge in 1888.';

/** Answers from a list, the last again and again; `read` is what it was shown. */
function scripted(...odds: readonly (number | Entailment)[]) {
  const read: { claim: string; text: string }[] = [];
  const next = () => odds[Math.min(read.length, odds.length) - 1] ?? 0;
  const verifier: Verifier = {
    name: 'scripted',
    entail: async (claim, texts) =>
      texts.map((text) => {
        read.push({ claim, text });
        const said = next();
        return typeof said === 'number' ? { supported: said, contradicted: 0 } : said;
      }),
  };
  return { verifier, read };
}

const check = (claim: string, parts: Partial<CheckParts> = {}, over: Partial<CheckInput> = {}) =>
  checkClaim({ claim, passages: [bridge], ...over }, { local: {}, ...parts }, testRun().run);

test('words of the source need no model, and the place counts in the document', async () => {
  const { verifier, read } = scripted(0);
  const { verdict, by, evidence } = await check('It is 41 m long.', { local: { verifier } });
  expect([verdict, by, read]).toEqual(['supported', 'words', []]);
  expect(evidence[0]).toMatchObject({ quote: 'It is 41 m long.', start: 148, end: 164 });
});

describe("the verifier's opinion", () => {
  test.each([
    [0.5, 'supported'],
    [0.49, 'unchecked'],
    [0.36, 'unchecked'],
    [0.34, 'unsupported'],
    [{ supported: 0.02, contradicted: 0.91 }, 'contradicted'],
    [{ supported: 0.02, contradicted: 0.89 }, 'unsupported'],
  ])('%o: %s', async (odds, verdict) => {
    expect((await check(paraphrase, { local: scripted(odds) })).verdict).toBe(verdict);
  });

  test('something exact that no source has weighs more: no support, however sure the verifier', async () => {
    const claim = 'Ada Stone opened the Old Bridge in 1889.';
    expect((await check(claim, { local: scripted(0.99) })).verdict).toBe('unsupported');
    expect((await check(claim, { local: scripted({ supported: 0.4, contradicted: 0.5 }) })).verdict).toBe(
      'contradicted',
    );
  });

  test('a name of the question is no stranger', async () => {
    const claim = 'Old Bridge, built by Ada Stone, is in Tovrick.';
    const local = scripted(0.99);
    expect((await check(claim, { local })).verdict).toBe('unsupported');
    expect((await check(claim, { local }, { question: 'Who built the bridge of Tovrick?' })).verdict).toBe('supported');
  });

  test('a short answer is shown with its question, and doubted only far below', async () => {
    const local = scripted(0.06);
    const asked = { question: 'When was the Old Bridge opened', isShort: true };
    expect((await check('1888', { local }, asked)).verdict).toBe('unchecked');
    expect(local.read[0]?.claim).toBe('When was the Old Bridge opened? 1888');
    expect((await check('1921', { local: scripted(0.04) }, asked)).verdict).toBe('unsupported');
  });

  test('yes and no it cannot tell apart: nobody checked them', async () => {
    const asked = { question: 'Was the Old Bridge opened in 1888?', isShort: true };
    expect(await check('Yes', { local: scripted(0.99) }, asked)).toMatchObject({ verdict: 'unchecked', by: 'nobody' });
  });

  test('two passages are read together where neither carries the claim alone, and both are the evidence', async () => {
    const claim = 'The Old Bridge was opened in 1888, and a crossing of the Sound takes 40 minutes.';
    const local = scripted(0.2, 0.8, 0.3);
    const { verdict, evidence } = await check(claim, { local }, { passages: [bridge, ferry] });
    expect([verdict, evidence.map(({ passage: { source } }) => source.url).sort()]).toEqual([
      'supported',
      ['https://a.example', 'https://b.example'],
    ]);
    expect(local.read).toHaveLength(3);
  });

  test('a verifier that is sure reads no further', async () => {
    const local = scripted(0.95);
    await check(paraphrase, { local }, { passages: [bridge, ferry] });
    expect(local.read).toHaveLength(1);
  });

  test('without it nothing but words is checked; what shares no word with any source has none', async () => {
    expect(await check(paraphrase)).toMatchObject({ verdict: 'unchecked', by: 'nobody', evidence: [] });
    expect((await check('Penguins juggle marmalade.')).verdict).toBe('unsupported');
  });
});

describe('the judge', () => {
  const judging = (verdict: string) => fakeModel([JSON.stringify({ verdict })]);

  test('is asked about what the verifier doubts, and decides', async () => {
    const judge = judging('supported');
    const { verdict, by } = await check(paraphrase, { local: scripted(0.1), models: { judge }, prompt: checkPrompt });
    expect([verdict, by, judge.requests.length]).toEqual(['supported', 'model', 1]);
  });

  test('is not asked where the verifier is sure', async () => {
    const judge = judging('contradicted');
    const { verdict } = await check(paraphrase, { local: scripted(0.95), models: { judge }, prompt: checkPrompt });
    expect([verdict, judge.requests.length]).toEqual(['supported', 0]);
  });

  test('is the small model where no judge is configured, never the large one', async () => {
    const [small, large] = [judging('partial'), judging('supported')];
    const parts = { local: scripted(0.1), prompt: checkPrompt };
    expect((await check(paraphrase, { ...parts, models: { small, large } })).verdict).toBe('partial');
    expect((await check(paraphrase, { ...parts, models: { large } })).verdict).toBe('unsupported');
    expect(large.requests).toEqual([]);
  });

  test('is not believed where something exact is missing and our verifier finds no support either', async () => {
    const parts = { models: { judge: judging('supported') }, prompt: checkPrompt };
    const claim = 'Ada Stone opened the Old Bridge in 1889.';
    expect((await check(claim, { ...parts, local: scripted(0.1) })).verdict).toBe('unsupported');
    expect(
      (await check(claim, { ...parts, models: { judge: judging('supported') }, local: scripted(0.9) })).verdict,
    ).toBe('supported');
  });

  test('whose reply cannot be read leaves the verdict to the verifier, and the trace says so', async () => {
    const { run, events } = testRun();
    const parts = { local: scripted(0.6), models: { judge: fakeModel(['no', 'no']) }, prompt: checkPrompt };
    expect((await checkClaim({ claim: paraphrase, passages: [bridge] }, parts, run)).by).toBe('verifier');
    expect(events).toContainEqual(expect.objectContaining({ type: 'fallback' }));
  });
});

describe('with our own verifier', () => {
  const local = createLocalModels(['verifier']);

  test.each([
    [paraphrase, 'supported'],
    ['Ada Stone opened the Old Bridge in 1889.', 'contradicted'],
    ['Ada Stone did not open the Old Bridge in 1888.', 'contradicted'],
    ['The Old Bridge was opened by Edith Marlow.', 'contradicted'],
    ['The bridge cost 3 million crowns.', 'unsupported'],
  ])('%s %s', async (claim, verdict) => {
    expect((await check(claim, { local })).verdict).toBe(verdict);
  });
});
