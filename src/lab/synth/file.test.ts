import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSynthFile, recordFileOf } from './file.js';
import type { SynthRow } from './rows.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-synth-file-'));
afterAll(() => rmSync(root, { recursive: true }));

const row = (id: string): SynthRow => ({
  id,
  question: `${id}?`,
  answers: ['a'],
  gold_urls: [],
  document_ids: [],
  reference: 'a',
  type: 'single-doc',
  categories: {},
  users: {},
});
const record = { seed: 0, documents: 'sample' };

function begun(name: string): string {
  const path = join(root, name);
  const file = openSynthFile(path, record);
  file.append(row('one'));
  file.close({ 'asked before': 2 });
  return path;
}

test('rows are there at once, and the next run goes on after them, counting what was rejected on', () => {
  const path = begun('a.jsonl');
  const file = openSynthFile(path, record);
  expect(file.rows().map(({ id }) => id)).toEqual(['one']);
  file.append(row('two'));
  expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(2);
  file.close({ 'asked before': 1, other: 1 });
  expect(JSON.parse(readFileSync(recordFileOf(path), 'utf8'))).toEqual({
    record,
    rejected: { 'asked before': 3, other: 1 },
    costUsd: 0,
  });
});

test('money spent is kept at once and counted on; of another run it is not', () => {
  const path = join(root, 'cost.jsonl');
  openSynthFile(path, record).spend(0.25); // killed: never closed
  const next = openSynthFile(path, record);
  next.spend(0.5);
  expect(next.costUsd()).toBe(0.75);
  expect(openSynthFile(path, record).costUsd()).toBe(0.75);
  next.spend(null);
  expect(openSynthFile(path, record).costUsd()).toBeNull();
  expect(openSynthFile(path, { ...record, seed: 3 }).costUsd()).toBe(0);
});

test('a line that a kill cut off is left out, and the next row stands on a line of its own', () => {
  const path = begun('cut.jsonl');
  appendFileSync(path, '{"id":"half","ques');
  const file = openSynthFile(path, record);
  file.append(row('two'));
  file.close({});
  expect(
    openSynthFile(path, record)
      .rows()
      .map(({ id }) => id),
  ).toEqual(['one', 'two']);
});

test('a file that was made otherwise is refused, with what differs', () => {
  expect(() => openSynthFile(begun('other.jsonl'), { ...record, seed: 3 })).toThrow(/seed: 0 there, 3 now/);
});

test('a file that is not ours is refused, and so is one with a broken line', () => {
  const path = join(root, 'foreign.jsonl');
  writeFileSync(path, '{"id":"x","question":"y"}\n');
  expect(() => openSynthFile(path, record)).toThrow(/not made by "winnow synth"/);
  const broken = begun('broken.jsonl');
  appendFileSync(broken, 'nonsense\n');
  expect(() => openSynthFile(broken, record)).toThrow(/line 2 is no question/);
});
