import { expect, test } from 'vitest';
import { unlessSaid } from './plan.js';

test('what was said before counts as said whatever its letter case, blanks and closing marks; so does nothing', () => {
  expect(unlessSaid('Who built it?', ['who  built IT'])).toBeUndefined();
  expect(unlessSaid(' ? ', [])).toBeUndefined();
  expect(unlessSaid('Who built it?', ['Who opened it?'])).toBe('Who built it?');
});
