import { expect, test } from 'vitest';
import { calibration, excessArea, type GradedAnswer, riskCoverage } from './calibration.js';

const graded = (...pairs: readonly (readonly [number, 0 | 1])[]): GradedAnswer[] =>
  pairs.map(([confidence, right]) => ({ confidence, right: right === 1 }));

test('the calibration error is the gap between confidence and accuracy, weighted by the size of the bins', () => {
  // 0.9-1: 0.9, 0.94, 1 -> mean 0.9467, accuracy 2/3, gap 0.28; 0.2-0.3: 0.2, 0.3 is in the next; 0.2 wrong -> gap 0.2;
  // 0.3 right -> gap 0.7
  const items = graded([0.9, 1], [0.94, 0], [1, 1], [0.2, 0], [0.3, 1]);
  const { ece, bins } = calibration(items);
  expect(bins.map(({ count }) => count)).toEqual([1, 1, 3]);
  expect(bins[0]).toEqual({ from: 0.2, to: 0.3, count: 1, confidence: 0.2, accuracy: 0 });
  expect(bins[2]?.accuracy).toBeCloseTo(2 / 3);
  expect(ece).toBeCloseTo((0.84 / 3) * (3 / 5) + 0.2 / 5 + 0.7 / 5);
});

test('confidences of 0 and 1 belong to the first and the last bin', () => {
  expect(calibration(graded([0, 0], [1, 1]), 4).bins).toEqual([
    { from: 0, to: 0.25, count: 1, confidence: 0, accuracy: 0 },
    { from: 0.75, to: 1, count: 1, confidence: 1, accuracy: 1 },
  ]);
});

test('with one bin the calibration error is the gap of the means', () => {
  expect(calibration(graded([0.9, 1], [0.7, 0], [0.2, 0]), 1).ece).toBeCloseTo(0.6 - 1 / 3);
});

test('the Brier score is the mean squared distance', () => {
  expect(calibration(graded([0.9, 1], [0.6, 0])).brier).toBeCloseTo((0.01 + 0.36) / 2);
});

test('the most confident are answered first, and the area is the mean of the risks on the way', () => {
  const { points, area } = riskCoverage(graded([0.2, 0], [0.9, 1], [0.5, 1], [0.7, 0]));
  expect(points).toEqual([
    { coverage: 0.25, risk: 0, threshold: 0.9 },
    { coverage: 0.5, risk: 0.5, threshold: 0.7 },
    { coverage: 0.75, risk: 1 / 3, threshold: 0.5 },
    { coverage: 1, risk: 0.5, threshold: 0.2 },
  ]);
  expect(area).toBeCloseTo((0 + 1 / 2 + 1 / 3 + 1 / 2) / 4);
});

test('equal confidences are one step, so that the order of the items does not matter', () => {
  const items = graded([0.8, 1], [0.8, 0], [0.3, 0]);
  const { points, area } = riskCoverage(items);
  expect(points).toEqual([
    { coverage: 2 / 3, risk: 1 / 2, threshold: 0.8 },
    { coverage: 1, risk: 2 / 3, threshold: 0.3 },
  ]);
  expect(area).toBeCloseTo((2 / 3) * (1 / 2) + (1 / 3) * (2 / 3));
  expect(riskCoverage([...items].reverse())).toEqual({ points, area });
});

test('a confidence that says the same of all has the share of wrong answers as its area', () => {
  expect(riskCoverage(graded([0.5, 1], [0.5, 0], [0.5, 1], [0.5, 1])).area).toBe(0.25);
});

test('a perfect order has no excess, the worst has the most', () => {
  const best = graded([0.9, 1], [0.8, 1], [0.3, 0], [0.1, 0]);
  const worst = graded([0.1, 1], [0.3, 1], [0.8, 0], [0.9, 0]);
  expect(excessArea(best)).toBeCloseTo(0);
  // risks on the way: 1, 1, 2/3, 1/2; at best: 0, 0, 1/3, 1/2
  expect(excessArea(worst)).toBeCloseTo((1 + 1 + 2 / 3 - 1 / 3) / 4);
});

test('no items give no points and no figure that is not a number', () => {
  expect(riskCoverage([])).toEqual({ points: [], area: 0 });
  expect(calibration([])).toEqual({ ece: 0, brier: 0, bins: [] });
  expect(excessArea([])).toBe(0);
});
