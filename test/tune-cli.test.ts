/** `winnow tune` as a user runs it. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BARE, winnow } from './support/command.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-tune-'));
afterAll(() => rmSync(root, { recursive: true }));
const tune = (...args: string[]) => winnow(['tune', 'naive-sparse', '--limit', '24', ...args, ...BARE], { cwd: root });
const read = (...path: string[]) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));

test('a harmful setting is told from the settings as they are, and the other half is only asked for what is better', async () => {
  const { code, stdout } = await tune('--vary', 'passages=1,2', '--out', 'worse', '--metric', 'retrieval.recall');
  expect({ code, stdout }).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('retrieval.recall: 2 variants on 12 questions'),
  });
  expect(read('worse', 'tune.json')).toMatchObject({ verdict: 'nothing better', heldOut: null });
  expect(existsSync(join(root, 'worse', 'held-out'))).toBe(false);
});

test('a harmful default is mended by what holds, by the half that nobody chose by', async () => {
  writeFileSync(join(root, 'variants.yaml'), 'more: { passages: 10 }\n');
  const bad = ['--set', 'passages=1', '--variants', 'variants.yaml', '--metric', 'retrieval.recall', '--limit', '100'];
  const { code, stdout } = await tune(...bad, '--out', 'better', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    verdict: 'holds',
    questions: { search: 50, heldOut: 50 },
    trials: [{ variant: 'more' }],
  });
});

test('a mistyped metric or option ends before anything is asked', async () => {
  expect(await tune('--vary', 'passages=1', '--metric', 'contain')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no metric'),
  });
  expect(await tune('--vary', 'passage=1')).toMatchObject({ code: 2, stderr: expect.stringContaining('passage') });
  expect(await tune()).toMatchObject({ code: 2, stderr: expect.stringContaining('--vary') });
});
