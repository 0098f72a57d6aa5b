import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spreadOf } from './stats/moments.js';
import { dynamicCut, meanCut, reaches } from './thresholds.js';

test('mean and population deviation', () => {
  const { mean, deviation } = spreadOf([0.2, 0.4, 0.9]);
  expect(mean).toBeCloseTo(0.5, 12);
  expect(deviation).toBeCloseTo(0.29439, 5);
  expect(spreadOf([])).toEqual({ mean: 0, deviation: 0 });
});

test('scores far apart are cut at their mean', () => {
  expect(dynamicCut([0.1, 0.2, 0.9])).toEqual({ cut: expect.closeTo(0.4, 12), rule: 'mean' });
});

test('scores close together are cut one deviation above their mean', () => {
  const { cut, rule } = dynamicCut([0.7, 0.72, 0.8]);
  expect(rule).toBe('mean + deviation');
  expect(cut).toBeCloseTo(0.74 + 0.0432, 4);
});

test('the variance at which scores lie close is a parameter, and the border itself does not', () => {
  expect(dynamicCut([0.4, 0.6], 0.02).rule).toBe('mean + deviation');
  expect(dynamicCut([0.25, 0.75], 0.0625).rule).toBe('mean');
});

test('the plain mean is there too', () => {
  expect(meanCut([0.7, 0.72, 0.8])).toEqual({ cut: expect.closeTo(0.74, 12), rule: 'mean' });
});

test('equal scores all reach their cut, whatever the rounding of their mean', () => {
  const score = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(score, fc.integer({ min: 1, max: 40 }), (value, count) => {
      const scores = new Array<number>(count).fill(value);
      return scores.every((one) => reaches(one, dynamicCut(scores).cut) && reaches(one, meanCut(scores).cut));
    }),
  );
});

test('at the mean at least one score reaches the cut, always', () => {
  const score = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.array(score, { minLength: 1 }), (scores) => scores.some((one) => reaches(one, meanCut(scores).cut))),
  );
});
