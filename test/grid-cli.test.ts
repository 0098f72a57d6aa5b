/** `winnow grid` as a user runs it: what it writes, that it goes on where it was left, and what it refuses. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { GridSummary } from '../src/lab/grid/summary.js';
import { startChatServer } from './support/chat-server.js';
import { BARE, type CommandOptions, winnow } from './support/command.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-grid-'));
afterAll(() => rmSync(root, { recursive: true }));

function gridFile(questions: number, axes: string): string {
  const folder = mkdtempSync(join(root, 'data-'));
  const lines = (length: number, make: (at: number) => unknown) =>
    Array.from({ length }, (_, at) => JSON.stringify(make(at))).join('\n');
  const page = (at: number) => ({
    id: `d${at}`,
    title: `Bridge ${at}`,
    text: `Bridge number ${at} was opened in ${1800 + at}.`,
  });
  const question = (at: number) => ({
    id: `q${at}`,
    question: `When was bridge number ${at % 9} opened?`,
    answers: [`${1800 + (at % 9)}`],
    gold_doc_ids: [`d${at % 9}`],
  });
  writeFileSync(join(folder, 'corpus.jsonl'), lines(9, page));
  writeFileSync(join(folder, 'questions.jsonl'), lines(questions, question));
  const file = join(folder, 'grid.yaml');
  writeFileSync(file, `name: bridges\ndata: ${folder}\npipeline: g-rag\noptions: { hyde: 'off' }\naxes:\n${axes}`);
  return file;
}

const AXES = `  queryExpansion: [none, variants]
  queryPrompt: { values: [medium, advanced], without: { queryExpansion: [none] } }
  initialDocuments: [1, 5]
`;
const grid = (args: readonly string[], onStderr?: CommandOptions['onStderr']) =>
  winnow(['grid', ...args, ...BARE], { cwd: root, ...(onStderr && { onStderr }) });
const summaryIn = (out: string) => JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) as GridSummary;
const rowsIn = (out: string) =>
  readdirSync(join(out, 'points')).reduce((sum, name) => {
    const file = join(out, 'points', name, 'rows.jsonl');
    return sum + (existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').filter(Boolean).length : 0);
  }, 0);

test('asks every point, explains the differences, and leaves scores that winnow anova reads', {
  timeout: 120_000,
}, async () => {
  const [file, out] = [gridFile(3, AXES), join(root, 'whole')];
  const { code, stdout, stderr } = await grid([file, '--out', out]);
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('8 points, 3 questions, 24 of 24 to ask'),
  });
  expect(stdout).toMatch(/champion +\d\.\d{4} {2}queryExpansion=/);
  expect(stdout).toContain('noise floor');
  expect(readdirSync(join(out, 'points')).sort()[0]).toBe('none_advanced_1');
  expect(summaryIn(out)).toMatchObject({
    done: 24,
    total: 24,
    response: 'contains',
    noise: { groups: 2, pairs: 2, largestDifference: 0 },
  });

  const point = join(out, 'points', 'none_medium_5');
  expect((await winnow(['compare', point, join(out, 'points', 'variants_medium_5')], { cwd: root })).code).toBe(0);
  const flags = [
    '--response',
    'response + 0*contains',
    '--model',
    'queryExpansion + queryPrompt + initialDocuments',
    '--json',
  ];
  const table = await winnow(['anova', '--scores', join(out, 'scores.csv'), ...flags], { cwd: root });
  expect(JSON.parse(table.stdout)).toMatchObject({ n: 8 });

  expect(await grid([file, '--out', out])).toMatchObject({ code: 2, stderr: expect.stringContaining('--resume') });
  expect(await grid([file, '--out', out, '--resume', '--seed', '3'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('seed: 0 there, 3 now'),
  });

  writeFileSync(file, readFileSync(file, 'utf8').replace('[1, 5]', '[1, 5, 7]'));
  const grown = await grid([file, '--out', out, '--resume']);
  expect(grown).toMatchObject({ code: 0, stderr: expect.stringContaining('12 of 36 to ask') });
});

test('Ctrl-C finishes the question in flight, keeps it, and --resume goes on to the same summary', {
  timeout: 120_000,
}, async () => {
  const [file, out, calm] = [gridFile(40, AXES), join(root, 'stopped'), join(root, 'calm')];
  let pressed = false;
  const stopped = await grid([file, '--out', out], (running, stderr) => {
    if (pressed || !stderr.includes('to ask')) return;
    pressed = true;
    running.kill('SIGINT');
  });
  expect(stopped).toMatchObject({ code: 1, stderr: expect.stringContaining('with --resume goes on') });
  const done = rowsIn(out);
  expect(done).toBeLessThan(320);
  expect(existsSync(join(out, 'summary.json'))).toBe(false);
  const rest = await grid([file, '--out', out, '--resume']);
  expect(rest).toMatchObject({ code: 0, stderr: expect.stringContaining(`${320 - done} of 320 to ask`) });
  expect((await grid([file, '--out', calm])).code).toBe(0);
  const timeless = ({ points, ...summary }: GridSummary) => ({
    ...summary,
    points: points.map(({ seconds: _, ...point }) => point),
  });
  expect(timeless(summaryIn(out))).toEqual(timeless(summaryIn(calm)));
});

test('a dry run says how large and how dear the grid is, asks no model and writes nothing', {
  timeout: 60_000,
}, async () => {
  const file = gridFile(4, AXES);
  const free = await grid([file, '--dry-run']);
  expect(free).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('8 points (6 different pipelines) x 4 questions = 32 to ask. No language model'),
  });
  const server = await startChatServer(() => 'Yes');
  const priced = await grid([file, '--dry-run', '--out', join(root, 'dry'), ...server.flags]);
  expect(priced.stdout).toMatch(/\n[1-9]\d* model calls, \d+ \+ \d+ tokens, \$\d/);
  expect([priced.code, server.requests(), existsSync(join(root, 'dry'))]).toEqual([0, 0, false]);
  await server.close();
});

test.each([
  ['  speed: [1, 2]\n', 'speed'],
  ['  queryExpansion: [none, sideways]\n', '"queryExpansion" must be one of'],
  ['  queryPrompt: { values: [medium, advanced], without: { speed: [1] } }\n', 'without names "speed"'],
])('an axis that the pipeline does not have ends it before anything is asked: %s', async (axes, said) => {
  const out = join(root, 'refused');
  const { code, stderr } = await grid([gridFile(1, axes), '--out', out]);
  expect(code).toBe(2);
  expect(stderr).toContain(said);
  expect(existsSync(out)).toBe(false);
});
