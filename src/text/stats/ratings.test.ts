import { describe, expect, test } from 'vitest';
import { bordaCounts, krippendorffAlpha } from './ratings.js';

describe("Krippendorff's alpha", () => {
  // Krippendorff, Computing Krippendorff's Alpha-Reliability (2011): four observers, twelve units, missing values.
  const observers = ['123321412...', '1233224125.3', '.3332342251.', '12332441251.'];
  const units = Array.from({ length: 12 }, (_, unit) =>
    observers.flatMap((line) => (line[unit] !== '.' ? [Number(line[unit])] : [])),
  );

  test.each([
    ['nominal', 0.743],
    ['ordinal', 0.815],
    ['interval', 0.849],
  ] as const)('agrees with the published example, %s: %s', (scale, alpha) => {
    expect(krippendorffAlpha(units, scale)).toBeCloseTo(alpha, 3);
  });

  test('is 1 where all agree, below 0 where they systematically do not, and nothing where nothing can be said', () => {
    expect(
      krippendorffAlpha([
        [0, 0],
        [1, 1],
        [2, 2],
      ]),
    ).toBe(1);
    expect(
      krippendorffAlpha([
        [0, 2],
        [2, 0],
        [0, 2],
      ]),
    ).toBeLessThan(0);
    expect(
      krippendorffAlpha([
        [1, 1],
        [1, 1],
      ]),
    ).toBeNull();
    expect(krippendorffAlpha([[0], [2]])).toBeNull();
  });
});

test('Borda counts give a point for each candidate below and half for each beside; the points of a ballot do not depend on its scores', () => {
  const ballots = [
    { a: 2, b: 1, c: 0 },
    { a: 1, b: 1, c: 2 },
  ];
  expect(bordaCounts(ballots, ['a', 'b', 'c'])).toEqual({ a: 2.5, b: 1.5, c: 2 });
});
