/**
 * The library's types: what the compiler must refuse is marked, and refused in vain is an error of `tsc`. What is
 * exported, and nothing else.
 */
import { execFileSync } from 'node:child_process';
import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import manifest from '../package.json' with { type: 'json' };
import { openIndex } from '../src/embedded-index.js';
import { createEngine, definePipeline, type Engine, pipeline, type Result, WinnowError } from '../src/index.js';
import { defineMetric } from '../src/lab/index.js';
import * as pipelines from '../src/pipelines.js';
import * as stages from '../src/stages.js';

const outcome = { answer: { status: 'answered' as const, text: 'Yes.', claims: [] }, sources: [] };
const echo = definePipeline({
  name: 'echo',
  summary: 'says yes',
  options: z.strictObject({ loud: z.boolean().default(false) }),
  create: (_, { loud }) => {
    expectTypeOf(loud).toEqualTypeOf<boolean>();
    return pipeline('echo', 'none', async () => outcome);
  },
});

const engine = createEngine({ local: {}, models: {}, pipelines: [echo] });

test('names of pipelines and their options are checked by the compiler, and again when they are used', async () => {
  expect((await engine.ask('?', { pipeline: 'echo', options: { loud: true } })).answer.text).toBe('Yes.');
  // @ts-expect-error: no such option
  await expect(engine.ask('?', { pipeline: 'echo', options: { lout: true } })).rejects.toThrow('Options of echo');
  // @ts-expect-error: no such pipeline
  await expect(engine.ask('?', { pipeline: 'ecko' })).rejects.toThrow('There is no pipeline "ecko"');
  // @ts-expect-error: an option of another pipeline
  await expect(engine.ask('?', { pipeline: 'chunk-rag', options: { loud: true } })).rejects.toThrow(
    'Options of chunk-rag',
  );
});

test('an engine with known pipelines can be used where any engine can', async () => {
  const any: Engine = engine;
  const name: string = ['echo'].join('');
  expectTypeOf(any.ask('?', { pipeline: name })).toExtend<Promise<Result>>();
  expectTypeOf(any.ask('?', { pipeline: name })).toExtend<AsyncIterable<unknown>>();
});

test('a closed engine refuses questions, and may be closed twice', async () => {
  const closing = createEngine({ local: {}, models: {} });
  await Promise.all([closing.close(), closing.close()]);
  await expect(closing.ask('Who?')).rejects.toThrow('The engine is closed. Make another one with createEngine().');
  await expect(closing.prepare()).rejects.toThrow(WinnowError);
});

test('the index works on its own', async () => {
  const index = openIndex();
  const source = { id: 'bridge', url: 'file:bridge.md', title: 'Old Bridge' };
  const text = 'The Old Bridge was opened in 1888.';
  await index.add([{ passage: { id: 'bridge#0', source, headings: [], text, start: 0, end: text.length } }]);
  await index.commit();
  expect((await index.search({ text: 'opened', mode: 'sparse', k: 1 })).map(({ id }) => id)).toEqual(['bridge#0']);
  await index.close();
});

test('a metric of one’s own may not take a name of ours, and must give a number', async () => {
  expect(() => defineMetric({ name: 'contains', score: () => 1 })).toThrow('comes with Winnow');
});

test('the package exports these entries, and each of them has something', () => {
  const entries = [
    '.',
    './stages',
    './pipelines',
    './index',
    './lab',
    './ai-sdk',
    './langchain',
    './testing',
    './package.json',
  ];
  expect(Object.keys(manifest.exports)).toEqual(entries);
  expect(Object.keys(stages)).toContain('conclude');
  expect(pipelines.BUILT_IN_PIPELINES.map(({ name }) => name)).toContain('hifi-rag');
});

test('the reference of the API lists every export of every entry', () => {
  const reference = execFileSync(process.execPath, ['scripts/api-docs.mjs', '--print'], { encoding: 'utf8' });
  for (const name of [
    ...Object.keys(stages),
    ...Object.keys(pipelines),
    'createEngine',
    'defineMetric',
    'openIndex',
    'fakeModel',
  ])
    expect(reference).toMatch(new RegExp(`^### ${name}$`, 'm'));
  expect(reference).toContain('async function ask<Vars, Reply>(');
});
