import { expect, test } from 'vitest';
import { unitsOf } from './units.js';

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
