import { expect, test } from 'vitest';
import type { EvalRow } from '../run/row.js';
import { costsOf } from './cost.js';

const usage = (calls: number, costUsd: number | null) => ({
  calls,
  inputTokens: calls * 100,
  outputTokens: calls * 10,
  costUsd,
});
const row = (id: string, small: number, large: number | null): EvalRow =>
  ({
    pipeline: 'hifi-rag',
    id,
    usage: { ...usage(4, large === null ? null : small + large), ms: 2000 },
    roles: { small: usage(3, small), large: usage(1, large) },
  }) as unknown as EvalRow;

const options = { volumes: [10, 1000], budgetUsd: 1, concurrency: 4 };

test('money and time grow with the volume, and the budget splits as the money did', () => {
  const [cost] = costsOf([row('q1', 0.001, 0.003), row('q2', 0.001, 0.003)], options);
  expect(cost).toMatchObject({
    questions: 2,
    secondsPerQuestion: 2,
    usdPerThousand: expect.closeTo(4, 9),
    affordable: 250,
  });
  expect(cost?.volumes).toEqual([
    { times: 10, questions: 20, usd: expect.closeTo(0.08, 9), hours: expect.closeTo((20 * 2) / 4 / 3600, 9) },
    { times: 1000, questions: 2000, usd: expect.closeTo(8, 9), hours: expect.closeTo((2000 * 2) / 4 / 3600, 9) },
  ]);
  expect(cost?.roles).toMatchObject([
    { role: 'large', callsPerQuestion: 1, share: expect.closeTo(0.75, 9), budgetUsd: expect.closeTo(0.75, 9) },
    { role: 'small', callsPerQuestion: 3, share: expect.closeTo(0.25, 9), budgetUsd: expect.closeTo(0.25, 9) },
  ]);
});

test('an unknown price stays unknown wherever it would count', () => {
  const [cost] = costsOf([row('q1', 0.001, null)], options);
  expect(cost).toMatchObject({ usdPerThousand: null, affordable: null });
  expect(cost?.volumes.map(({ usd }) => usd)).toEqual([null, null]);
  expect(cost?.roles.map(({ usdPerThousand, share }) => [usdPerThousand, share])).toEqual([
    [null, null],
    [expect.closeTo(1, 9), null],
  ]);
});

test('a run without a model costs nothing, and no budget buys a number of questions', () => {
  const free = {
    pipeline: 'x',
    id: 'q',
    usage: { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, ms: 100 },
    roles: {},
  } as unknown as EvalRow;
  expect(costsOf([free], options)[0]).toMatchObject({ usdPerThousand: 0, affordable: null, roles: [] });
});
