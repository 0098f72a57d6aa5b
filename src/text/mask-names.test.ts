import { expect, test } from 'vitest';
import { maskNames } from './mask-names.js';

test.each([
  ['The Kestrel Bridge was opened by Cordelia Amsinck in May 1934.', 'it was opened by it in May 1934.'],
  ['Who built the Old Bridge?', 'Who built it?'],
  ['Where is Hathe?', 'Where is it?'],
  ['Opened in 1934.', 'Opened in 1934.'],
  ['It closes on Mondays in November.', 'It closes on Mondays in November.'],
  ['Ada Stone died in 1951.', 'it died in 1951.'],
  ['the Earl of Orsolin and his dog', 'it and his dog'],
  ['nothing capitalised here', 'nothing capitalised here'],
])('"%s" becomes "%s"', (text, masked) => {
  expect(maskNames(text)).toBe(masked);
});
