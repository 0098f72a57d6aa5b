import { describe, expect, test } from 'vitest';
import { DEFAULT_FUSION, FUSIONS, fuseNamed, withReranker } from './retrieval.js';

const ids = (ranked: readonly { readonly id: string }[]) => ranked.map(({ id }) => id);

describe('fuseNamed', () => {
  /** Fifty passages by meaning, nearly alike; only the twentieth holds the word that was asked for. */
  const meaning = Array.from({ length: 50 }, (_, at) => ({ id: `p${at}`, score: 0.6 - at / 1000 }));

  test('the default puts the only passage with the very word first', () => {
    expect(ids(fuseNamed(DEFAULT_FUSION)([[{ id: 'p20', score: 9 }], meaning]))[0]).toBe('p20');
  });

  test.each(FUSIONS)('%s without any hit by words keeps the order by meaning', (fusion) => {
    expect(ids(fuseNamed(fusion)([[], meaning]))).toEqual(ids(meaning));
  });
});

describe('withReranker', () => {
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
