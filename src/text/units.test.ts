import { expect, test } from 'vitest';
import { isListing, unitsOf } from './units.js';

const texts = (text: string) => unitsOf({ text, headings: [] }).map((unit) => unit.text);

test('a row is read with the names of its columns, which are no sentence of their own', () => {
  const table = '| type | default |\n| --- | --- |\n| integer | 16 |\n\nThis sets the number of bits.';
  expect(texts(table)).toEqual(['type: integer; default: 16.', 'This sets the number of bits.']);
  expect(texts('| Opened | 1934 |\n| Length | 412 m |')).toEqual(['Opened: 1934.', 'Length: 412 m.']);
});

test('a label on a line of its own is read with what comes after it; fences of code are nothing', () => {
  expect(texts('Default:\n\ndisabled\n\nUse one of these:\n\n- a\n- b')).toEqual([
    'Default: disabled.',
    'Use one of these.',
    'a.',
    'b.',
  ]);
  expect(texts('Sample:\n\n```\nerror -64 while reading\n```')).toEqual(['Sample: error -64 while reading.']);
});

test('a run of grammar is a listing; a row of a table and a sentence with some code are none', () => {
  const isOne = (text: string) => unitsOf({ text, headings: [] }).some(isListing);
  expect(isOne(`options { ${'limit <size>; file ( <name> | none ); '.repeat(6)} };`)).toBe(true);
  expect(isOne('| `-f` | integer | 16 |')).toBe(false);
  expect(isOne('Set `max_size` to 12 (see "limits"), so that `-f` and `-g` are read, and call `open()` again.')).toBe(
    false,
  );
});
