import { expect, test } from 'vitest';
import { countWords, dropStopWords } from './condense.js';

test('words are what stands between blanks', () => {
  expect(countWords(' The  A-17,\nin 3.5 h.\t')).toBe(5);
  expect(countWords(' \n ')).toBe(0);
});

test('ten stop words go, in any case, and nothing else does', () => {
  expect(dropStopWords('The mill is old and the bridge, an ornament, was new.')).toBe(
    'mill old bridge, ornament, new.',
  );
  expect(dropStopWords('IS it in an other or the one? But they were.')).toBe('it in other one? they were.');
});

test('paragraphs stay apart', () => {
  expect(dropStopWords('It is a mill.\n\nThe bridge is old.')).toBe('It mill.\n\nbridge old.');
});
