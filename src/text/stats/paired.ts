/**
 * Two systems on the same questions: who won how often, how far apart they are, and how likely that is chance.
 * Differences are second minus first.
 */

import { meanInterval } from '../metrics/bootstrap.js';
import { seededRandom } from '../random.js';
import { sum } from './moments.js';

export type PairedTest = {
  readonly n: number;
  /** How often the second was better, equal, worse. */
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  readonly first: number;
  readonly second: number;
  /** Mean difference with its 95 % bootstrap interval over questions. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** Two-sided permutation test: how often signs thrown at random give a mean difference as large. */
  readonly p: number;
};

export type PairedOptions = { readonly seed?: number | string; readonly permutations?: number };

/** The smallest p-value is then 1 in 10,001. */
const PERMUTATIONS = 10_000;
/** So few differences have few enough signs to try them all. */
const EXACT_UP_TO = 13;
/** Scores such as 0.1 + 0.2 differ in their last digit without being different. */
const EQUAL = 1e-12;

export function pairedTest(
  pairs: readonly (readonly [first: number, second: number])[],
  options: PairedOptions = {},
): PairedTest {
  const { seed = 0, permutations = PERMUTATIONS } = options;
  const differences = pairs.map(([first, second]) => (Math.abs(second - first) < EQUAL ? 0 : second - first));
  const { mean, low, high } = meanInterval(differences, { seed });
  const average = (side: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length;
  const nonzero = differences.filter((difference) => difference !== 0);
  return {
    n: pairs.length,
    wins: nonzero.filter((difference) => difference > 0).length,
    ties: differences.length - nonzero.length,
    losses: nonzero.filter((difference) => difference < 0).length,
    first: average(0),
    second: average(1),
    difference: mean ?? Number.NaN,
    low: low ?? Number.NaN,
    high: high ?? Number.NaN,
    p:
      nonzero.length <= EXACT_UP_TO
        ? exactP(nonzero)
        : sampledP(nonzero, { random: seededRandom(`signs ${seed}`), permutations }),
  };
}

/** Over all ways to set the signs. Ties change no sum, so they need no sign. */
function exactP(differences: readonly number[]): number {
  const observed = Math.abs(sum(differences)) - EQUAL;
  let [extreme, all] = [0, 0];
  for (let signs = 0; signs < 2 ** differences.length; signs += 1, all += 1) {
    const total = differences.reduce(
      (soFar, difference, at) => soFar + (signs & (1 << at) ? -difference : difference),
      0,
    );
    if (Math.abs(total) >= observed) extreme += 1;
  }
  return extreme / all;
}

/** The observed signs count as one of the draws (Phipson and Smyth 2010), so that p is never 0. */
function sampledP(
  differences: readonly number[],
  { random, permutations }: { random: () => number; permutations: number },
): number {
  const observed = Math.abs(sum(differences)) - EQUAL;
  let extreme = 1;
  for (let draw = 0; draw < permutations; draw += 1) {
    let total = 0;
    for (const difference of differences) total += random() < 0.5 ? difference : -difference;
    if (Math.abs(total) >= observed) extreme += 1;
  }
  return extreme / (permutations + 1);
}

/** Holm's step-down correction (1979): p-values that may be read side by side, in the given order. */
export function holm(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).sort((left, right) => values[left]! - values[right]!);
  const corrected = new Array<number>(values.length);
  let highest = 0;
  order.forEach((at, rank) => {
    highest = Math.min(1, Math.max(highest, values[at]! * (values.length - rank)));
    corrected[at] = highest;
  });
  return corrected;
}
