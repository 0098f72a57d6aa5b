import { expect, test } from 'vitest';
import { safePath } from './uploads.js';

test.each([
  ['manual/part 1.md', 'manual/part 1.md'],
  ['../../etc/passwd', '_/_/etc/passwd'],
  [' ../ ../x', '_/_/x'],
  ['a/.../.hidden', 'a/_/_hidden'],
  [`${' '.repeat(118)}../x`, '_/x'],
])('%j stays in its folder', (name, path) => {
  expect(safePath(name)).toBe(path);
});
