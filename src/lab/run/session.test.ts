import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSession, type SessionInput } from './session.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-session-'));
afterAll(() => rmSync(root, { recursive: true }));

const jsonl = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const questions = ['1', '2', '3'].map((id) => ({
  id,
  question: `${id}?`,
  answers: [],
  split: id === '3' ? 'test' : 'tune',
}));

function folder(files: Record<string, unknown[]>): string {
  const at = mkdtempSync(join(root, 'data-'));
  for (const [name, rows] of Object.entries(files)) writeFileSync(join(at, name), jsonl(rows));
  return at;
}

const open = (data: string, input: Partial<SessionInput> = {}) =>
  openSession({ config: {}, data, pipelines: [{ label: 'hifi-rag', name: 'hifi-rag' }], seed: 0, ...input });

test('searches the folder that is named, else the pages beside the questions, else the configured ones', async () => {
  const plain = folder({ 'questions.jsonl': questions });
  const withPages = folder({ 'questions.jsonl': questions, 'corpus.jsonl': [{ id: 'd', title: '', text: 'x' }] });
  expect((await open(plain)).config.docs).toBe('sample');
  expect((await open(plain, { config: { docs: root } })).config.docs).toBe(root);
  expect((await open(withPages, { config: { docs: root } })).config.docs).toBe(withPages);
  expect((await open(join(withPages, 'questions.jsonl'))).config.docs).toBe(withPages);
  expect((await open(withPages, { docs: plain })).config.docs).toBe(plain);
});

test('takes the split and the first questions in the order of the file', async () => {
  const data = folder({ 'questions.jsonl': questions });
  const ids = async (input: Partial<SessionInput>) => (await open(data, input)).rows.map(({ id }) => id);
  expect(await ids({ split: 'tune' })).toEqual(['1', '2']);
  expect(await ids({ first: 1 })).toEqual(['1']);
  expect(await ids({ limit: 2, seed: 1 })).toEqual(await ids({ limit: 2, seed: 1 }));
  expect(await ids({ limit: 1 })).toHaveLength(1);
  expect(await ids({ every: 2 })).toEqual(['1', '3']);
  expect(await ids({ every: 2, first: 1 })).toEqual(['1']);
  await expect(ids({ split: 'dev' })).rejects.toThrow('There are: tune, test');
});

test('gold ids become URLs through corpus.jsonl, where a record has one', async () => {
  const { pageOf } = await open(
    folder({
      'questions.jsonl': questions,
      'corpus.jsonl': [
        { id: 'd1', title: '', text: 'x', url: 'https://A.example/x/' },
        { id: 'd2', title: '', text: 'y' },
      ],
    }),
  );
  expect([pageOf('d1'), pageOf('https://a.example/x'), pageOf('d2')]).toEqual([
    'https://a.example/x',
    'https://a.example/x',
    'd2',
  ]);
});

test('the record tells data, options and models', async () => {
  const data = folder({ 'questions.jsonl': questions });
  const small = { baseUrl: 'https://models.example/v1', model: 'tiny' };
  const { record, hasModel } = await open(data, { limit: 2, seed: 5, config: { models: { small } } });
  expect(hasModel).toBe(true);
  expect(record).toMatchObject({
    seed: 5,
    data: { format: 'winnow', questions: 2, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    options: { limit: 2 },
    models: { small: { model: 'tiny', at: 'models.example/v1' } },
    pipelines: { 'hifi-rag': { options: { refine: true } } },
    node: process.versions.node,
  });
});

test('the hash of a BEIR folder covers its judgments', async () => {
  const data = folder({ 'queries.jsonl': [{ _id: '1', text: 'a?' }] });
  mkdirSync(join(data, 'qrels'));
  const hash = async (judgment: string) => {
    writeFileSync(join(data, 'qrels', 'test.tsv'), `query-id\tcorpus-id\tscore\n${judgment}`);
    return (await open(data)).record.data.sha256;
  };
  expect(await hash('1\td1\t1')).not.toBe(await hash('1\td2\t1'));
});
