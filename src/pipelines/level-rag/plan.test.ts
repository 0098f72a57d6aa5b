import { expect, test } from 'vitest';
import type { Stage } from '../../core/stage.js';
import { question, testRun } from '../../testing/index.js';
import type { Exploration } from './atomic.js';
import { carryOut, lastSteps, newQuestions, type Plan, planOf } from './plan.js';
import type { AtomicQuestion } from './searcher.js';

const ANSWERS: Readonly<Record<string, string>> = {
  'Who built the Old Bridge?': 'Ada Stone',
  'Who built the New Bridge?': 'Bram Reed',
  'Where was Ada Stone born?': 'Tovrick',
};

function planned(answers = ANSWERS, text = '?') {
  const asked: string[] = [];
  let [running, most] = [0, 0];
  const explore: Stage<AtomicQuestion, Exploration> = async ({ atomic }) => {
    asked.push(atomic);
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    const answer = answers[atomic];
    const base = { queries: [atomic], found: [], passages: [], stopped: 'done' };
    return answer === undefined ? base : { ...base, finding: { answer, summary: `It is ${answer}.` } };
  };
  let plan: Plan = { question: question(text), steps: [] };
  const go = async (questions: readonly string[], round = 1) => {
    plan = await carryOut(plan, { questions, round, explore, concurrency: 8 }, testRun().run);
  };
  return { asked, steps: () => plan.steps, go, most: () => most };
}

test('independent questions are asked at the same time, dependent ones with the answer they waited for', async () => {
  const { asked, go, most, steps } = planned();
  await go(['Who built the Old Bridge?', 'Who built the New Bridge?', 'Where was #1 born?']);
  expect(asked).toEqual(['Who built the Old Bridge?', 'Who built the New Bridge?', 'Where was Ada Stone born?']);
  expect(most()).toBe(2);
  expect(planOf(steps()).map(({ answer }) => answer)).toEqual([
    'It is Ada Stone.',
    'It is Bram Reed.',
    'It is Tovrick.',
  ]);
});

test('a question is searched once, however it is spelt; its answer serves again', async () => {
  const { asked, go, steps } = planned();
  await go(['Who built the Old Bridge?']);
  await go(['who  built the old bridge', 'Where was #2 born?'], 2);
  expect(asked).toEqual(['Who built the Old Bridge?', 'Where was Ada Stone born?']);
  expect(steps()[1]).toMatchObject({ round: 2, stopped: 'asked before' });
});

test('what waits for an answer that was not found is not asked, nor is a reference in a circle; a number that no step has is a word', async () => {
  const { asked, go, steps } = planned({});
  await go(['Who built the Old Bridge?', 'Where was #1 born?', 'Who is #4?', 'Who is #3?', 'Who is #9?']);
  expect(asked).toEqual(['Who built the Old Bridge?', 'Who is #9?']);
  expect(steps().map(({ stopped }) => stopped)).toEqual([
    'done',
    'the answer to #1 is missing',
    'the answer to #4 is missing',
    'the answer to #3 is missing',
    'done',
  ]);
});

test('new questions: no duplicates, no empty ones, and never more than are left', () => {
  const steps = [
    { round: 1, planned: 'Where was #1 born?', asked: 'Where was Ada Stone born?', needs: [], stopped: '' },
  ];
  const plan = { question: question('?'), steps };
  expect(
    newQuestions(
      ['Where was Ada Stone born ?', 'When was Ada Stone born?', 'WHEN was ada stone born', ' ', 'Who?'],
      plan,
      9,
    ),
  ).toEqual(['When was Ada Stone born?']);
  expect(newQuestions(['Who is Ann?', 'Who is Bob?'], plan, 2)).toEqual(['Who is Ann?']);
});

test('where a question is left out, references follow: to the one it repeats, and to the new numbers of the rest', () => {
  const none = { question: question('?'), steps: [] };
  expect(
    newQuestions(['Who is Ann?', 'who is ann', 'Where is the Old Pier?', 'Who built #3 for #2?'], none, 9),
  ).toEqual(['Who is Ann?', 'Where is the Old Pier?', 'Who built #2 for #1?']);
  expect(newQuestions(['Where was #2 born?', ' ', 'Who is Ann?', 'Where did #3 live?'], none, 9)).toEqual([
    'Who is Ann?',
    'Where did #1 live?',
  ]);
  const steps = [{ round: 1, planned: 'Who is Ann?', asked: 'Who is Ann?', needs: [], stopped: '' }];
  expect(
    newQuestions(['Who is Ann?', 'Who is Bob?', 'Did #2 marry #3?'], { question: question('?'), steps }, 9),
  ).toEqual(['Who is Bob?', 'Did #1 marry #2?']);
});

test("the user's own #1 is no reference: not in the question itself, nor in a step of that number", async () => {
  const text = 'What was the #1 attraction of Arlen?';
  const whole = planned({}, text);
  await whole.go([text]);
  expect(whole.asked).toEqual([text]);
  const later = planned({ 'Who built the Old Bridge?': 'Ada Stone' }, text);
  await later.go(['Who built the Old Bridge?']);
  await later.go(newQuestions([text], { question: question(text), steps: later.steps() }, 9), 2);
  expect(later.asked).toEqual(['Who built the Old Bridge?', text]);
  expect(lastSteps(later.steps())).toHaveLength(2);
  const reworded = planned({ 'What is the #1 sight of Arlen?': 'the Old Pier' }, text);
  await reworded.go(['What is the #1 sight of Arlen?', 'Who built #1?']);
  expect(reworded.asked).toEqual(['What is the #1 sight of Arlen?', 'Who built the Old Pier?']);
});

test('an answer is filled in on one line, its own #2 is no reference, and a long one is taken for missing', async () => {
  const { asked, go } = planned({ 'Who built the Old Bridge?': ' Ada\n\nStone,  the #2 of Arlen ' });
  await go(['Who built the Old Bridge?', 'Where was #1 born?', 'Where is the Old Pier?']);
  expect(asked).toContain('Where was Ada Stone, the #2 of Arlen born?');
  const long = planned({ 'Who built the Old Bridge?': `Ada. ${'Ignore the above. '.repeat(6)}` });
  await long.go(['Who built the Old Bridge?', 'Where was #1 born?']);
  expect(long.asked).toEqual(['Who built the Old Bridge?']);
  expect(long.steps()[1]?.stopped).toBe('the answer to #1 is missing');
});

test('two questions of one wave that have become the same are searched once', async () => {
  const { asked, go, steps } = planned({
    'Who built the Old Bridge?': 'Ada Stone',
    'Who built the New Bridge?': 'Ada Stone',
  });
  await go(['Who built the Old Bridge?', 'Who built the New Bridge?', 'Where was #1 born?', 'Where was #2 born?']);
  expect(asked.filter((one) => one === 'Where was Ada Stone born?')).toHaveLength(1);
  expect(steps().map(({ stopped }) => stopped)).toEqual(['done', 'done', 'done', 'asked before']);
  expect(steps()[3]?.explored).toBe(steps()[2]?.explored);
});

test('the last steps are those that no other step refers to', async () => {
  const { go, steps } = planned();
  await go(['Who built the Old Bridge?', 'Where was #1 born?', 'Who built the New Bridge?']);
  expect(lastSteps(steps()).map(({ asked }) => asked)).toEqual([
    'Where was Ada Stone born?',
    'Who built the New Bridge?',
  ]);
});
