import fc from 'fast-check';
import { expect, test } from 'vitest';
import { histogram } from './histogram.js';

test('shares are counted in tenths from 0 to 1', () => {
  const bins = histogram([0, 0.05, 0.1, 0.99, 1]);
  expect(bins).toHaveLength(10);
  expect(bins.map(({ count }) => count)).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
  expect(bins[0]).toMatchObject({ from: 0, to: 0.1 });
});

test('other values are counted between the least and the greatest, or between given borders', () => {
  expect(histogram([-2, 0, 2], { bins: 2 })).toEqual([
    { from: -2, to: 0, count: 1 },
    { from: 0, to: 2, count: 2 },
  ]);
  expect(histogram([-2, 0, 2], { bins: 2, low: 0, high: 1 }).map(({ count }) => count)).toEqual([2, 1]);
});

test('nothing, and the same value again and again', () => {
  expect(histogram([])).toEqual([]);
  expect(histogram([3, 3])).toEqual([{ from: 3, to: 3, count: 2 }]);
});

test('every value is counted once, and bins follow on each other', () => {
  const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 20 }), (list, bins) => {
      const counted = histogram(list, { bins });
      expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(list.length);
      counted.slice(1).forEach(({ from }, place) => void expect(from).toBe(counted[place]?.to));
    }),
  );
});
