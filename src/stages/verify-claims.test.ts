import { expect, test } from 'vitest';
import { checkPrompt } from '../prompts/verify.js';
import { passage, respondingModel, testRun } from '../testing/index.js';
import { verifyClaims } from './verify-claims.js';

const bridge = passage('https://a.example#0', 'The Old Bridge was opened in 1888 by Ada Stone. It is 41 m long.');
const ferry = passage('https://b.example#0', 'The ferry to Hathe sails daily at noon.');
const passages = [bridge, ferry];
const verify = (text: string, taken?: Parameters<typeof verifyClaims>[0]['taken']) =>
  verifyClaims({ text, passages, taken }, { local: {}, mode: 'mark' }, testRun().run);

test('what was written comes out inert, with true offsets and the sources its marks name', async () => {
  const written =
    'The Old Bridge was [opened](https://evil.example/?q=secret) in 1888 by <b>Ada Stone</b> [1]. ![It](https://evil.example/p.png) is 41 m long. [1]';
  const { text, claims } = await verify(written);
  expect(text).toBe('The Old Bridge was opened in 1888 by Ada Stone. It is 41 m long.');
  expect(claims.map(({ verdict, evidence }) => [verdict, evidence[0]?.passage])).toEqual([
    ['supported', bridge],
    ['supported', bridge],
  ]);
  for (const claim of claims) expect(text.slice(claim.start, claim.end)).toBe(claim.text);
});

test('a link to a page that was read stays a link', async () => {
  const { text } = await verify('[The ferry to Hathe](https://b.example) sails daily at noon. [2]');
  expect(text).toBe('[The ferry to Hathe](https://b.example/) sails daily at noon.');
});

test('marks cannot hide what becomes active when they are taken out', async () => {
  const { text } = await verify('The ferry ht[2]tps://evil.example to Hathe <[2]img src=x> sails daily at noon. [2]');
  expect(text).not.toMatch(/https:|<img|evil/);
});

test('a sentence taken from a page is inert too, and is still known to be taken from there', async () => {
  const said =
    'The ferry [to Hathe](https://evil.example) sails <em>daily</em> at noon, see https://evil.example/x [2].';
  const origin = passage('https://c.example#0', said);
  const { text, claims } = await verify(said, [{ text: said, passage: origin }]);
  expect(text).toBe('The ferry to Hathe sails daily at noon, see.');
  expect(claims).toMatchObject([{ verdict: 'supported', evidence: [{ passage: { id: 'https://c.example#0' } }] }]);
});

test('while a judge thinks about what was cited, every other passage is read, once', async () => {
  const read: string[] = [];
  let hasReadFerry: () => void = () => undefined;
  const ferryRead = new Promise<void>((resolve) => {
    hasReadFerry = resolve;
  });
  const verifier = {
    name: 'scripted',
    entail: async (_: string, texts: readonly string[]) => {
      read.push(...texts);
      if (texts.some((text) => text.includes('Hathe'))) hasReadFerry();
      return texts.map(() => ({ supported: 0.1, contradicted: 0 }));
    },
  };
  const judge = respondingModel(async () => {
    await ferryRead; // a judge that answers first would wait for ever
    return JSON.stringify({ verdict: 'not-stated' });
  });
  const { claims } = await verifyClaims(
    { text: 'Ada Stone built a ferry to Hathe. [1]', passages },
    { local: { verifier }, mode: 'mark', models: { judge }, prompt: checkPrompt },
    testRun().run,
  );
  expect(claims.map(({ verdict }) => verdict)).toEqual(['unsupported']);
  expect(read.length).toBeGreaterThan(1);
  expect(new Set(read).size).toBe(read.length);
});
