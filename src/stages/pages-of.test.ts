import { expect, test } from 'vitest';
import { passage } from '../testing/index.js';
import { pagesOf } from './pages-of.js';

test('a page of two passages is named once', () => {
  expect(pagesOf([passage('a#0', ''), passage('b#0', ''), passage('a#1', '')]).map(({ url }) => url)).toEqual([
    'a',
    'b',
  ]);
});
