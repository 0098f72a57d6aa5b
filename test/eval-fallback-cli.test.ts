/** A score is the model's or it is none: the lab's commands with a model, or a judge, that does not answer. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BARE, winnow } from './support/command.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-fallback-'));
afterAll(() => rmSync(root, { recursive: true }));

const data = join(root, 'data');
mkdirSync(data);
const years = [1881, 1882, 1883];
const lines = (make: (year: number, at: number) => unknown) =>
  years.map((year, at) => JSON.stringify(make(year, at))).join('\n');
writeFileSync(
  join(data, 'corpus.jsonl'),
  lines((year, at) => ({ id: `d${at}`, title: `Bridge ${at}`, text: `Bridge number ${at} was opened in ${year}.` })),
);
writeFileSync(
  join(data, 'questions.jsonl'),
  lines((year, at) => ({ id: `q${at}`, question: `When was bridge number ${at} opened?`, answers: [`${year}`] })),
);

/** A port that nobody listens at. */
const dead = (role: string) => [
  ...['--set', 'allowPrivateHosts=["127.0.0.1:9"]', '--set', 'calls.retry.attempts=1'],
  ...['--set', `models.${role}=${JSON.stringify({ baseUrl: 'http://127.0.0.1:9/v1', model: 'gone' })}`],
];
const asked = (...args: string[]) => winnow([...args, ...BARE, '--no-cache'], { cwd: root });
const evaluated = (out: string, ...args: string[]) =>
  asked('eval', '--data', data, '--pipeline', 'naive-hybrid', '--out', out, ...args);
const summaryIn = (out: string) =>
  JSON.parse(readFileSync(join(root, out, 'summary.json'), 'utf8')).pipelines['naive-hybrid'];

test('without its model nothing is answered, the reasons are counted, and the run ends with exit code 1', async () => {
  const { code, stdout, stderr } = await evaluated('dead', ...dead('large'));
  expect(stderr).toContain('3 questions failed, the first with: the model did not write the answer');
  expect({ code, stdout }).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('3: 0 answered, 0 abstained, 3 failed'),
  });
  expect(stdout).toMatch(
    /naive-hybrid: 3 model calls fell back on rules; 3 of 3 answers were not written by the model and count as failed/,
  );
  expect(stdout).toMatch(/3 x write-answer: /);
  expect(summaryIn('dead')).toMatchObject({ standIns: 3, metrics: { contains: { mean: 0 } } });
});

test('--allow-fallback counts them, marked in the table; compare does not, unless it is told to', async () => {
  const { code, stdout } = await evaluated('allowed', '--allow-fallback', ...dead('large'));
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('naive-hybrid†') });
  expect(summaryIn('allowed')).toMatchObject({ standIns: 3, metrics: { contains: { mean: 1 } } });
  expect(await evaluated('plain')).toMatchObject({ code: 0 });
  const compared = await winnow(['compare', 'plain', 'allowed', '--metric', 'contains'], { cwd: root });
  expect(compared).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('3 answers were not written by the model and count as failed'),
  });
  expect(compared.stdout).toMatch(/contains +1\.000 +0\.000/);
  const told = await winnow(['compare', 'plain', 'allowed', '--metric', 'contains', '--allow-fallback'], { cwd: root });
  expect(told).toMatchObject({ code: 0, stdout: expect.stringMatching(/contains +1\.000 +1\.000/) });
});

test('ablate counts the same way, row by row', async () => {
  const { code, stdout, stderr } = await asked(
    'ablate',
    'g-rag',
    '--data',
    data,
    '--rows',
    'champion',
    ...dead('large'),
  );
  expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining('champion: ') });
  expect(stderr).toContain("Most of what champion shows is not the model's");
});

test('a judge that does not answer is no success', async () => {
  const { code, stderr } = await evaluated('unjudged', '--judge', ...dead('judge'));
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('3 answers could not be graded') });
});
