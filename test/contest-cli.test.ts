/** `winnow liverag` and `winnow mmu-ragent`: a question file in, an answer file out. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { liveRagSchema } from '../src/lab/contest/live-rag.js';
import { BARE, folderWith, QUESTION, TINY_DOCS, winnow } from './support/command.js';

const linesOf = (cwd: string) =>
  readFileSync(join(cwd, 'out.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
const COMMON = [
  '--data',
  'questions.jsonl',
  '--out',
  'out.jsonl',
  '--docs',
  'docs',
  '--data-directory',
  'data',
  '--pipeline',
  'naive-sparse',
  ...BARE,
];

test('liverag: one record of the schema for each question, in their order', { timeout: 60_000 }, async () => {
  const questions = `${JSON.stringify({ id: 7, question: QUESTION })}\n${JSON.stringify({ id: 3, question: 'When does the ferry to Hathe sail?' })}\n`;
  const cwd = folderWith({ ...TINY_DOCS, 'questions.jsonl': questions });
  const { code, stdout } = await winnow(['liverag', ...COMMON], { cwd });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '2 answers in out.jsonl\n' });
  const records = linesOf(cwd).map((line) => liveRagSchema.strict().parse(line));
  expect(records).toMatchObject([
    {
      id: 7,
      question: QUESTION,
      answer: expect.stringContaining('1888'),
      passages: [{ passage: expect.stringContaining('1888') }],
    },
    { id: 3, answer: expect.stringContaining('noon') },
  ]);
});

test('liverag: an id that is no whole number is refused before anything is asked', { timeout: 60_000 }, async () => {
  const cwd = folderWith({ ...TINY_DOCS, 'questions.jsonl': `${JSON.stringify({ id: 'x1', question: QUESTION })}\n` });
  const { code, stderr } = await winnow(['liverag', ...COMMON], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('"x1" is no whole number');
});

test('mmu-ragent: resumes after a line that was cut off, and asks nothing twice', { timeout: 60_000 }, async () => {
  const rows = [1, 2, 3].map((n) => JSON.stringify({ iid: `q${n}`, query: QUESTION, reference: null }));
  const cwd = folderWith({ ...TINY_DOCS, 'questions.jsonl': `${rows.join('\n')}\n` });
  const done = { query_id: 'q2', generated_response: 'Kept from before.' };
  writeFileSync(join(cwd, 'out.jsonl'), `${JSON.stringify(done)}\n{"query_id":"q3","gener`);

  const refused = await winnow(['mmu-ragent', ...COMMON], { cwd });
  expect({ code: refused.code, asks: refused.stderr.includes('--resume') }).toEqual({ code: 2, asks: true });

  expect((await winnow(['mmu-ragent', ...COMMON, '--resume'], { cwd })).code).toBe(0);
  const lines = linesOf(cwd) as (typeof done)[];
  expect(lines.map(({ query_id }) => query_id)).toEqual(['q1', 'q2', 'q3']);
  expect(lines[1]).toEqual(done);
  for (const line of lines) expect(Object.keys(line)).toEqual(['query_id', 'generated_response']);
  expect(lines[2]?.generated_response).toContain('1888');
});

test('mmu-ragent: a file of other questions is not written over', { timeout: 60_000 }, async () => {
  const cwd = folderWith({
    ...TINY_DOCS,
    'questions.jsonl': `${JSON.stringify({ iid: 'q1', query: QUESTION })}\n`,
    'out.jsonl': '{"query_id":"z","generated_response":"a"}\n',
  });
  const { code, stderr } = await winnow(['mmu-ragent', ...COMMON, '--resume'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('answers no question of this set');
});
