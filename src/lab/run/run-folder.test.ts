import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { RunRecord } from './record.js';
import type { EvalRow } from './row.js';
import { openRunFolder } from './run-folder.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-run-'));
afterAll(() => rmSync(root, { recursive: true }));
const newFolder = () => join(mkdtempSync(join(root, 'at-')), 'run');

const record = {
  askedAt: '2026-01-01T00:00:00.000Z',
  seed: 0,
  data: { path: '/a', format: 'winnow', sha256: 'abc', questions: 2 },
  pipelines: { 'hifi-rag': { name: 'hifi-rag', options: { refine: true } } },
  models: {},
} as unknown as RunRecord;

const row = (id: string, error?: EvalRow['error']): EvalRow =>
  ({ pipeline: 'p', id, status: error ? 'failed' : 'answered', ...(error && { error }) }) as EvalRow;

function begun(...rows: EvalRow[]): string {
  const folder = newFolder();
  const run = openRunFolder({ folder, record });
  for (const one of rows) run.append(one);
  run.close();
  return folder;
}

const rowsIn = (folder: string) => readFileSync(join(folder, 'rows.jsonl'), 'utf8');

test('a row is in the file as soon as it was appended', () => {
  const folder = newFolder();
  const run = openRunFolder({ folder, record });
  run.append(row('1'));
  expect(rowsIn(folder)).toBe(`${JSON.stringify(row('1'))}\n`);
  run.close();
});

test('a folder that holds a run is refused without resume, and says what to do', () => {
  expect(() => openRunFolder({ folder: begun(row('1')), record })).toThrow(
    /holds a run already.*resume: true.*another folder/,
  );
});

test('resuming goes on with the rows and the record that are there', () => {
  const folder = begun(row('1'));
  const run = openRunFolder({ folder, record: { ...record, askedAt: '2026-02-02T00:00:00.000Z' }, resume: true });
  expect(run.record.askedAt).toBe(record.askedAt);
  run.append(row('2'));
  run.close();
  expect(run.rows().map(({ id }) => id)).toEqual(['1', '2']);
  expect(rowsIn(folder).trimEnd().split('\n')).toHaveLength(2);
});

test('resuming where there is no run begins one', () => {
  const folder = newFolder();
  openRunFolder({ folder, record, resume: true }).close();
  expect(JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'))).toEqual(record);
});

test('another run is refused, field by field; a file that only moved is not', () => {
  const folder = begun();
  const other = { ...record, seed: 7, pipelines: { 'hifi-rag': { name: 'hifi-rag', options: { refine: false } } } };
  const opening = () => openRunFolder({ folder, record: other, resume: true });
  expect(opening).toThrow('seed: 0 there, 7 now');
  expect(opening).toThrow('pipelines.hifi-rag.options.refine: true there, false now');
  expect(() =>
    openRunFolder({ folder, record: { ...record, data: { ...record.data, path: '/b' } }, resume: true }).close(),
  ).not.toThrow();
});

test('half a line at the end is dropped and the file made whole', () => {
  const folder = begun(row('1'));
  appendFileSync(join(folder, 'rows.jsonl'), '{"pipeline":"p","id":"2","answer":"cut o');
  const run = openRunFolder({ folder, record, resume: true });
  run.append(row('3'));
  run.close();
  expect(rowsIn(folder)).toBe(`${JSON.stringify(row('1'))}\n${JSON.stringify(row('3'))}\n`);
});

test('a broken line elsewhere is named, not dropped', () => {
  const folder = begun(row('1'), row('2'));
  writeFileSync(join(folder, 'rows.jsonl'), rowsIn(folder).replace('"id":"1"', '"id":'));
  expect(() => openRunFolder({ folder, record, resume: true })).toThrow('rows.jsonl, line 1');
});

test('failed rows are kept, and replaced only when asked', () => {
  const folder = begun(row('1'), row('2', { code: 'unavailable', message: 'down' }));
  const kept = openRunFolder({ folder, record, resume: true });
  kept.close();
  expect(kept.rows().map(({ id }) => id)).toEqual(['1', '2']);
  const retried = openRunFolder({ folder, record, resume: true, retryErrors: true });
  retried.close();
  expect(retried.rows().map(({ id }) => id)).toEqual(['1']);
  expect(rowsIn(folder)).not.toContain('down');
});

test('a second writer is told who writes; once the first is done, the next may go on', () => {
  const folder = newFolder();
  const first = openRunFolder({ folder, record });
  first.append(row('1'));
  const second = () => openRunFolder({ folder, record, resume: true });
  expect(second).toThrow(
    expect.objectContaining({ code: 'usage', message: expect.stringContaining(`process ${process.pid}`) }),
  );
  expect(second).toThrow(`The run in ${folder} is being written`);
  first.append(row('2'));
  first.close();
  const next = second();
  expect(next.rows().map(({ id }) => id)).toEqual(['1', '2']);
  next.close();
  expect(existsSync(join(folder, 'writer.lock'))).toBe(false);
});

test('a folder that is refused is not left locked, and the lock of a process that died is taken over', () => {
  const folder = begun(row('1'));
  expect(() => openRunFolder({ folder, record })).toThrow(/holds a run already/);
  expect(existsSync(join(folder, 'writer.lock'))).toBe(false);
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(join(folder, 'writer.lock'), JSON.stringify({ pid, host: hostname(), started: '1' }));
  openRunFolder({ folder, record, resume: true }).close();
});

test('another judge may grade a run whose rows are all there; while questions are left to ask, it is another run', () => {
  const judged = {
    ...record,
    models: { judge: { model: 'wise', at: 'models.example/v1', format: 'json' } },
  } as unknown as RunRecord;
  const opening = (folder: string, retryErrors = false) =>
    openRunFolder({ folder, record: judged, resume: true, retryErrors });
  const whole = begun(row('1'), row('2'));
  const run = opening(whole);
  run.close();
  expect(run.record.models).toEqual({});
  expect(() => opening(begun(row('1')))).toThrow('models.judge.model: nothing there, "wise" now');
  expect(() => opening(begun(row('1'), row('2', { code: 'unavailable', message: 'down' })), true)).toThrow(
    'models.judge.model',
  );
  const large = {
    ...record,
    models: { large: { model: 'big', at: 'models.example/v1', format: 'json' } },
  } as unknown as RunRecord;
  expect(() => openRunFolder({ folder: whole, record: large, resume: true })).toThrow('models.large.model');
});

test('a row that stands there twice, as a kill while grading leaves it, counts once: the last', () => {
  const folder = begun(row('1'), row('2'));
  appendFileSync(join(folder, 'rows.jsonl'), `${JSON.stringify({ ...row('1'), answer: 'graded' })}\n`);
  const run = openRunFolder({ folder, record, resume: true });
  run.close();
  expect(run.rows().map(({ id, answer }) => [id, answer])).toEqual([
    ['1', 'graded'],
    ['2', undefined],
  ]);
  expect(rowsIn(folder).trimEnd().split('\n')).toHaveLength(2);
});
