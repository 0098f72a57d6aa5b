import { expect, test } from 'vitest';
import {
  bertScore,
  bestBertScore,
  idfWeights,
  NO_MATCH,
  readBaseline,
  rescaled,
  type TokenVectors,
} from './bert-score.js';

/** Tokens as [id, x, y]; the first and the last are marks. */
function tokens(...rows: readonly (readonly [number, number, number])[]): TokenVectors {
  return {
    ids: rows.map(([id]) => id),
    vectors: Float32Array.from(rows.flatMap(([, x, y]) => [x, y])),
    special: rows.map((_, at) => at === 0 || at === rows.length - 1),
  };
}

const START = [1, 1, -1] as const;
const END = [2, -1, -1] as const;

test('every token takes its most like one of the other text; length of vectors does not matter', () => {
  const candidate = tokens(START, [10, 3, 0], [11, 0, 5], END);
  const reference = tokens(START, [12, 1, 0], END);
  // 10 fits 12 wholly; 11 fits nothing better than 12, at a right angle
  expect(bertScore(candidate, reference)).toEqual({ precision: 0.5, recall: 1, f: expect.closeTo(2 / 3, 12) });
  expect(bertScore(reference, candidate)).toEqual({ precision: 1, recall: 0.5, f: expect.closeTo(2 / 3, 12) });
});

test('marks do not count, but may be matched', () => {
  const candidate = tokens(START, [10, 1, -1], END);
  const reference = tokens(START, [11, -1, 1], END);
  const { precision, recall } = bertScore(candidate, reference);
  expect(precision).toBeCloseTo(1); // by the mark <start>, which points the same way
  expect(recall).toBeCloseTo(0); // at a right angle to the end mark, against the token
});

test('rare tokens weigh more: ln((n + 1) / (n with it + 1)), and one that no reference has weighs most', () => {
  const weightOf = idfWeights([
    [1, 10, 10, 2],
    [1, 10, 11, 2],
    [1, 12, 2],
  ]);
  expect([1, 10, 11, 99].map(weightOf)).toEqual([0, Math.log(4 / 3), Math.log(4 / 2), Math.log(4)]);
  const candidate = tokens(START, [10, 1, 0], [11, 0, 1], END);
  const reference = tokens(START, [10, 1, 0], END);
  const [common, rare] = [Math.log(4 / 3), Math.log(2)];
  expect(bertScore(candidate, reference, weightOf).precision).toBeCloseTo(common / (common + rare), 6);
});

test('a text without words scores 0, and so does one in which nothing weighs anything', () => {
  const [empty, word] = [tokens(START, END), tokens(START, [10, 1, 0], END)];
  expect(bertScore(empty, word)).toEqual(NO_MATCH);
  expect(bertScore(word, empty)).toEqual(NO_MATCH);
  expect(bertScore(word, word, () => 0)).toEqual(NO_MATCH);
});

test('of several references the best of each figure is taken', () => {
  const scores = [
    { precision: 0.9, recall: 0.2, f: 0.33 },
    { precision: 0.5, recall: 0.6, f: 0.55 },
  ];
  expect(bestBertScore(scores)).toEqual({ precision: 0.9, recall: 0.6, f: 0.55 });
  expect(bestBertScore([])).toBeNull();
});

test('a baseline file has a line per layer, and spreads the scores', () => {
  const csv = 'LAYER,P,R,F\n0,0.3,0.3,0.3\n1,0.8,0.75,0.5\n';
  expect(readBaseline(csv, 1)).toEqual({ precision: 0.8, recall: 0.75, f: 0.5 });
  expect([readBaseline(csv, 7), readBaseline(csv, undefined), readBaseline('', 0)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(readBaseline('LAYER,P,R,F\r\n40,0.1,0.2,0.3\r\n', undefined)).toEqual({ precision: 0.1, recall: 0.2, f: 0.3 });
  const spread = rescaled({ precision: 0.9, recall: 0.75, f: 0.25 }, { precision: 0.8, recall: 0.75, f: 0.5 });
  expect(spread).toEqual({ precision: expect.closeTo(0.5, 12), recall: 0, f: -0.5 });
});
