import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bestRouge, type Rouge, rouge, rougeTokens } from './rouge.js';

type Triple = [precision: number, recall: number, f: number];

const half: Triple = [0.5, 0.5, 0.5];
const none: Triple = [0, 0, 0];
const all: Triple = [1, 1, 1];

/** Name, reference, prediction, ROUGE-1, ROUGE-2, ROUGE-L, without stemming; worked out by hand from the definition. */
const pairs: [string, string, string, Triple, Triple, Triple][] = [
  ['the same text', 'a red kite flies', 'a red kite flies', all, all, all],
  ['case and punctuation aside', 'A red-kite, flies!', 'a RED kite (flies)', all, all, all],
  ['nothing shared', 'one two', 'three four', none, none, none],
  ['an empty prediction', 'one two', '', none, none, none],
  ['an empty reference', '', 'one two', none, none, none],
  ['both empty', '', '', none, none, none],
  ['one word each: no bigrams', 'kite', 'kite', all, none, all],
  ['other order: same words, half the subsequence', 'one two', 'two one', all, none, half],
  ['a shorter prediction', 'one two three four', 'one two', [1, 0.5, 2 / 3], [1, 1 / 3, 0.5], [1, 0.5, 2 / 3]],
  [
    'a repeated word counts as often as in the other text',
    'the cat',
    'the the the cat',
    [0.5, 1, 2 / 3],
    [1 / 3, 1, 0.5],
    [0.5, 1, 2 / 3],
  ],
  ['a gap: subsequence but no bigram', 'one x two y three', 'one two three', [1, 0.6, 0.75], none, [1, 0.6, 0.75]],
  ['letters outside a-z split words', 'café au lait', 'caf au lait', all, all, all],
  ['another script has no words', 'Γάτα', 'Γάτα', none, none, none],
  [
    'digits are words',
    'in 1999, 12 died',
    'in 1999 13 died',
    [0.75, 0.75, 0.75],
    [1 / 3, 1 / 3, 1 / 3],
    [0.75, 0.75, 0.75],
  ],
];

function expectScore(actual: Rouge, expected: Record<keyof Rouge, Triple>): void {
  for (const kind of ['rouge1', 'rouge2', 'rougeL'] as const) {
    const { precision, recall, f } = actual[kind];
    [precision, recall, f].forEach((value, index) => {
      expect(Math.abs(value - expected[kind][index]!), `${kind} ${value}`).toBeLessThan(1e-6);
    });
  }
}

test.each(pairs)('%s', (_name, reference, prediction, rouge1, rouge2, rougeL) => {
  expectScore(rouge(reference, prediction), { rouge1, rouge2, rougeL });
});

test('stemming joins inflected words, and leaves words of three letters alone', () => {
  expect(rougeTokens('Running runs; was its dying skies', { stemmed: true })).toEqual([
    'run',
    'run',
    'was',
    'its',
    'die',
    'sky',
  ]);
  expect(rouge('he was running', 'he was runs', { stemmed: true }).rougeL.f).toBe(1);
  expect(rouge('he was running', 'he was runs').rougeL.f).toBeCloseTo(2 / 3, 12);
});

test('precision belongs to the prediction and recall to the reference', () => {
  const { precision, recall } = rouge('one two three four', 'one').rouge1;
  expect([precision, recall]).toEqual([1, 0.25]);
});

test('several references: the best of each kind; none: no score', () => {
  expect(bestRouge(['nothing here', 'a red kite'], 'a red kite')?.rouge2.f).toBe(1);
  expect(bestRouge([], 'a red kite')).toBeNull();
});

type Pair = { reference: string; prediction: string } & Record<'plain' | 'stemmed', Record<keyof Rouge, Triple>>;

function expectAgreement(lines: readonly Pair[], mode: 'plain' | 'stemmed'): void {
  for (const pair of lines)
    expectScore(rouge(pair.reference, pair.prediction, { stemmed: mode === 'stemmed' }), pair[mode]);
}

test.each(['plain', 'stemmed'] as const)(
  "Google's scorer agrees to 1e-6 on 70 pairs of the sample corpus, %s",
  (mode) => {
    const given = JSON.parse(readFileSync('test/fixtures/oracles/rouge.json', 'utf8')) as Pair[];
    expect(given).toHaveLength(70);
    expectAgreement(given, mode);
  },
);

const file = join(process.env.WINNOW_DATA ?? '', 'rouge', 'pairs.jsonl');

describe.skipIf(!process.env.WINNOW_DATA || !existsSync(file))("Google's scorer on 1,000 pairs", () => {
  test.each(['plain', 'stemmed'] as const)('agrees to 1e-6, %s', (mode) => {
    const given: Pair[] = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(given).toHaveLength(1000);
    expectAgreement(given, mode);
  });
});
