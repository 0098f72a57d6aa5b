import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { declines, factScore, factScores, lengthPenalty } from './fact-score.js';

const facts = (supported: number, of: number) => Array.from({ length: of }, (_, at) => at < supported);

test('the share of supported facts, marked down below ten of them', () => {
  expect(factScore(facts(6, 12))).toEqual({ score: 0.5, plain: 0.5, facts: 12 });
  expect(factScore(facts(5, 10))).toEqual({ score: 0.5, plain: 0.5, facts: 10 });
  expect(factScore(facts(5, 5))?.score).toBeCloseTo(Math.exp(-1), 12); // e^(1 - 10/5)
  expect(factScore(facts(1, 2))).toMatchObject({ plain: 0.5, score: expect.closeTo(0.5 * Math.exp(-4), 12) });
  expect(factScore(facts(1, 2), 0)).toMatchObject({ plain: 0.5, score: 0.5 });
  expect([lengthPenalty(1), lengthPenalty(9), lengthPenalty(11)]).toEqual([Math.exp(-9), Math.exp(1 - 10 / 9), 1]);
});

test('an answer without facts did not respond: it is out of the score and in the share of responses', () => {
  expect(factScore([])).toBeNull();
  const all = factScores([facts(10, 10), [], facts(5, 20), []]);
  expect(all).toEqual({ score: 0.625, plain: 0.625, factsPerResponse: 15, respondRatio: 0.5 });
  expect(factScores([[]])).toEqual({ score: null, plain: null, factsPerResponse: null, respondRatio: 0 });
});

test('knows an answer that is none by its opening', () => {
  const none = [
    "I'm sorry, but I cannot find it.",
    'I apologize, but no.',
    'Unfortunately, I do not know.',
    'I could not find it.',
    ' ',
  ];
  expect(none.map(declines)).toEqual(none.map(() => true));
  const some = ['It opened in 1888.', 'Sorrel grows there.', 'I, Claudius is a novel.', 'Icarus could not fly.'];
  expect(some.map(declines)).toEqual(some.map(() => false));
});

const file = join(process.env.WINNOW_DATA ?? '', 'factscore/facts.jsonl');

/**
 * 60 biographies that ChatGPT wrote, with the paper's facts and what people said of each: supported, not supported,
 * irrelevant.
 */
describe.skipIf(!process.env.WINNOW_DATA || !existsSync(file))('on the labelled biographies', () => {
  type Biography = { readonly output: string; readonly atomic_facts: readonly { readonly label: string }[] };
  const read = () =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Biography);

  test("people's labels give their score", () => {
    const answers = read().map(({ atomic_facts }) => atomic_facts.map(({ label }) => label === 'S'));
    const all = factScores(answers);
    // Counted apart from this code: the mean of S / all facts over the 36 biographies with facts. All have more than
    // ten, so nothing is marked down.
    expect(all.plain).toBeCloseTo(0.34746137817, 9);
    expect(all.score).toBeCloseTo(0.34746137817, 9);
    expect(all.respondRatio).toBe(36 / 60);
    expect(all.factsPerResponse).toBeCloseTo(1120 / 36, 9);
  });

  test('the biographies without facts are those that decline', () => {
    for (const { output, atomic_facts } of read())
      expect({ output, none: declines(output) }).toEqual({ output, none: atomic_facts.length === 0 });
  });
});
