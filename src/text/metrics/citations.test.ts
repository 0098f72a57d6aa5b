import { expect, test } from 'vitest';
import { scoreCitations } from './citations.js';

test('precision over the cited pages, recall over the gold pages', () => {
  expect(scoreCitations(['a', 'x', 'y', 'b'], ['a', 'b', 'c'])).toEqual({
    precision: 0.5,
    recall: 2 / 3,
    anyGold: true,
    allGold: false,
  });
  expect(scoreCitations(['b', 'a'], ['a', 'b'])).toEqual({ precision: 1, recall: 1, anyGold: true, allGold: true });
  expect(scoreCitations(['x'], ['a'])).toEqual({ precision: 0, recall: 0, anyGold: false, allGold: false });
});

test('a page cited by two sentences counts once', () => {
  expect(scoreCitations(['a', 'a', 'x'], ['a'])?.precision).toBe(0.5);
});

test('two sections of one URL are one page', () => {
  expect(scoreCitations(['https://a.org/kite#top', 'https://a.org/kite/'], ['https://a.org/kite'])).toMatchObject({
    precision: 1,
    recall: 1,
  });
});

test('another query string is another page', () => {
  expect(scoreCitations(['https://a.org/?id=2'], ['https://a.org/?id=1'])?.recall).toBe(0);
});

test('no citation: no precision, and recall 0', () => {
  expect(scoreCitations([], ['a'])).toEqual({ precision: null, recall: 0, anyGold: false, allGold: false });
});

test('no gold page: no scores', () => {
  expect(scoreCitations(['a'], [])).toBeNull();
});
