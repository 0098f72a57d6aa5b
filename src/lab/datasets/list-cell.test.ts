import { expect, test } from 'vitest';
import { parseListCell } from './list-cell.js';

test.each([
  ['', []],
  ['one', ['one']],
  [' one | two ||', ['one', 'two']],
  ['["one", "t|w\\"o", 3]', ['one', 't|w"o', '3']],
  ["['one', \"it's\"]", ['one', "it's"]],
  ["['it\\'s', 'a\\nb',]", ["it's", 'a\nb']],
  ['[]', []],
  ['[sic] one | two', ['[sic] one', 'two']],
])('%s', (cell, expected) => {
  expect(parseListCell(cell)).toEqual(expected);
});

test.each(['[one, two]', '[{"a": 1}]', "['one' 'two']", "['one]"])('%s is no list of texts', (cell) => {
  expect(parseListCell(cell)).toBeUndefined();
});
