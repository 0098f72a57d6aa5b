import { expect, test } from 'vitest';
import type { LocalModels } from '../core/ports.js';
import { answerPrompt } from '../prompts/answer.js';
import { type FakeModel, fakeModel, passage, question, testRun } from '../testing/index.js';
import { NO_ANSWER, type WriteParts, writeAnswer } from './write-answer.js';

const asked = question('When did the Kestrel Bridge open?');
const passages = [
  passage('https://a.example#0', 'The Kestrel Bridge opened in 1888.'),
  passage('https://b.example#0', 'Ferries cross the Kestrel Sound.'),
];
const parts: WriteParts = { models: {}, local: {}, prompt: answerPrompt, abstain: true };
const write = (over: Partial<WriteParts>, run = testRun().run, found = passages) =>
  writeAnswer({ ...parts, ...over })({ question: asked, passages: found }, run);

test('the large model writes, sees every passage fenced and numbered, and its text appears in the trace as it is written', async () => {
  const { run, events } = testRun();
  const scripted = fakeModel(['It opened in 1888.']);
  const large: FakeModel = {
    ...scripted,
    complete: (request, options) => {
      for (const piece of ['It opened ', 'in 1888.']) options.onText?.(piece);
      return scripted.complete(request, options);
    },
  };
  expect(await write({ models: { large } }, run)).toEqual({ status: 'answered', text: 'It opened in 1888.' });
  const shown = large.requests[0]?.messages.at(-1)?.content ?? '';
  expect(shown).toMatch(/\[1\]\n<<page test>>\n.*\nThe Kestrel Bridge opened in 1888\.\n<<end test>>/);
  expect(shown).toContain('[2]\n');
  expect(events.filter(({ type }) => type === 'text')).toMatchObject([{ text: 'It opened ' }, { text: 'in 1888.' }]);
});

test('a writer that finds no answer makes an abstention; one that may not abstain is taken at its word', async () => {
  const models = () => ({ large: fakeModel([`${NO_ANSWER}.`]) });
  expect(await write({ models: models() })).toMatchObject({ status: 'abstained' });
  expect(await write({ models: models(), abstain: false })).toMatchObject({ status: 'answered' });
});

test('without a passage it abstains and asks nobody, unless it may answer from memory', async () => {
  const large = fakeModel(['From memory.']);
  expect(await write({ models: { large } }, undefined, [])).toMatchObject({ status: 'abstained' });
  expect(large.requests).toEqual([]);
  expect(await write({ models: { large }, withoutPassages: true }, undefined, [])).toMatchObject({
    status: 'answered',
  });
  expect(await write({ withoutPassages: true }, undefined, [])).toMatchObject({ status: 'abstained' });
});

test('without a model it takes sentences of the passages, each with the passage it came from', async () => {
  const written = await write({});
  expect(written).toMatchObject({ status: 'answered', text: expect.stringContaining('opened in 1888') });
  expect(written).toHaveProperty('taken.0.passage.source.url', 'https://a.example');
});

test('asks the reranker about the passages that nobody has reranked, and about no others', async () => {
  const seen: string[][] = [];
  const local: LocalModels = {
    reranker: {
      name: 'counting',
      score: async (_, texts) => {
        seen.push([...texts]);
        return texts.map(() => 1);
      },
    },
  };
  await write({ local });
  await write({ local }, undefined, [
    { ...passages[0], rerank: 3 } as (typeof passages)[0],
    passages[1] as (typeof passages)[0],
  ]);
  expect(seen.map((texts) => texts.length)).toEqual([2, 1]);
  expect(seen[1]?.[0]).toContain('Ferries cross');
});
