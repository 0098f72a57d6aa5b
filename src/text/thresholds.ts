/**
 * Where to cut a list of scores, from the scores themselves: ChunkRAG's dynamic threshold (arXiv:2410.19572, Algorithm
 * 1, lines 19 to 22).
 */
import { spreadOf } from './stats/moments.js';

export type CutRule = { readonly cut: number; readonly rule: 'mean' | 'mean + deviation' };

/** The paper names no epsilon. 0.01 is a deviation of 0.1 on a scale from 0 to 1. */
const EPSILON = 0.01;

/** Scores that lie close together are cut higher, so that only the best of them stay. */
export function dynamicCut(scores: readonly number[], epsilon = EPSILON): CutRule {
  const { mean, deviation } = spreadOf(scores);
  return deviation ** 2 < epsilon ? { cut: mean + deviation, rule: 'mean + deviation' } : { cut: mean, rule: 'mean' };
}

export function meanCut(scores: readonly number[]): CutRule {
  return { cut: spreadOf(scores).mean, rule: 'mean' };
}

/**
 * Sums of the same numbers in another order differ in their last digits; equal scores must not fall on both sides of
 * their own mean.
 */
const ROUNDING = 1e-9;

export function reaches(score: number, cut: number): boolean {
  return score >= cut - ROUNDING;
}
