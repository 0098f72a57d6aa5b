import { expect, test } from 'vitest';
import { withoutControls } from './controls.js';

test.each([
  ['\u001b[1;31mred\u001b[0m', 'red'],
  ['\u009b2Jcleared', 'cleared'],
  ['\u001b]8;;https://evil.example/?d=1\u001b\\here\u001b]8;;\u001b\\', 'here'],
  ['\u001b]0;title\u0007text', 'text'],
  ['\u001bP1;2|payload\u001b\\text', 'text'],
  ['one\rtwo\r\nthree', 'one\ntwo\nthree'],
  ['bell\u0007 nul\u0000 delete\u007f', 'bell nul delete'],
  ['\u202eevil\u202c \u2066x\u2069 z\u200be\ufeffr\u00ado', 'evil x zero'],
  ['tag\u{e0041}\u{e0042}s', 'tags'],
  ['a\tb\nc', 'a\tb\nc'],
])('%j is shown as %j', (text, shown) => {
  expect(withoutControls(text)).toBe(shown);
});

test('a sequence that never ends loses its escape only', () => {
  expect(withoutControls('\u001b]8;;x.example and the words that follow')).toBe(
    ']8;;x.example and the words that follow',
  );
});
