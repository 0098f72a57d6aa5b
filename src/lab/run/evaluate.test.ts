import { expect, test } from 'vitest';
import { z } from 'zod';
import { WinnowError } from '../../core/errors.js';
import { definePipeline, type PipelineDefinition } from '../../core/parts.js';
import { pipeline } from '../../core/pipeline.js';
import type { Run } from '../../core/run.js';
import { createEngine } from '../../engine/index.js';
import { document, fakeWeb, respondingModel } from '../../testing/index.js';
import type { QuestionRow } from '../datasets/rows.js';
import { type EvaluateInput, evaluate } from './evaluate.js';
import { type EvalRow, rowKey } from './row.js';

const row = (id: string): QuestionRow => ({
  id,
  question: `Question ${id}?`,
  answers: ['yes'],
  gold: [],
  type: 'single',
  split: 'tune',
});

function echoing(work: (question: string, run: Run) => Promise<string>): PipelineDefinition {
  return definePipeline({
    name: 'echo',
    summary: 'a test',
    options: z.strictObject({ loud: z.boolean().default(false) }),
    create: (_parts, { loud }) =>
      pipeline('echo', 'none', async ({ text }, run) => {
        const said = await work(text, run);
        return { answer: { status: 'answered', text: loud ? said.toUpperCase() : said, claims: [] }, sources: [] };
      }),
  });
}

const echo = { label: 'echo', name: 'echo' };

async function run(
  work: (question: string, run: Run) => Promise<string>,
  input: Partial<EvaluateInput> = {},
): Promise<EvalRow[]> {
  const engine = createEngine({ models: {}, local: {}, pipelines: [echoing(work)] });
  const rows: EvalRow[] = [];
  await evaluate({ engine, rows: [row('1'), row('2'), row('3')], pipelines: [echo], ...input }, (ended) =>
    rows.push(ended),
  );
  return rows;
}

test('asks every question of every pipeline, question by question, each with its options', async () => {
  const loud = { label: 'loud', name: 'echo', options: { loud: true } };
  const rows = await run(async () => 'yes', { pipelines: [echo, loud] });
  expect(rows.map(({ id, pipeline: label, answer }) => `${id} ${label} ${answer}`)).toEqual([
    ...['1 echo yes', '1 loud YES', '2 echo yes', '2 loud YES', '3 echo yes', '3 loud YES'],
  ]);
  expect(rows[0]).toMatchObject({ type: 'single', split: 'tune', status: 'answered', scores: { contains: 1 } });
});

test('a question that fails is a row with its error, scored as no answer, and the others go on', async () => {
  const rows = await run(async (question) => {
    if (question.includes('2')) throw new WinnowError('unavailable', 'server down');
    return 'yes';
  });
  expect(rows.map(({ status }) => status)).toEqual(['answered', 'failed', 'answered']);
  expect(rows[1]).toMatchObject({
    error: { code: 'unavailable', message: 'server down' },
    answer: '',
    scores: { contains: 0 },
  });
});

test('does not ask what is done', async () => {
  const rows = await run(async () => 'yes', { done: new Set([rowKey({ pipeline: 'echo', id: '2' })]) });
  expect(rows.map(({ id }) => id)).toEqual(['1', '3']);
});

test('an abort cancels what is in flight without a row, starts no more, and rejects with its reason', async () => {
  const controller = new AbortController();
  const asked: string[] = [];
  const engine = createEngine({
    models: {},
    local: {},
    pipelines: [
      echoing(async (question) => {
        asked.push(question);
        if (!question.includes('2')) return 'yes';
        controller.abort(new WinnowError('deadline', 'over'));
        return new Promise(() => undefined);
      }),
    ],
  });
  const rows: EvalRow[] = [];
  const ending = evaluate(
    { engine, rows: [row('1'), row('2'), row('3')], pipelines: [echo], signal: controller.signal },
    (ended) => rows.push(ended),
  );
  await expect(ending).rejects.toMatchObject({ code: 'deadline' });
  expect(rows.map(({ id }) => id)).toEqual(['1']);
  expect(asked).toHaveLength(2);
});

