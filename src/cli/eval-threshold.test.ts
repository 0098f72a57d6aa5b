import { expect, test } from 'vitest';
import type { Summary } from '../lab/run/summary.js';
import { parseThreshold, thresholdFailures } from './eval-threshold.js';

const metrics = (mean: number | null) => ({ contains: { mean, low: mean, high: mean, n: mean === null ? 0 : 3 } });
const summary = {
  pipelines: {
    good: {
      metrics: metrics(0.8),
      byType: { single: { metrics: metrics(0.9) } },
      bySplit: { test: { metrics: metrics(0.7) } },
    },
    bad: { metrics: metrics(0.2), byType: { single: { metrics: metrics(null) } }, bySplit: {} },
  },
} as unknown as Summary;

test('names pipeline, metric, value and bound of every mean that is too low', () => {
  expect(thresholdFailures(summary, [parseThreshold('contains=0.5')])).toEqual(['bad: contains is 0.2000, below 0.5.']);
  expect(thresholdFailures(summary, [parseThreshold('contains=0.2')])).toEqual([]);
});

test('looks at a type or a split, and a mean that is not there does not pass', () => {
  expect(thresholdFailures(summary, [parseThreshold('contains@test=0.7')])).toEqual([
    expect.stringMatching(/^bad: contains@test is not there/),
  ]);
  expect(thresholdFailures(summary, [parseThreshold('contains@single=0')])).toEqual([
    expect.stringMatching(/^bad: .*no question has it/),
  ]);
});

test.each(['containz=0.5', 'contains', 'contains=', 'contains=high', '=0.5'])('"%s" is refused', (text) => {
  expect(() => parseThreshold(text)).toThrow();
});
