import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readCorpus } from './corpus.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-corpus-'));
afterAll(() => rmSync(root, { recursive: true }));

function corpus(...rows: unknown[]): string {
  const folder = mkdtempSync(join(root, 'set-'));
  writeFileSync(join(folder, 'corpus.jsonl'), rows.map((row) => JSON.stringify(row)).join('\r\n'));
  return folder;
}

test('reads our documents', () => {
  const folder = corpus(
    { id: 'd1', title: 'Kite', text: 'Wings.', url: 'https://a.org/kite' },
    { id: 2, title: '', text: '', lang: 'en' },
  );
  expect(readCorpus(folder).rows).toEqual([
    { id: 'd1', title: 'Kite', text: 'Wings.', url: 'https://a.org/kite' },
    { id: '2', title: '', text: '' },
  ]);
});

test("reads BEIR's documents; a missing title is an empty one", () => {
  expect(readCorpus(corpus({ _id: '31', text: 'Wings.', metadata: {} })).rows).toEqual([
    { id: '31', title: '', text: 'Wings.' },
  ]);
});

test('names bad documents, or sets them aside', () => {
  const folder = corpus(
    { id: 'd1', title: 'a', text: 'b' },
    { id: 'd2', title: 'a' },
    { id: 'd1', title: 'c', text: 'd' },
  );
  expect(() => readCorpus(folder)).toThrow('line 2, text: expected a text, got nothing');
  expect(() => readCorpus(folder)).toThrow('line 3, id: expected an id of its own');
  expect(readCorpus(folder, { skipBad: true })).toMatchObject({
    rows: [{ id: 'd1', title: 'a' }],
    skipped: [{ at: 'line 2' }, { at: 'line 3' }],
  });
});

test('a folder without corpus.jsonl', () => {
  expect(() => readCorpus(root)).toThrow('does not exist');
});

const data = process.env.WINNOW_DATA ?? '';

describe.skipIf(!data || !existsSync(data))('public corpora', () => {
  test('are read without a bad document', () => {
    const sets = readdirSync(data).filter((name) => existsSync(join(data, name, 'corpus.jsonl')));
    expect(sets.length).toBeGreaterThan(0);
    for (const name of sets) expect(readCorpus(join(data, name)).skipped, name).toEqual([]);
  });
});
