/** `winnow ablate` and `winnow rate` as a user runs them, one after the other. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BARE, winnow } from './support/command.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-ablate-'));
afterAll(() => rmSync(root, { recursive: true }));
const run = (args: readonly string[]) => winnow(args, { cwd: root });

test("prints the paper's rows beside its figures, and keeps a run that can be resumed", {
  timeout: 120_000,
}, async () => {
  const flags = [
    'ablate',
    'hifi-rag',
    '--limit',
    '2',
    '--rows',
    'rag,rag-filters,rag-filters-rephrase,final',
    '--out',
    'rows',
    ...BARE,
  ];
  const { code, stdout } = await run(flags);
  expect(code).toBe(0);
  expect(stdout).toMatch(/RAG w\/ Filters \(URL \+ Chunk\) +rag-filters +0\.3031 +0\.\d{4} +0\.6840/);
  expect(stdout).toMatch(/results dropped +33\.5 % +\d/);
  expect(stdout).toMatch(/sections dropped +60\.5 % +\d/);
  expect(stdout).toMatch(/^final .*as rag-filters-rephrase: only a model makes it different$/m);
  expect(stdout).toContain('No question of the type "ambiguous" was asked.');
  expect(existsSync(join(root, 'rows', 'ablation.json'))).toBe(true);
  expect(await run([...flags, '--resume'])).toMatchObject({ code: 0, stderr: '' });
  expect((await run(flags)).code).toBe(2);
});

test('what cannot be ablated is refused with what can', async () => {
  expect(await run(['ablate', 'naive-web'])).toMatchObject({ code: 2, stderr: expect.stringContaining('level-rag') });
  expect(await run(['ablate', 'g-rag', '--rows', 'first'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('submitted'),
  });
});

test('a blind sheet of that run is written, filled and read back', { timeout: 60_000 }, async () => {
  const written = await run(['rate', 'rows', '-n', '2']);
  expect(written).toMatchObject({ code: 0, stdout: expect.stringContaining('6 answers of 3 pipelines') });
  const sheet = readFileSync(join(root, 'rows', 'rating', 'sheet.csv'), 'utf8');
  expect(sheet).not.toContain('rag-filters');
  for (const rater of ['ada', 'ben'])
    writeFileSync(join(root, `${rater}.csv`), sheet.replace(/,,,,$/gm, rater === 'ada' ? ',2,1,1,' : ',1,1,2,'));
  const read = await run(['rate', 'rows', '--read', 'ada.csv', 'ben.csv']);
  expect(read.code).toBe(0);
  expect(read.stdout).toMatch(/2 raters \(ada, ben\), 2 questions/);
  expect(read.stdout).toMatch(/^rag-filters +1\.50 \[1\.50, 1\.50\] +1\.00/m);
  expect(await run(['rate', 'rows'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--force') });
  expect(await run(['rate', 'rows', '--read', join('rows', 'rating', 'sheet.csv')])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no ratings yet'),
  });
  expect(await run(['rate', 'nowhere'])).toMatchObject({ code: 2, stderr: expect.stringContaining('holds no rows') });
});
