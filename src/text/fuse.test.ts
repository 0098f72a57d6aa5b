import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Fuse,
  inTurns,
  reciprocalRankFusion,
  weightedSum,
  withReranker,
  withStandIns,
  zScoreSum,
} from './fuse.js';

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

describe('withStandIns', () => {
  const words = list(['new', 9], ['old', 8], ['other', 1]);
  const meaning = list(['old', 0.9], ['far', 0.5]);

  test('what has no vector yet stands by meaning where it stands by words', () => {
    const [, filled] = withStandIns([words, meaning], (id) => id === 'new');
    expect(filled).toEqual(list(['old', 0.9], ['new', 0.9], ['far', 0.5]));
    const [, past] = withStandIns([words, meaning], (id) => id === 'other');
    expect(past).toEqual(list(['old', 0.9], ['far', 0.5], ['other', 0.5]));
  });

  test('where nothing is found by meaning, words decide', () => {
    expect(withStandIns([words, []], () => true)).toEqual([words, []]);
  });
});

describe('weightedSum', () => {
  test('halves each list after min-max scaling, as ChunkRAG does', () => {
    const fused = weightedSum()([list(['a', 10], ['b', 5], ['c', 0]), list(['c', 0.9], ['b', 0.8], ['a', 0.7])]);
    expect(Object.fromEntries(fused.map(({ id, score }) => [id, Number(score.toFixed(6))]))).toEqual({
      a: 0.5,
      b: 0.5,
      c: 0.5,
    });
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

  const three = list(['a', 0.9], ['b', 0.8], ['c', 0.7]);

  test('the only item of a list gains from being in it', () => {
    const scores = zScoreSum()([list(['c', 7]), three]).map(({ id, score }) => [id, Number(score.toFixed(2))]);
    // 7, 0, 0 has the z-scores 1.41, -0.71, -0.71, and 0.7, 0.9, 0.8 has -1.22, 1.22, 0.
    expect(scores).toEqual([
      ['a', 0.52],
      ['c', 0.19],
      ['b', -0.71],
    ]);
  });

  test('a list shorter than the longest had nothing for what it lacks: that counts as 0, not as its last item', () => {
    const gap = (words: [string, number][]) => {
      const scores = Object.fromEntries(zScoreSum()([list(...words), three]).map(({ id, score }) => [id, score]));
      return (scores.b as number) - (scores.c as number);
    };
    expect(
      gap([
        ['a', 9],
        ['b', 8],
      ]),
    ).toBeGreaterThan(
      gap([
        ['a', 9],
        ['b', 1],
      ]) + 1,
    );
  });

  test('where all scores are the same, being in the list is what counts', () => {
    expect(zScoreSum()([list(['x', 1], ['y', 1]), list(['y', 2], ['z', 1])]).map(({ id }) => id)[0]).toBe('y');
    expect(zScoreSum()([list(['x', 3]), list(['x', 2])])).toEqual([{ id: 'x', score: 0 }]);
  });

  test('scores below 0 and empty lists are no exception', () => {
    expect(zScoreSum()([list(['a', -1], ['b', -3]), []]).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(zScoreSum()([])).toEqual([]);
  });
});

describe('every fusion', () => {
  const fusions: Record<string, Fuse> = { rrf: reciprocalRankFusion(), sum: weightedSum(), z: zScoreSum() };
  const ranked = fc.uniqueArray(
    fc.record({ id: fc.string({ maxLength: 3 }), score: fc.integer({ min: -50, max: 50 }) }),
    {
      selector: ({ id }) => id,
    },
  );

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

test('lists in turns: first of each, second of each, and short lists end early', () => {
  expect(inTurns([['a1', 'a2', 'a3'], ['b1'], [], ['c1', 'c2']])).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  expect(inTurns([])).toEqual([]);
});

describe('withReranker', () => {
  const ids = (ranked: readonly { readonly id: string }[]) => ranked.map(({ id }) => id);
  const hits = [
    { id: 'a', score: 3, text: 'first' },
    { id: 'b', score: 2, text: 'second' },
    { id: 'c', score: 1, text: 'third' },
    { id: 'd', score: 0, text: 'fourth' },
  ];

  test('joins its scores with those of the list, and what it did not look at stays below, in order', () => {
    const ranked = withReranker(hits, [-8, 5]);
    expect(ids(ranked)).toEqual(['a', 'b', 'c', 'd']);
    expect(ranked[0]?.score).toBe(ranked[1]?.score); // first of one list, last of the other: a tie, by id
    expect(ranked.slice(1).every(({ score }, at) => score <= ranked[at]!.score)).toBe(true);
    expect(ids(withReranker(hits, [-1, 5, 4]))).toEqual(['b', 'a', 'c', 'd']);
  });

  test('keeps everything else a hit carries, and does nothing to an empty list', () => {
    expect(withReranker(hits, [1, 9, 3, 2]).find(({ id }) => id === 'b')).toMatchObject({ text: 'second' });
    expect(withReranker([], [])).toEqual([]);
  });
});
