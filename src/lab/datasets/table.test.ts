import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tableLines } from './table.js';

const rows = (text: string, delimiter: ',' | '\t' = ',') => [...tableLines(text, delimiter)];

test('quoted cells hold delimiters, line ends and doubled quotes', () => {
  expect(rows('a,"b,c","d\r\ne","say ""hi"""\n')).toEqual([{ line: 1, cells: ['a', 'b,c', 'd\r\ne', 'say "hi"'] }]);
});

test('lines are counted through quoted line ends and blank lines', () => {
  expect(rows('a,"1\n2"\r\n\r\nb,3')).toEqual([
    { line: 1, cells: ['a', '1\n2'] },
    { line: 4, cells: ['b', '3'] },
  ]);
});

test('empty cells at both ends are cells', () => {
  expect(rows(',\n"",""\n')).toEqual([
    { line: 1, cells: ['', ''] },
    { line: 2, cells: ['', ''] },
  ]);
});

test('a quote inside a cell is a letter', () => {
  expect(rows('5" wide\tx\n', '\t')).toEqual([{ line: 1, cells: ['5" wide', 'x'] }]);
});

test('text after a closing quote spoils its row and no other', () => {
  expect(rows('"a"b,c\nd,e\n')).toEqual([
    { line: 1, problem: expect.stringContaining('got more text') },
    { line: 2, cells: ['d', 'e'] },
  ]);
});

test('a lone carriage return loses no text', () => {
  expect(rows('a,b\rc\r\nd,e\r')).toEqual([
    { line: 1, cells: ['a', 'b\rc'] },
    { line: 2, cells: ['d', 'e'] },
  ]);
  expect(rows('"a"\rb,c')).toEqual([{ line: 1, problem: expect.stringContaining('got more text') }]);
});

test('a quote that is never closed', () => {
  expect(rows('a,b\nc,"d\ne')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, problem: expect.stringContaining('closing quote') },
  ]);
});

test('whatever is written with quotes is read back', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é') });
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 }), (table) => {
      const text = table.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')).join('\r\n');
      expect(rows(text).map((row) => ('cells' in row ? row.cells : row.problem))).toEqual(table);
    }),
  );
});
