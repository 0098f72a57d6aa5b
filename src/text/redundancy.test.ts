import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byVectors, byWords, distinct, meanSimilarity } from './redundancy.js';

/** Unit vectors at these angles, in degrees. */
const at = (...degrees: number[]) =>
  byVectors(degrees.map((degree) => [Math.cos((degree * Math.PI) / 180), Math.sin((degree * Math.PI) / 180)]));

test('what is more like a better one than the threshold goes, and says which one it repeats', () => {
  const { kept, repeated } = distinct(4, at(0, 10, 90, 85), 0.9);
  expect(kept).toEqual([0, 2]);
  expect(repeated).toEqual([
    { at: 1, repeats: 0, similarity: expect.closeTo(0.9848, 4) },
    { at: 3, repeats: 2, similarity: expect.closeTo(0.9962, 4) },
  ]);
});

test('greedy: an item is compared with those that stay, not with those that went', () => {
  // 25 degrees are a cosine of 0.906, 50 degrees one of 0.643.
  expect(distinct(3, at(0, 25, 50), 0.9).kept).toEqual([0, 2]);
});

test('a similarity of exactly the threshold stays', () => {
  expect(distinct(2, () => 0.9, 0.9).kept).toEqual([0, 1]);
  expect(distinct(2, () => 0.9000001, 0.9).kept).toEqual([0]);
});

test('the first stays, nothing is lost or doubled, and no two that stay are above the threshold', () => {
  const angles = fc.array(fc.double({ min: 0, max: 360, noNaN: true }), { maxLength: 20 });
  fc.assert(
    fc.property(angles, fc.double({ min: 0, max: 1, noNaN: true }), (degrees, above) => {
      const similarity = at(...degrees);
      const { kept, repeated } = distinct(degrees.length, similarity, above);
      expect([...kept, ...repeated.map((one) => one.at)].sort((left, right) => left - right)).toEqual(
        degrees.map((_, place) => place),
      );
      if (degrees.length > 0) expect(kept[0]).toBe(0);
      for (const left of kept)
        for (const right of kept) if (left < right) expect(similarity(right, left)).toBeLessThanOrEqual(above);
    }),
  );
});

test('by words the same words in another order are a repetition, other words are not', () => {
  const similarity = byWords(['The bridge opened in 1888.', 'In 1888 the bridge opened.', 'Cake needs flour.', '...']);
  expect(distinct(4, similarity, 0.99).kept).toEqual([0, 2, 3]);
  expect(distinct(4, similarity, 0.5).kept).toEqual([0, 2, 3]);
  expect(similarity(0, 2)).toBe(0);
  expect(similarity(3, 3)).toBe(0); // no term, no likeness
});

test('the mean similarity is taken over pairs', () => {
  expect(meanSimilarity([0, 1, 2], at(0, 60, 90))).toBeCloseTo((0.5 + 0 + Math.cos(Math.PI / 6)) / 3, 10);
  expect(meanSimilarity([1], at(0, 60))).toBeNull();
});
