import { expect, test } from 'vitest';
import { passage } from '../../testing/index.js';
import { pagesOf, unlessSaid } from './plan.js';

test('what was said before counts as said whatever its letter case, blanks and closing marks; so does nothing', () => {
  expect(unlessSaid('Who built it?', ['who  built IT'])).toBeUndefined();
  expect(unlessSaid(' ? ', [])).toBeUndefined();
  expect(unlessSaid('Who built it?', ['Who opened it?'])).toBe('Who built it?');
});

test('a page of two passages is named once', () => {
  expect(pagesOf([passage('a#0', ''), passage('b#0', ''), passage('a#1', '')]).map(({ url }) => url)).toEqual(['a', 'b']);
});
