import { expect, test } from 'vitest';
import { CONFIDENCE_MODEL, type ConfidenceModel, confidenceOf } from './confidence.js';

const unweighted = { mean: 0, deviation: 1, weight: 0 };
const model: ConfidenceModel = {
  bias: 0.5,
  signals: {
    focus: unweighted,
    supported: unweighted,
    reading: { mean: 2, deviation: 4, weight: 1.5 },
    meaning: { mean: 0.5, deviation: 0.25, weight: 1 },
  },
};

test('signals count in deviations from their mean', () => {
  // 0.5 + 1.5 * (4 - 2) / 4 + 1 * (0.25 - 0.5) / 0.25 = 0.25
  expect(confidenceOf({ reading: 4, meaning: 0.25 }, model)).toBeCloseTo(1 / (1 + Math.exp(-0.25)));
});

test('a missing signal speaks neither for the answer nor against it', () => {
  const atMean = confidenceOf({ reading: 2, meaning: 0.75 }, model);
  expect(confidenceOf({ reading: null, meaning: 0.75 }, model)).toBe(atMean);
  expect(confidenceOf({ meaning: 0.75 }, model)).toBe(atMean);
});

test('every signal of the model speaks for an answer when it is high, and none decides alone', () => {
  const weights = Object.values(CONFIDENCE_MODEL.signals);
  expect(weights.length).toBeGreaterThan(3);
  for (const { weight, deviation } of weights) {
    expect(weight).toBeGreaterThan(0);
    expect(deviation).toBeGreaterThan(0);
  }
  const sum = weights.reduce((total, { weight }) => total + weight, 0);
  expect(Math.max(...weights.map(({ weight }) => weight))).toBeLessThan(sum);
});
