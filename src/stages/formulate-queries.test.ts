import { expect, test } from 'vitest';
import { z } from 'zod';
import { definePrompt } from '../core/prompt.js';
import { fakeModel, question, testRun } from '../testing/index.js';
import { formulateQueries, type QueriesPrompt } from './formulate-queries.js';

const prompt: QueriesPrompt = definePrompt({
  id: 'test/queries',
  version: 1,
  reply: z.array(z.string()).min(1),
  render: ({ question: asked }) => [{ role: 'user', content: asked.text }],
});
const asked = question('Please, who built the Old Bridge?');

test("the model's queries are trimmed, made unique and limited", async () => {
  const small = fakeModel(['[" old bridge ", "old bridge", "", "bridge builder", "a third one"]']);
  expect(await formulateQueries({ models: { small }, prompt, maxQueries: 2 })(asked, testRun().run)).toEqual([
    'old bridge',
    'bridge builder',
  ]);
});

test('without a model the words of the question are the query, and that is no fallback', async () => {
  const { run, events } = testRun();
  expect(await formulateQueries({ models: {}, prompt, maxQueries: 2 })(asked, run)).toEqual(['built Old Bridge']);
  expect(events.filter(({ type }) => type === 'fallback')).toEqual([]);
});

test('an engine that takes questions is asked the question, without its politeness', async () => {
  const formulate = formulateQueries({ models: {}, prompt, maxQueries: 2, takesQuestions: true });
  expect(await formulate(asked, testRun().run)).toEqual(['who built the Old Bridge?']);
});

test('an unreadable reply falls back on the words, and says so', async () => {
  const { run, events } = testRun();
  const small = fakeModel(['no idea', 'still none']);
  expect(await formulateQueries({ models: { small }, prompt, maxQueries: 2 })(asked, run)).toEqual([
    'built Old Bridge',
  ]);
  expect(events).toContainEqual(expect.objectContaining({ type: 'fallback', stage: 'formulate-queries' }));
});

test('queries of spaces alone leave the question itself, and say so', async () => {
  const { run, events } = testRun();
  const small = fakeModel(['["  "]']);
  expect(await formulateQueries({ models: { small }, prompt, maxQueries: 2 })(asked, run)).toEqual([asked.text]);
  expect(events).toContainEqual(expect.objectContaining({ type: 'fallback' }));
});
