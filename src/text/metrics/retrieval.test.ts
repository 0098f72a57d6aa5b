import { expect, test } from 'vitest';
import { scoreRetrieval } from './retrieval.js';

test('a gold document at rank two of four', () => {
  expect(scoreRetrieval(['x', 'a', 'y', 'z'], ['a'])).toEqual({
    success: 1,
    recall: 1,
    precision: 0.25,
    ndcg: 1 / Math.log2(3),
    reciprocalRank: 0.5,
    allFound: 1,
  });
});

test('half of the gold documents found: the ideal of nDCG holds the missed one too', () => {
  const scores = scoreRetrieval(['a', 'x'], ['a', 'b']);
  expect(scores).toMatchObject({ success: 1, recall: 0.5, precision: 0.5, reciprocalRank: 1, allFound: 0 });
  expect(scores?.ndcg).toBeCloseTo(1 / (1 + 1 / Math.log2(3)), 12);
});

test('nothing found, and nothing returned', () => {
  const zero = { success: 0, recall: 0, precision: 0, ndcg: 0, reciprocalRank: 0, allFound: 0 };
  expect(scoreRetrieval(['x', 'y'], ['a'])).toEqual(zero);
  expect(scoreRetrieval([], ['a'])).toEqual(zero);
});

test('the cutoff hides what comes later and shortens the ideal list', () => {
  expect(scoreRetrieval(['x', 'a'], ['a'], { cutoff: 1 })).toMatchObject({ success: 0, recall: 0 });
  expect(scoreRetrieval(['a', 'x', 'y'], ['a', 'b', 'c'], { cutoff: 1 })).toMatchObject({
    ndcg: 1,
    precision: 1,
    recall: 1 / 3,
    allFound: 0,
  });
});

test('several passages of one document count once, at the first place', () => {
  expect(scoreRetrieval(['x', 'x', 'a', 'a'], ['a', 'a'])).toMatchObject({
    precision: 0.5,
    recall: 1,
    reciprocalRank: 0.5,
  });
});

test('grades weigh the gain and set the ideal order', () => {
  const grades = { a: 2, b: 1, other: 5 };
  expect(scoreRetrieval(['a', 'b'], ['a', 'b'], { grades })?.ndcg).toBe(1);
  const turned = (1 + 2 / Math.log2(3)) / (2 + 1 / Math.log2(3));
  expect(scoreRetrieval(['b', 'a'], ['a', 'b'], { grades })?.ndcg).toBeCloseTo(turned, 12);
});

test('URLs match without fragment and closing slash', () => {
  expect(scoreRetrieval(['https://A.org/kite/#wings'], ['https://a.org/kite'])?.recall).toBe(1);
});

test('without gold documents there are no scores', () => {
  expect(scoreRetrieval(['a'], [])).toBeNull();
});
