import { expect, test } from 'vitest';
import { fakeModel, passage, question, testRun } from '../../testing/index.js';
import { condenseAnswer } from './condense-answer.js';
import { gRagOptions } from './options.js';

const asked = question('What is it?');
const ten = 'The mill is old and the bridge is so new.';
const answered = (text: string) => ({ question: asked, written: { status: 'answered', text } as const });

function condensing(replies: Parameters<typeof fakeModel>[0], given: Record<string, unknown> = {}) {
  const model = fakeModel(replies);
  const { run, events } = testRun();
  const stage = condenseAnswer({ models: { large: model } }, gRagOptions.parse({ condenseAbove: 9, ...given }));
  return { model, events, condense: (input: Parameters<typeof stage>[0]) => stage(input, run) };
}

test('an answer within the limit is not touched and costs no call', async () => {
  const { condense, model } = condensing([], { condenseAbove: 10 });
  expect(await condense(answered(ten))).toEqual({ status: 'answered', text: ten });
  expect(model.requests).toEqual([]);
});

test('one call rephrases a longer one; the instruction is the system message, the answer is fenced in the user message', async () => {
  const { condense, model } = condensing(['Old mill, new bridge.']);
  expect(await condense(answered(ten))).toEqual({ status: 'answered', text: 'Old mill, new bridge.' });
  const [system, user] = model.requests[0]?.messages ?? [];
  expect(system).toMatchObject({ role: 'system', content: expect.stringContaining('at most 9 words') });
  expect(user).toMatchObject({ role: 'user', content: expect.stringContaining(`<<page test>>\n${ten}\n<<end test>>`) });
});

test('what is still too long then loses its stop words, unless that is switched off', async () => {
  const still = 'The mill is old and the bridge is new too.';
  const longer = `${ten} More.`;
  expect(await condensing([still]).condense(answered(longer))).toMatchObject({ text: 'mill old bridge new too.' });
  expect(await condensing([still], { condense: 'rephrase' }).condense(answered(longer))).toMatchObject({ text: still });
});

test('a rephrasing that is longer than the answer is not believed', async () => {
  expect(await condensing([`${ten} ${ten}`], { condense: 'rephrase' }).condense(answered(ten))).toMatchObject({
    text: ten,
  });
});

test('a failing call leaves the stop words to drop, and is a fallback', async () => {
  const { condense, events } = condensing([new Error('down')]);
  expect(await condense(answered(ten))).toMatchObject({ text: 'mill old bridge so new.' });
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'fallback', stage: 'condense-answer', reason: 'down' }),
  );
});

test('sentences of the passages and abstentions stay as they are', async () => {
  const { condense, model } = condensing([]);
  const taken = { status: 'answered', text: ten, taken: [{ text: ten, passage: passage('a#0', ten) }] } as const;
  expect(await condense({ question: asked, written: taken })).toBe(taken);
  expect(await condense({ question: asked, written: { status: 'abstained', why: 'x' } })).toMatchObject({
    status: 'abstained',
  });
  expect(model.requests).toEqual([]);
});
