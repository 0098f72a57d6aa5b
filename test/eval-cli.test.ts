/** `winnow eval` as a user runs it: exit codes, what stands on stdout, and stopping and going on. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BARE, type CommandOptions, winnow } from './support/command.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-eval-'));
afterAll(() => rmSync(root, { recursive: true }));

const winnowEval = (args: readonly string[], onStderr?: CommandOptions['onStderr']) =>
  winnow(['eval', ...args, ...BARE], { cwd: root, ...(onStderr && { onStderr }) });

function dataset(count: number): string {
  const folder = mkdtempSync(join(root, 'data-'));
  const lines = (make: (at: number) => unknown, length: number) =>
    Array.from({ length }, (_, at) => JSON.stringify(make(at))).join('\n');
  const year = (at: number) => 1800 + (at % 20);
  writeFileSync(
    join(folder, 'corpus.jsonl'),
    lines(
      (at) => ({ id: `d${at}`, title: `Bridge ${at}`, text: `Bridge number ${at} was opened in ${year(at)}.` }),
      20,
    ),
  );
  const question = (at: number) => ({
    id: `q${at}`,
    question: `When was bridge number ${at % 20} opened?`,
    answers: [`${year(at)}`],
    gold_doc_ids: [`d${at % 20}`],
    type: at % 2 ? 'odd' : 'even',
  });
  writeFileSync(join(folder, 'questions.jsonl'), lines(question, count));
  return folder;
}

const rowsIn = (out: string) => readFileSync(join(out, 'rows.jsonl'), 'utf8').trimEnd().split('\n');

test('runs, prints a table on stdout, and writes rows, record and summary; nothing moves without a terminal', async () => {
  const [data, out] = [dataset(4), join(root, 'whole')];
  const { code, stdout, stderr } = await winnowEval([
    '--data',
    data,
    '--out',
    out,
    '--pipeline',
    'hifi-rag',
    '--pipeline',
    'hifi-rag,maxPages=1',
  ]);
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('8/8') });
  expect(stderr).not.toContain('\r');
  expect(stdout).toMatch(/retrieval\.recall +1\.000 \[1\.000, 1\.000\] n 4 +1\.000/);
  expect(stdout).toContain('hifi-rag by type');
  expect(rowsIn(out)).toHaveLength(8);
  expect(JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'))).toMatchObject({ done: 8, total: 8 });
  expect(JSON.parse(readFileSync(join(out, 'run.json'), 'utf8'))).toMatchObject({
    pipelines: { 'hifi-rag,maxPages=1': { options: { maxPages: 1 } } },
  });

  expect(await winnowEval(['--data', data, '--out', out])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--resume'),
  });
  const other = await winnowEval(['--data', data, '--out', out, '--resume', '--seed', '3']);
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('seed: 0 there, 3 now') });
});

test('a mean below its bound ends with exit code 6 and names metric, value and bound', async () => {
  const data = dataset(2);
  const run = (bound: string, out: string) =>
    winnowEval(['--data', data, '--out', join(root, out), '--fail-under', bound]);
  expect(await run('retrieval.recall@odd=1', 'fine')).toMatchObject({ code: 0 });
  const under = await run('retrieval.precision=0.99', 'under');
  expect(under).toMatchObject({
    code: 6,
    stderr: expect.stringMatching(/hifi-rag: retrieval\.precision is 0\.\d+, below 0\.99\./),
  });
});

test('the deadline ends the whole run with exit code 4, and --resume finishes it', async () => {
  const [data, out] = [dataset(150), join(root, 'late')];
  const late = await winnowEval(['--data', data, '--out', out, '--deadline', '0.05']);
  expect(late).toMatchObject({
    code: 4,
    stderr: expect.stringMatching(/deadline of 0\.05 s .* of 150 are done\. The same command with --resume goes on\./),
  });
  expect(await winnowEval(['--data', data, '--out', out, '--resume'])).toMatchObject({ code: 0 });
  expect(new Set(rowsIn(out).map((line) => (JSON.parse(line) as { id: string }).id)).size).toBe(150);
  expect(rowsIn(out)).toHaveLength(150);
});

test('an interrupt stops cleanly with exit code 1: summary written, and how to go on', async () => {
  const [data, out] = [dataset(5000), join(root, 'interrupted')];
  let interrupted = false;
  const { code, stderr } = await winnowEval(['--data', data, '--out', out], (running, text) => {
    if (interrupted || !text.includes('to ask')) return;
    interrupted = true;
    running.kill('SIGINT');
  });
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('--resume goes on') });
  expect(JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'))).toMatchObject({ total: 5000 });
});

test('a malformed row is named and nothing runs, unless it may be left out', async () => {
  const data = dataset(3);
  writeFileSync(
    join(data, 'questions.jsonl'),
    `${readFileSync(join(data, 'questions.jsonl'), 'utf8')}\n{"id": "bad", "answers": []}`,
  );
  const out = join(root, 'malformed');
  expect(await winnowEval(['--data', data, '--out', out])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('line 4, question'),
  });
  expect(existsSync(out)).toBe(false);
  expect(await winnowEval(['--data', data, '--out', out, '--skip-bad'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('left out: line 4'),
  });
});

test('a dry run asks no model and writes nothing', async () => {
  const data = dataset(50);
  expect(await winnowEval(['--data', data, '--dry-run'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('costs nothing'),
  });
  const model = '{"baseUrl": "https://models.example/v1", "model": "m", "price": {"input": 1, "output": 1}}';
  const { code, stdout } = await winnowEval([
    '--data',
    data,
    '--dry-run',
    '--fact-score',
    '--set',
    `models.large=${model}`,
  ]);
  expect(code).toBe(0);
  expect(stdout).toContain('Grading is not in it: --fact-score');
  expect(stdout).toMatch(/hifi-rag +\d+ +\d+ +\d+ +\$\d/);
  expect(stdout).toContain('estimate for 50 questions, scaled from the first 3');
});

test.each([
  ['a pipeline that does not exist', ['--pipeline', 'nope'], 'There is no pipeline "nope"'],
  ['an option that does not exist', ['--pipeline', 'hifi-rag,nope=1'], 'nope'],
  ['a metric that does not exist', ['--fail-under', 'nope=1'], 'There is no metric "nope"'],
  ['no folder for the rows', [], '--out'],
])('%s is a usage error', async (_name, args, said) => {
  expect(await winnowEval(['--data', dataset(1), ...args])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(said),
  });
});
