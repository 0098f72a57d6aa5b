import { expect, test } from 'vitest';
import { seededRandom } from '../random.js';
import { meanInterval } from './bootstrap.js';

const coins = Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? 1 : 0));

test('the interval holds the mean and is as wide as theory says', () => {
  const { mean, low, high, n } = meanInterval(coins);
  expect([mean, n]).toEqual([0.5, 400]);
  // 1.96 standard errors of 0.5 / sqrt(400) on either side
  expect(low).toBeCloseTo(0.451, 2);
  expect(high).toBeCloseTo(0.549, 2);
});

test('the same seed gives the same limits, another seed others', () => {
  const values = coins.map((value, index) => value + index / 1000);
  expect(meanInterval(values, { seed: 3 })).toEqual(meanInterval(values, { seed: 3 }));
  expect(meanInterval(values, { seed: 3 }).low).not.toBe(meanInterval(values, { seed: 4 }).low);
});

test('missing values are left out and counted', () => {
  expect(meanInterval([1, null, Number.NaN, undefined, 3])).toMatchObject({ mean: 2, n: 2, missing: 3 });
});

test('one value has no spread, no value has no mean', () => {
  expect(meanInterval([0.25])).toEqual({ mean: 0.25, low: 0.25, high: 0.25, n: 1, missing: 0 });
  expect(meanInterval([])).toEqual({ mean: null, low: null, high: null, n: 0, missing: 0 });
  expect(meanInterval([null])).toEqual({ mean: null, low: null, high: null, n: 0, missing: 1 });
});

test('a lower level gives a narrower interval', () => {
  const width = (level: number) => {
    const { low, high } = meanInterval(coins, { level });
    return high! - low!;
  };
  expect(width(0.5)).toBeLessThan(width(0.95));
});

test('about 95 of 100 intervals hold the true mean', () => {
  const random = seededRandom('coverage');
  const covered = Array.from({ length: 100 }, (_, trial) => {
    const sample = Array.from({ length: 60 }, random);
    const { low, high } = meanInterval(sample, { seed: trial, resamples: 400 });
    return low! <= 0.5 && high! >= 0.5;
  });
  expect(covered.filter(Boolean).length).toBeGreaterThanOrEqual(88);
  expect(covered.filter(Boolean).length).toBeLessThan(100);
});
