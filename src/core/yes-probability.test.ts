import { expect, test } from 'vitest';
import { fakeModel, testRun } from '../testing/index.js';
import { definePrompt, proseReply } from './prompt.js';
import { askYesProbability, yesProbability } from './yes-probability.js';

const odds = (...pairs: [string, number][]) =>
  pairs.map(([token, probability]) => ({ token, logprob: Math.log(probability) }));

test('spellings of a word are one word; normalised leaves out everything that is neither', () => {
  const firstToken = odds(['Yes', 0.5], [' yes', 0.1], ['\u2581YES', 0.05], ['No', 0.25], ['Maybe', 0.1]);
  expect(yesProbability({ firstToken, text: 'Yes' }, false)).toBeCloseTo(0.65);
  expect(yesProbability({ firstToken, text: 'Yes' }, true)).toBeCloseTo(0.65 / 0.9);
});

test('without log-probabilities, or when they name neither word, the model is taken at its word', () => {
  expect(yesProbability({ text: ' "Yes, it does."' }, false)).toBe(1);
  expect(yesProbability({ text: '**No**' }, true)).toBe(0);
  for (const normalised of [true, false])
    expect(yesProbability({ firstToken: odds(['<think>', 1]), text: 'Yes' }, normalised)).toBe(1);
});

test('a sign after the word is part of its spelling, and a reply that begins with a blank is read by its word', () => {
  expect(yesProbability({ firstToken: odds(['Yes,', 0.9], ['No', 0.1]), text: 'Yes, it' }, false)).toBeCloseTo(0.9);
  expect(yesProbability({ firstToken: odds(['\n', 0.99], ['Yes', 0.002]), text: '\nYes' }, false)).toBe(1);
});

test('neither yes nor no is unreadable', () => {
  for (const text of ['', 'Perhaps', 'Yesterday', 'Nobody knows'])
    expect(() => yesProbability({ text }, false)).toThrow(expect.objectContaining({ code: 'unreadable' }));
});

test('asks for text, a few tokens and the likeliest of the first', async () => {
  const prompt = definePrompt({
    id: 'test/yes',
    version: 1,
    reply: proseReply,
    render: () => [{ role: 'user', content: 'Is it?' }],
  });
  const small = fakeModel([{ text: 'No', firstToken: odds(['No', 0.8], ['Yes', 0.2]) }], { format: 'schema' });
  const { run, events } = testRun();
  expect(await askYesProbability({ models: { small }, role: 'small', prompt, vars: {} }, {}, run)).toBeCloseTo(0.2);
  expect(small.requests[0]).toMatchObject({ format: { type: 'text' }, topLogprobs: 20 });
  expect(events).toContainEqual(expect.objectContaining({ type: 'model-call', prompt: 'test/yes@1' }));
});
