import { expect, test } from 'vitest';
import { readWinnow } from '../datasets/json-questions.js';
import type { EvalRow } from '../run/row.js';
import { minedLine, mineQuestions } from './mine.js';

const questions = Array.from({ length: 20 }, (_, at) => ({
  id: `q${at}`,
  question: `Question ${at}?`,
  answers: ['a'],
  gold: ['d1'],
  extra: { kind: 'x' },
}));
/** q0 and q1 are wrong, q2 failed, q3 was wrongly abstained from; then f1 rises with the number. */
const rows = questions.map(
  ({ id }, at) =>
    ({
      id,
      pipeline: 'naive',
      status: at === 2 ? 'failed' : 'answered',
      scores: { 'squad.f1': at < 2 ? 0 : at / 20, ...(at === 3 && { 'abstention.wrong': 1 }) },
      funnel: {},
      evidence: null,
      usage: { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, ms: 1 },
    }) as unknown as EvalRow,
);
const options = { metric: 'squad.f1', size: 10, hard: 6, seed: 1 };
const ids = (kind: string, over = {}) =>
  mineQuestions({ questions, rows }, { ...options, ...over })
    .filter((one) => one.kind === kind)
    .map(({ row }) => row.id);

test('half of the hard ones are tricky, the other half those with the lowest scores; the rest is drawn', () => {
  expect(ids('tricky')).toHaveLength(3);
  expect(new Set([...ids('tricky'), 'q0', 'q1', 'q2', 'q3'])).toEqual(new Set(['q0', 'q1', 'q2', 'q3']));
  expect(ids('challenging')).toEqual(['q4', 'q5', 'q6']);
  expect(ids('random')).toHaveLength(4);
});

test('no question is in the set twice, and the same seed draws the same set', () => {
  const all = mineQuestions({ questions, rows }, options).map(({ row }) => row.id);
  expect(new Set(all).size).toBe(10);
  expect(mineQuestions({ questions, rows }, options).map(({ row }) => row.id)).toEqual(all);
  expect(mineQuestions({ questions, rows }, { ...options, seed: 2 }).map(({ row }) => row.id)).not.toEqual(all);
});

test('a score that the run does not have is named', () => {
  expect(() => mineQuestions({ questions, rows }, { ...options, metric: 'beauty' })).toThrow(
    /no row of the run has a score "beauty"/i,
  );
});

test('a mined line is read back as the question it was', () => {
  const [mined] = mineQuestions({ questions, rows }, options);
  const [read] = [...readWinnow(minedLine(mined!))];
  expect(read).toMatchObject({
    row: {
      id: mined!.row.id,
      question: mined!.row.question,
      answers: ['a'],
      gold: ['d1'],
      extra: { kind: 'x', mined: 'tricky' },
    },
  });
});
