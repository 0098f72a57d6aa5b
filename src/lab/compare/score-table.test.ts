import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { columnOf, numbersOf, readScoreTable, rowsWhere } from './score-table.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-scores-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test('CSV, TSV and JSONL give the same table', () => {
  const expected = [
    { id: 'q1', f1: '0.5' },
    { id: 'q2', f1: '1' },
  ];
  for (const [name, text] of [
    ['a.csv', '\uFEFFid,f1\nq1,0.5\nq2,1\n'],
    ['a.tsv', 'id\tf1\nq1\t0.5\nq2\t1'],
    ['a.jsonl', '{"id":"q1","f1":0.5}\n\n{"id":"q2","f1":1}\n'],
  ] as const)
    expect(readScoreTable(file(name, text)).rows).toEqual(expected);
});

test('rows are chosen by the conditions whose column is there', () => {
  const table = readScoreTable(file('b.csv', 'id,mode,f1\nq1,x,1\nq1,y,2\n'));
  expect(
    rowsWhere(table, [
      { column: 'mode', value: 'y' },
      { column: 'absent', value: 'z' },
    ]).rows,
  ).toEqual([{ id: 'q1', mode: 'y', f1: '2' }]);
});

test('what is wrong is named by file, line and column', () => {
  expect(() => readScoreTable(join(folder, 'absent.csv'))).toThrow(/absent\.csv cannot be read/);
  expect(() => readScoreTable(file('c.csv', 'id,f1\n'))).toThrow(/holds no scores/);
  expect(() => readScoreTable(file('d.csv', 'id,f1\nq1\n'))).toThrow(/line 2: expected 2 cells, got 1/);
  expect(() => readScoreTable(file('e.jsonl', '[1]\n'))).toThrow(/line 1: expected one JSON object/);
  const table = readScoreTable(file('f.csv', 'id,f1\nq1,high\n'));
  expect(() => numbersOf(table, 'f1')).toThrow(/Row 1 has "high" for "f1", which is no number/);
  expect(() => columnOf(table, 'f2')).toThrow(/no column "f2"\. There are: id, f1/);
});

test('a row of a run that stands there twice counts once, the last; other lines may be alike', () => {
  const row = (contains: number) =>
    JSON.stringify({ pipeline: 'p', id: 'q', scores: { contains }, funnel: {}, usage: { ms: 0 } });
  expect(readScoreTable(file('rows.jsonl', `${row(0)}\n${row(1)}\n`)).rows).toMatchObject([{ id: 'q', contains: '1' }]);
  expect(readScoreTable(file('own.jsonl', '{"id":"q","f1":1}\n{"id":"q","f1":1}\n')).rows).toHaveLength(2);
});
