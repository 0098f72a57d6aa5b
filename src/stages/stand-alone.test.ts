import { expect, test } from 'vitest';
import { standAlonePrompt } from '../prompts/stand-alone.js';
import { fakeModel, question, testRun } from '../testing/index.js';
import { standAlone } from './stand-alone.js';

const turns = [{ question: 'When was the Kestrel Bridge opened?', answer: 'In 1934.' }];
const followUp = question('And how long is it?');
const rewriting = (reply?: string) => {
  const model = reply === undefined ? undefined : fakeModel([reply], { format: 'text' });
  return { model, rewrite: standAlone({ models: model ? { small: model } : {}, prompt: standAlonePrompt }) };
};

test('the small model rewrites; it sees the turns, fenced', async () => {
  const { model, rewrite } = rewriting('How long is the Kestrel Bridge?');
  expect(await rewrite({ question: followUp, turns }, testRun().run)).toEqual({
    ...followUp,
    text: 'How long is the Kestrel Bridge?',
  });
  const shown = model?.requests[0]?.messages.at(-1)?.content;
  expect(shown).toContain('<<page test>>\nIn 1934.\n<<end test>>');
  expect(shown).toContain('Last question: And how long is it?');
});

test('without a model, and where it explains instead of rewriting, rules do it', async () => {
  const { run, events } = testRun();
  expect((await rewriting().rewrite({ question: followUp, turns }, run)).text).toBe('How long is the Kestrel Bridge?');
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'note', text: 'asked as: How long is the Kestrel Bridge?' }),
  );
  const { rewrite } = rewriting('The bridge '.repeat(100));
  expect((await rewrite({ question: followUp, turns }, testRun().run)).text).toBe('How long is the Kestrel Bridge?');
});

test('the first question of a conversation is not touched, and no model is asked', async () => {
  const { model, rewrite } = rewriting('Something else?');
  expect(await rewrite({ question: followUp, turns: [] }, testRun().run)).toBe(followUp);
  expect(model?.requests).toEqual([]);
});
