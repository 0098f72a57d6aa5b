import { expect, test } from 'vitest';
import { holm, pairedTest } from './paired.js';

const pairs = (differences: readonly number[]) => differences.map((difference) => [1, 1 + difference] as const);

test('counts wins, ties and losses of the second, and gives both means and their difference', () => {
  const test = pairedTest(pairs([0.5, 0, -0.25, 0.5]));
  expect(test).toMatchObject({ n: 4, wins: 2, ties: 1, losses: 1, first: 1, second: 1.1875, difference: 0.1875 });
  expect(test.low).toBeLessThan(0.1875);
  expect(test.high).toBeGreaterThan(0.1875);
});

test('with few differences all signs are tried: four wins of four have 2 chances in 16', () => {
  expect(pairedTest(pairs([1, 1, 1, 1, 0, 0])).p).toBe(2 / 16);
  expect(pairedTest(pairs([1, -1])).p).toBe(1);
});

test('with many, signs are drawn: a clear difference has a small p that is not 0, none has a large one', () => {
  expect(pairedTest(pairs(Array.from({ length: 40 }, () => 1))).p).toBe(1 / 10_001);
  expect(pairedTest(pairs(Array.from({ length: 40 }, (_, at) => (at % 2 ? 1 : -1)))).p).toBeGreaterThan(0.9);
});

test('drawn and exact p agree', () => {
  const differences = [3, 1, -2, 4, 1, -1, 2, 5, -1, 2, 1, 1, -3];
  const drawn = pairedTest(pairs([...differences, 1e-9, -1e-9])).p; // two more than are tried exactly
  expect(drawn).toBeCloseTo(pairedTest(pairs(differences)).p, 1);
});

test('the same seed gives the same result, also where last digits of equal scores differ', () => {
  const list = pairs(Array.from({ length: 30 }, (_, at) => Math.sin(at)));
  expect(pairedTest(list, { seed: 7 })).toEqual(pairedTest(list, { seed: 7 }));
  expect(pairedTest([[0.3, 0.1 + 0.2]]).ties).toBe(1);
});

test("Holm's correction: by rank, never falling, never above 1, in the given order", () => {
  expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
  expect(holm([0.9, 0.8])).toEqual([1, 1]);
  expect(holm([])).toEqual([]);
});
