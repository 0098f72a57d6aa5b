/**
 * A mean with its 95 % interval, by the percentile bootstrap (Efron 1979): drawn again from the values, with
 * replacement.
 */
import { seededRandom } from '../random.js';
import { mean } from '../stats/moments.js';

export type MeanInterval = {
  /** `null`, like the limits, when no value was there. */
  readonly mean: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** How many values the mean is over. */
  readonly n: number;
  /** How many were left out because they were null, undefined or not finite. */
  readonly missing: number;
};

export type BootstrapOptions = {
  readonly seed?: number | string;
  readonly resamples?: number;
  readonly level?: number;
};

/** Efron and Tibshirani (An Introduction to the Bootstrap, 1993) advise 1,000 or more for percentiles. */
const RESAMPLES = 2000;

export function meanInterval(
  values: readonly (number | null | undefined)[],
  options: BootstrapOptions = {},
): MeanInterval {
  const { seed = 0, resamples = RESAMPLES, level = 0.95 } = options;
  const present = values.filter((value): value is number => Number.isFinite(value));
  const counts = { n: present.length, missing: values.length - present.length };
  if (present.length === 0) return { mean: null, low: null, high: null, ...counts };
  const means = resampledMeans(present, seededRandom(seed), resamples);
  return {
    mean: mean(present),
    low: quantile(means, (1 - level) / 2),
    high: quantile(means, (1 + level) / 2),
    ...counts,
  };
}

/** Sorted means of samples as large as the values. */
function resampledMeans(values: readonly number[], random: () => number, resamples: number): Float64Array {
  const means = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample += 1) {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw += 1) sum += values[Math.floor(random() * values.length)]!;
    means[resample] = sum / values.length;
  }
  return means.sort();
}

/** Linear between neighbours, as numpy does by default. */
function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)]!;
  const above = sorted[Math.ceil(place)]!;
  return below + (above - below) * (place - Math.floor(place));
}
