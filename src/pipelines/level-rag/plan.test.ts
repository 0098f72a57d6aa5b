import { expect, test } from 'vitest';
import type { Stage } from '../../core/stage.js';
import { question, testRun } from '../../testing/index.js';
import type { Explored } from './atomic.js';
import { carryOut, lastSteps, newQuestions, type Planning, planOf } from './plan.js';
import type { AtomicQuestion } from './searcher.js';

const ANSWERS: Readonly<Record<string, string>> = {
  'Who built the Old Bridge?': 'Ada Stone',
  'Who built the New Bridge?': 'Bram Reed',
  'Where was Ada Stone born?': 'Tovrick',
};

function planned(answers = ANSWERS) {
  const asked: string[] = [];
  let [running, most] = [0, 0];
  const explore: Stage<AtomicQuestion, Explored> = async ({ atomic }) => {
    asked.push(atomic);
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    const answer = answers[atomic];
    const base = { queries: [atomic], found: [], passages: [], stopped: 'done' };
    return answer === undefined ? base : { ...base, finding: { answer, summary: `It is ${answer}.` } };
  };
  const planning: Planning = { question: question('?'), steps: [], concurrency: 8 };
  const go = (questions: readonly string[], round = 1) => carryOut({ questions, round }, { planning, explore }, testRun().run);
  return { asked, planning, go, most: () => most };
}

test('independent questions are asked at the same time, dependent ones with the answer they waited for', async () => {
  const { asked, go, most, planning } = planned();
  await go(['Who built the Old Bridge?', 'Who built the New Bridge?', 'Where was #1 born?']);
  expect(asked).toEqual(['Who built the Old Bridge?', 'Who built the New Bridge?', 'Where was Ada Stone born?']);
  expect(most()).toBe(2);
  expect(planOf(planning.steps).map(({ answer }) => answer)).toEqual(['It is Ada Stone.', 'It is Bram Reed.', 'It is Tovrick.']);
});

test('a question is searched once, however it is spelt; its answer serves again', async () => {
  const { asked, go, planning } = planned();
  await go(['Who built the Old Bridge?']);
  await go(['who  built the old bridge', 'Where was #2 born?'], 2);
  expect(asked).toEqual(['Who built the Old Bridge?', 'Where was Ada Stone born?']);
  expect(planning.steps[1]).toMatchObject({ round: 2, stopped: 'asked before' });
});

test('what waits for an answer that was not found is not asked, nor is a reference in a circle or into the void', async () => {
  const { asked, go, planning } = planned({});
  await go(['Who built the Old Bridge?', 'Where was #1 born?', 'Who is #4?', 'Who is #3?', 'Who is #9?']);
  expect(asked).toEqual(['Who built the Old Bridge?']);
  expect(planning.steps.map(({ stopped }) => stopped)).toEqual([
    'done',
    'the answer to #1 is missing',
    'the answer to #4 is missing',
    'the answer to #3 is missing',
    'the answer to #9 is missing',
  ]);
});

test('new questions: no duplicates, no empty ones, and never more than are left', () => {
  const steps = [{ round: 1, planned: 'Where was #1 born?', asked: 'Where was Ada Stone born?', stopped: '' }];
  expect(
    newQuestions(['Where was Ada Stone born ?', 'When was Ada Stone born?', 'WHEN was ada stone born', ' ', 'Who?'], steps, 9),
  ).toEqual(['When was Ada Stone born?']);
  expect(newQuestions(['Who is Ann?', 'Who is Bob?'], steps, 2)).toEqual(['Who is Ann?']);
});

test('the last steps are those that no other step refers to', async () => {
  const { go, planning } = planned();
  await go(['Who built the Old Bridge?', 'Where was #1 born?', 'Who built the New Bridge?']);
  expect(lastSteps(planning.steps).map(({ asked }) => asked)).toEqual(['Where was Ada Stone born?', 'Who built the New Bridge?']);
});