test('a question that runs out of its own time is a failed row; the run goes on', async () => {
  const engine = createEngine({
    config: { limits: { timeoutMs: 20 } },
    models: {},
    local: {},
    pipelines: [
      echoing((question) => (question.includes('1') ? new Promise(() => undefined) : Promise.resolve('yes'))),
    ],
  });
  const rows: EvalRow[] = [];
  await evaluate({ engine, rows: [row('1'), row('2')], pipelines: [echo] }, (ended) => rows.push(ended));
  expect(rows.map(({ error }) => error?.code)).toEqual(['deadline', undefined]);
});

test('unknown pipelines, unknown options and a label given twice end it before anything is asked', async () => {
  const refused = (pipelines: EvaluateInput['pipelines']) => run(async () => 'yes', { pipelines });
  await expect(refused([{ label: 'x', name: 'x' }])).rejects.toThrow('There are: ');
  await expect(refused([{ ...echo, options: { quiet: true } }])).rejects.toThrow('quiet');
  await expect(refused([echo, echo])).rejects.toThrow('twice');
});

test('keeps within the limit of questions in flight', async () => {
  let [active, most] = [0, 0];
  await run(
    async () => {
      most = Math.max(most, ++active);
      await new Promise((resolve) => setTimeout(resolve, 5));
      active -= 1;
      return 'yes';
    },
    { maxConcurrency: 2 },
  );
  expect(most).toBe(2);
});

test('a row holds what the trace says: prompts, models, usage, funnel, evidence by document id', async () => {
  const web = fakeWeb([document('https://a.example/1', [[['Bridge'], 'The bridge opened in 1888.']])]);
  const model = respondingModel(({ format }) => (format.type === 'text' ? 'The bridge opened in 1888.' : '[1]'));
  const engine = createEngine({
    models: { small: model, large: model },
    local: {},
    search: web.search,
    fetcher: web.fetcher,
  });
  const rows: EvalRow[] = [];
  const asked = { ...row('1'), question: 'When did the bridge open?', answers: ['1888'], gold: ['d1'] };
  const pageOf = (name: string) => (name === 'd1' ? 'https://a.example/1' : name);
  await evaluate({ engine, rows: [asked], pipelines: [{ label: 'hifi-rag', name: 'hifi-rag' }], pageOf }, (ended) =>
    rows.push(ended),
  );
  expect(rows[0]).toMatchObject({
    status: 'answered',
    models: { small: 'scripted', large: 'scripted' },
    prompts: expect.arrayContaining([expect.stringMatching(/^hifi-rag\/draft@\d+$/)]),
    funnel: { hits: 1, pages: 1 },
    evidence: { golds: 1, cited: 1 },
    scores: { 'retrieval.success': 1, 'citation.recall': 1 },
  });
  expect(rows[0]?.usage.calls).toBeGreaterThan(3);
});

test('timers get their turn between questions, even when no question waits for anything', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 0);
  const rows = Array.from({ length: 10_000 }, (_, at) => row(`${at}`));
  await expect(run(async () => 'yes', { rows, signal: controller.signal })).rejects.toMatchObject({
    code: 'cancelled',
  });
});

test('an answer is handed on before it is graded, and one of an earlier run is not handed on again', async () => {
  const seen: string[] = [];
  const grader = {
    name: 'slow',
    by: 'slow',
    grade: async ({ row: { id } }: { row: EvalRow }) => {
      seen.push(`graded ${id}`);
      return { scores: {} };
    },
  };
  const [earlier] = await run(async () => 'yes', { rows: [row('2')] });
  const rows = await run(async () => 'yes', {
    graders: [grader],
    earlier: new Map([[rowKey(earlier!), earlier!]]),
    onAnswered: ({ id, grades }) => seen.push(`answered ${id}${grades ? ' with grades' : ''}`),
  });
  expect(seen).toEqual(['answered 1', 'graded 1', 'graded 2', 'answered 3', 'graded 3']);
  expect(rows.map(({ id, grades }) => [id, grades?.slow?.by])).toEqual([
    ['1', 'slow'],
    ['2', 'slow'],
    ['3', 'slow'],
  ]);
});
