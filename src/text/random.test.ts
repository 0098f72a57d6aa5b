import { expect, test } from 'vitest';
import { seededRandom } from './random.js';

function draws(seed: number | string, count: number): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, random);
}

test('the same seed gives the same numbers, another seed others', () => {
  expect(draws(7, 20)).toEqual(draws(7, 20));
  expect(draws(7, 20)).not.toEqual(draws(8, 20));
  expect(draws('run a', 20)).not.toEqual(draws('run b', 20));
});

test('the sequence never changes between versions: recorded runs must stay repeatable', () => {
  expect(draws(1, 3).map((value) => value.toFixed(6))).toEqual(['0.922350', '0.227602', '0.315324']);
});

test('numbers lie in [0, 1) and fill it evenly', () => {
  const values = draws('even', 20_000);
  expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
  const tenths = Array.from(
    { length: 10 },
    (_, tenth) => values.filter((value) => Math.floor(value * 10) === tenth).length,
  );
  for (const count of tenths) expect(Math.abs(count - 2000)).toBeLessThan(200); // 4.7 standard deviations
});

test('neighbouring seeds are not related', () => {
  const left = draws(1, 5000);
  const right = draws(2, 5000);
  const products = left.map((value, index) => (value - 0.5) * (right[index]! - 0.5));
  const correlation = (12 * products.reduce((sum, value) => sum + value, 0)) / products.length;
  expect(Math.abs(correlation)).toBeLessThan(0.06);
});
