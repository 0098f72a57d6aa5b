import { expect, test } from 'vitest';
import { logUpperTailOfF } from './f-distribution.js';

const tail = (f: number, between: number, within: number) => Math.exp(logUpperTailOfF(f, { between, within }));

test.each([
  [1, 1, 1, 0.5],
  [201.69765537838114, 2, 77, 2.4453480298828685e-31],
  [0.2208979674545358, 1, 77, 0.6396849881037381],
  [125996.02984279838, 1, 77, 1.6343783335324094e-125],
  [250, 5, 1000, 2.83999e-173],
])('P(F > %f) with %d and %d degrees of freedom', (f, between, within, expected) => {
  expect(tail(f, between, within) / expected).toBeCloseTo(1, 4);
});

test('with two numerator degrees of freedom it is the closed form, (1 + 2f/n) to the power of -n/2', () => {
  for (const [f, within] of [
    [0.01, 4],
    [3, 10],
    [40, 200],
    [1e4, 6],
  ] as const)
    expect(logUpperTailOfF(f, { between: 2, within })).toBeCloseTo((-within / 2) * Math.log1p((2 * f) / within), 10);
});

test('a tail too small for a number still has a logarithm', () => {
  expect(logUpperTailOfF(1e6, { between: 2, within: 400 })).toBeCloseTo(-200 * Math.log1p(5000), 8);
});

test('nothing lies below zero', () => {
  expect(logUpperTailOfF(0, { between: 1, within: 5 })).toBe(0);
  expect(logUpperTailOfF(-1, { between: 1, within: 5 })).toBe(0);
});
