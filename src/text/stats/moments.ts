/** Sum, mean and spread of a list of numbers. */

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** 0 of nothing. */
export const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : sum(values) / values.length);

export const meanOrNull = (values: readonly number[]): number | null => (values.length === 0 ? null : mean(values));

export type Spread = { readonly mean: number; readonly deviation: number };

/** Mean and population deviation; 0 and 0 of nothing. */
export function spreadOf(values: readonly number[]): Spread {
  const middle = mean(values);
  return { mean: middle, deviation: Math.sqrt(mean(values.map((value) => (value - middle) ** 2))) };
}

/** How many deviations from the mean; 0 where all are the same. */
export const zScore = (value: number, { mean: middle, deviation }: Spread): number =>
  deviation === 0 ? 0 : (value - middle) / deviation;

export function zScores(values: readonly number[]): number[] {
  const spread = spreadOf(values);
  return values.map((value) => zScore(value, spread));
}
