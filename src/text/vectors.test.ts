import { expect, test } from 'vitest';
import { cosine, dot, normalise } from './vectors.js';

test('cosine is 1 for the same direction, 0 across, and 0 where a vector has none', () => {
  expect(cosine([2, 0], [5, 0])).toBe(1);
  expect(cosine([1, 0], [0, 1])).toBe(0);
  expect(cosine([0, 0], [0, 1])).toBe(0);
});

test('normalise keeps the direction at length one and leaves zero alone', () => {
  expect(Array.from(normalise([3, 4]))).toEqual([Math.fround(0.6), Math.fround(0.8)]);
  expect(Array.from(normalise([0, 0]))).toEqual([0, 0]);
  expect(dot(normalise([3, 4]), normalise([3, 4]))).toBeCloseTo(1, 6);
});
