import { expect, test } from 'vitest';
import { WinnowError } from '../core/errors.js';
import { judgePrompts } from '../prompts/judge.js';
import { fakeModel, passage, question, testRun } from '../testing/index.js';
import { type JudgeVars, judgeAnswer } from './judge-answer.js';

const asked: JudgeVars = {
  question: question('When did the bridge open?'),
  text: 'It opened in 1888.',
  golds: ['1888'],
  passages: [passage('https://a.example#0', 'The bridge opened in 1888.')],
};

function judge(replies: Parameters<typeof fakeModel>[0], vars: Partial<JudgeVars> = {}) {
  const model = fakeModel(replies);
  const { run, events } = testRun();
  return {
    model,
    events,
    judged: judgeAnswer({ models: { judge: model }, prompts: judgePrompts })({ ...asked, ...vars }, run),
  };
}

test('asks for relevance and for faithfulness apart; only the first sees the gold answers, only the second the passages', async () => {
  const { model, judged } = judge(['{"reason": "right", "score": 2}', '{"reason": "said there", "score": 1}']);
  expect(await judged).toEqual({
    relevance: { score: 2, reason: 'right' },
    faithfulness: { score: 1, reason: 'said there' },
    unreadable: 0,
  });
  const [first, second] = model.requests.map(({ messages }) => messages.map(({ content }) => content).join('\n'));
  expect(first).toContain('- 1888');
  expect(first).not.toContain('The bridge opened in 1888.');
  expect(second).toContain('The bridge opened in 1888.');
  expect(second).not.toContain('- 1888');
});

test.each([
  ['no JSON', 'The score is two.'],
  ['a score off the scale', '{"reason": "great", "score": 3}'],
  ['half a score', '{"reason": "so so", "score": 0.5}'],
  ['no score', '{"reason": "right"}'],
])('%s is asked for again, then counted as unreadable and never as a score', async (_, reply) => {
  const { model, judged } = judge([reply, reply, '{"reason": "said there", "score": -1}']);
  expect(await judged).toEqual({ relevance: null, faithfulness: { score: -1, reason: 'said there' }, unreadable: 1 });
  expect(model.requests).toHaveLength(3);
});

test('a second reply that can be read counts; a 2 is off the scale of faithfulness', async () => {
  const { judged } = judge([
    '?',
    '{"reason": "no answer", "score": 0}',
    '{"reason": "x", "score": 2}',
    '{"reason": "part", "score": 0}',
  ]);
  expect(await judged).toMatchObject({ relevance: { score: 0 }, faithfulness: { score: 0 }, unreadable: 0 });
});

test('a model that would not answer is unreadable; one that is not there is an error', async () => {
  const { judged } = judge([{ finish: 'refusal' }, { finish: 'filter' }]);
  expect(await judged).toMatchObject({ relevance: null, faithfulness: null, unreadable: 2 });
  await expect(judge([new WinnowError('unavailable', 'server down')]).judged).rejects.toMatchObject({
    code: 'unavailable',
  });
});

test('an answer that cites nothing is not grounded, and nobody is asked about it', async () => {
  const { model, judged } = judge(['{"reason": "right", "score": 2}'], { passages: [] });
  expect(await judged).toMatchObject({ faithfulness: { score: -1 } });
  expect(model.requests).toHaveLength(1);
});

test('only the first 300 words are judged', async () => {
  const words = Array.from({ length: 301 }, (_, at) => `word${at + 1}`).join(' ');
  const { model, judged } = judge(['{"reason": "", "score": 2}', '{"reason": "", "score": 1}'], { text: words });
  await judged;
  for (const { messages } of model.requests) {
    expect(messages.at(-1)?.content).toMatch(/\bword300\b/);
    expect(messages.at(-1)?.content).not.toContain('word301');
  }
});
