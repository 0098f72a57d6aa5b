/** `winnow anova` and `winnow compare` as commands. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { winnow as runWinnow } from './support/command.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-statistics-'));
afterAll(() => rmSync(folder, { recursive: true }));
const winnow = (args: readonly string[]) => runWinnow(args, { cwd: folder });
const scores = join(folder, 'scores.csv');
writeFileSync(
  scores,
  [
    'mode,k,rel,faith',
    ...['a,5,1,0', 'a,5,2,0', 'a,9,2,1', 'a,9,2,0', 'b,5,5,1', 'b,5,6,1', 'b,9,6,1', 'b,9,7,0'],
  ].join('\n'),
);

test('anova prints the table as the paper does, and as JSON for programs', async () => {
  const flags = ['anova', '--scores', scores, '--response', '0.6*rel + 0.4*faith', '--model', 'mode*k'];
  const printed = await winnow(flags);
  expect(printed.code).toBe(0);
  expect(printed.stdout).toMatch(/^Component\s+SS\s+DF\s+MS\s+F\s+PR\(>F\)\s+omega2\s+omega2N\nmode /);
  expect(printed.stdout).toContain('as the paper prints it');
  const table = JSON.parse((await winnow([...flags, '--json'])).stdout);
  expect(table).toMatchObject({ n: 8, residual: { df: 4 } });
  expect(table.rows.map(({ term }: { term: string }) => term)).toEqual(['mode', 'k', 'mode:k']);
  expect(Object.keys(table.rows[0])).toEqual(
    expect.arrayContaining(['term', 'ss', 'df', 'ms', 'f', 'p', 'omega2', 'omega2N']),
  );
});

test('--example g-rag is Table 2 of the paper, to every decimal it prints', async () => {
  const { code, stdout } = await winnow(['anova', '--example', 'g-rag']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/query_expansion_mode +0\.3193 +2 +0\.1596 +125\.6920 +<0\.0001\* +0\.7571/);
  expect(stdout).toMatch(/query_gen_prompt_level:first_step_ranker +0\.0062 +1 +0\.0062 +4\.9099 +0\.0297\* +0\.0472/);
  expect(stdout).toMatch(/Residual +0\.0978 +77/);
  expect(await winnow(['anova', '--example', 'other'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is: g-rag'),
  });
  expect(await winnow(['anova'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--example g-rag') });
});

test('bad input ends with exit code 2 and what to do', async () => {
  const wrong = await winnow(['anova', '--scores', scores, '--response', 'rel', '--model', 'mode*depth']);
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no column "depth". There are: mode, k, rel, faith.'),
  });
  expect(
    (await winnow(['anova', '--scores', scores, '--response', 'rel', '--model', 'mode', '--type', '4'])).code,
  ).toBe(2);
  expect((await winnow(['compare', scores, scores])).stderr).toContain('--id');
});

test('compare prints wins, interval and corrected p-values', async () => {
  const [first, second] = [0, 1].map((gain) => {
    const path = join(folder, `side-${gain}.csv`);
    writeFileSync(path, `id,f1\n${Array.from({ length: 20 }, (_, at) => `q${at},${gain + (at % 3)}`).join('\n')}\n`);
    return path;
  });
  const { stdout, code } = await winnow(['compare', first!, second!, '--show', '1']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/f1\s+0\.950\s+1\.950\s+20\/0\/0\s+\+1\.000 \[\+1\.000, \+1\.000\]\s+<0\.0001\s+<0\.0001\*/);
});
