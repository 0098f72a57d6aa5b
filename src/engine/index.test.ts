import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Outcome } from '../core/data.js';
import { definePipeline } from '../core/parts.js';
import { pipeline } from '../core/pipeline.js';
import { document, fakeModel, fakeWeb } from '../testing/index.js';
import { createEngine, type EngineInput } from './index.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-engine-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'bridge.md'), '# Old Bridge\n\nThe Old Bridge was opened in 1888.\n');

const answered: Outcome = { answer: { status: 'answered', text: 'Yes.', claims: [] }, sources: [] };
const bare = (input: EngineInput = {}) =>
  createEngine({
    local: {},
    environment: {},
    ...input,
    config: { docs: folder, dataDirectory: folder, ...input.config },
  });
const echo = definePipeline({
  name: 'echo',
  summary: 'returns its option',
  options: z.strictObject({ word: z.string().default('nothing') }),
  create: (_, { word }) =>
    pipeline('echo', 'none', async () => ({ ...answered, answer: { ...answered.answer, text: word } })),
});

test('answers from a folder without any model, and says so', async () => {
  const result = await bare().ask('When was the Old Bridge opened?');
  expect(result).toMatchObject({
    answer: { status: 'answered', text: 'The Old Bridge was opened in 1888.' },
    pipeline: 'hifi-rag',
  });
  expect(result.fallbacks).toEqual([{ stage: 'models', reason: expect.stringContaining('no language model') }]);
});

test('earlier turns make a follow-up stand alone; the result says how it was understood', async () => {
  const turns = [{ question: 'Where is the Old Bridge?', answer: 'In the north.' }];
  const result = await bare().ask('And when was it opened?', { turns });
  expect(result).toMatchObject({
    question: 'And when was it opened?',
    askedAs: 'When was the Old Bridge opened?',
    answer: { status: 'answered', text: 'The Old Bridge was opened in 1888.' },
  });
  expect(await bare().ask('When was the Old Bridge opened?', { turns })).not.toHaveProperty('askedAs');
});

test('parts of one’s own take the place of the configured ones', async () => {
  const { search, fetcher, queries } = fakeWeb([
    document('https://a.example', [[['Mill'], 'The mill was built by Ada Stone.']]),
  ]);
  const large = fakeModel(['Ada Stone built it.', 'Ada Stone built the mill.'], { format: 'text' });
  const result = await bare({ search, fetcher, models: { large } }).ask('Who built the mill?');
  expect(queries).toEqual(['built mill']);
  // There is no verifier here: what the model says in other words than the page is checked by nobody.
  expect(result).toMatchObject({
    answer: { text: 'Ada Stone built the mill.', claims: [{ verdict: 'unchecked' }] },
    sources: [],
    fallbacks: [],
  });
});

test('a pipeline of one’s own, its options from configuration and call, the call first', async () => {
  const engine = bare({ pipelines: [echo], config: { pipeline: 'echo', pipelines: { echo: { word: 'configured' } } } });
  expect((await engine.ask('?')).answer.text).toBe('configured');
  expect((await engine.ask('?', { options: { word: 'asked' } })).answer.text).toBe('asked');
  await expect(engine.ask('?', { options: { wrod: 'x' } })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('wrod'),
  });
});

test.each([
  ['an unknown pipeline', () => bare().ask('Why?', { pipeline: 'nothing' }), /no pipeline "nothing".*hifi-rag/],
  ['an empty question', () => bare().ask('   '), /question is empty/],
  ['no question', () => bare().ask(undefined as unknown as string), /There is no question/],
  ['a question without a text', () => bare().ask({} as { text: string; askedAt: string }), /There is no question/],
  ['a question as long as a document', () => bare().ask('x'.repeat(8001)), /has 8001 characters; it may have 8000/],
  [
    'a folder that is not there',
    () => bare({ config: { docs: join(folder, 'nowhere') } }).ask('Why?'),
    /no file or folder/,
  ],
])('%s is a usage error', async (_, ask, message) => {
  await expect(ask()).rejects.toMatchObject({ code: 'usage', message: expect.stringMatching(message) });
});

test('a folder that failed to open is tried again with the next question', async () => {
  const late = join(folder, 'late');
  const engine = bare({ config: { docs: late } });
  await expect(engine.prepare()).rejects.toMatchObject({ code: 'usage' });
  const { mkdirSync } = await import('node:fs');
  mkdirSync(late);
  writeFileSync(join(late, 'a.txt'), 'The mill grinds flour.');
  expect(await engine.prepare()).toMatchObject({ pages: 1, unread: [] });
});

test('a signal, a deadline and a budget end a question, each with its code', async () => {
  const stuck = definePipeline({
    name: 'stuck',
    summary: '',
    options: z.object({}),
    create: () => pipeline('stuck', '', () => new Promise(() => undefined)),
  });
  const engine = bare({ pipelines: [stuck], config: { pipeline: 'stuck' } });
  await expect(engine.ask('?', { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
  await expect(engine.ask('?', { timeoutMs: 10 })).rejects.toMatchObject({ code: 'deadline' });
  const { search, fetcher } = fakeWeb([document('https://a.example', [[['Mill'], 'Text.']])]);
  const costly = bare({
    search,
    fetcher,
    models: { large: fakeModel(['Text.'], { format: 'text', price: { input: 1e6, output: 0 } }) },
  });
  await expect(costly.ask('Who built the mill?', { maxCostUsd: 0.01 })).rejects.toMatchObject({ code: 'budget' });
});

test('two engines know nothing of each other', async () => {
  const [one, two] = [bare({ pipelines: [echo] }), bare()];
  expect((await one.ask('?', { pipeline: 'echo' })).answer.text).toBe('nothing');
  await expect(two.ask('?', { pipeline: 'echo' })).rejects.toMatchObject({ code: 'usage' });
});
