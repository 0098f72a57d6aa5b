import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fuse, reciprocalRankFusion, weightedSum, zScoreSum } from './fuse.js';

const list = (...pairs: [string, number][]) => pairs.map(([id, score]) => ({ id, score }));

describe('reciprocalRankFusion', () => {
  test('adds 1 / (60 + rank), ranks from 1', () => {
    const fused = reciprocalRankFusion()([list(['a', 9], ['b', 8]), list(['b', 0.4], ['c', 0.3])]);
    expect(fused.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
    expect(fused[0]!.score).toBeCloseTo(1 / 62 + 1 / 61, 12);
    expect(fused[1]!.score).toBeCloseTo(1 / 61, 12);
  });

  test('orders equal scores by id', () => {
    expect(reciprocalRankFusion()([list(['z', 1]), list(['a', 1])]).map(({ id }) => id)).toEqual(['a', 'z']);
  });

  test('counts an item named twice in a list once, at its better rank', () => {
    expect(reciprocalRankFusion()([list(['a', 3], ['a', 2], ['b', 1])])).toEqual([
      { id: 'a', score: 1 / 61 },
      { id: 'b', score: 1 / 62 },
    ]);
  });

  test('weighs lists', () => {
    expect(reciprocalRankFusion({ weights: [1, 3] })([list(['a', 1]), list(['b', 1])])[0]!.id).toBe('b');
  });
});

describe('weightedSum', () => {
  test('halves each list after min-max scaling, as ChunkRAG does', () => {
    const fused = weightedSum()([list(['a', 10], ['b', 5], ['c', 0]), list(['c', 0.9], ['b', 0.8], ['a', 0.7])]);
    expect(Object.fromEntries(fused.map(({ id, score }) => [id, Number(score.toFixed(6))]))).toEqual({ a: 0.5, b: 0.5, c: 0.5 });
  });

  test('scales by the maximum when asked, so that the last item keeps its score', () => {
    const fused = weightedSum({ weights: [1], normalisation: 'max' })([list(['a', 10], ['b', 5])]);
    expect(fused).toEqual([
      { id: 'a', score: 1 },
      { id: 'b', score: 0.5 },
    ]);
  });

  test('gives a single item the full share', () => {
    expect(weightedSum()([list(['a', 3]), []])).toEqual([{ id: 'a', score: 0.5 }]);
  });
});

describe('zScoreSum', () => {
  test('puts an item missing from a list level with its last item', () => {
    const fused = zScoreSum()([list(['a', 2], ['b', 0]), list(['c', 2], ['d', 0])]);
    expect(fused.map(({ id, score }) => [id, score])).toEqual([
      ['a', 0],
      ['c', 0],
      ['b', -2],
      ['d', -2],
    ]);
  });
});

describe('every fusion', () => {
  const fusions: Record<string, Fuse> = { rrf: reciprocalRankFusion(), sum: weightedSum(), z: zScoreSum() };
  const ranked = fc.uniqueArray(fc.record({ id: fc.string({ maxLength: 3 }), score: fc.integer({ min: -50, max: 50 }) }), {
    selector: ({ id }) => id,
  });

  test.each(Object.entries(fusions))('%s returns every item once, best first, with finite scores', (_, fuse) => {
    fc.assert(
      fc.property(fc.array(ranked, { maxLength: 3 }), (lists) => {
        const best = lists.map((items) => items.toSorted((left, right) => right.score - left.score));
        const fused = fuse(best);
        expect(new Set(fused.map(({ id }) => id))).toEqual(new Set(lists.flat().map(({ id }) => id)));
        expect(fused.every(({ score }) => Number.isFinite(score))).toBe(true);
        fused.slice(1).forEach((item, at) => {
          expect(item.score).toBeLessThanOrEqual(fused[at]!.score);
        });
      }),
    );
  });
});
