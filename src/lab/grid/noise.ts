/** How far scores of the same pipeline lie apart: what differences between points must exceed to mean anything. */
import { mean, spreadOf, sum } from '../../text/stats/moments.js';

export type Noise = {
  /** Groups of points that are the same pipeline, and the points in them. */
  readonly groups: number;
  readonly points: number;
  /** Between two points of a group, over all pairs. */
  readonly pairs: number;
  readonly meanDifference: number;
  readonly largestDifference: number;
  /**
   * Standard deviation of a point's score around its group's mean, pooled, with its degrees of freedom: the analysis'
   * "pure error".
   */
  readonly deviation: number;
  readonly df: number;
  /**
   * Two points that differ by less than this differ by what chance alone brings 95 times in 100: 1.96 times the
   * deviation of a difference.
   */
  readonly floor: number;
};

const TWO_SIDED_95 = 1.96;

export function noiseOf(groups: readonly (readonly number[])[]): Noise | null {
  const repeated = groups.filter(({ length }) => length > 1);
  if (repeated.length === 0) return null;
  const differences = repeated.flatMap((scores) =>
    scores.flatMap((first, at) => scores.slice(at + 1).map((second) => Math.abs(first - second))),
  );
  const squares = sum(repeated.map((scores) => scores.length * spreadOf(scores).deviation ** 2));
  const df = sum(repeated.map(({ length }) => length - 1));
  const deviation = Math.sqrt(squares / df);
  return {
    groups: repeated.length,
    points: repeated.flat().length,
    pairs: differences.length,
    meanDifference: mean(differences),
    largestDifference: Math.max(...differences),
    deviation,
    df,
    floor: TWO_SIDED_95 * Math.SQRT2 * deviation,
  };
}
