import { describe, expect, test } from 'vitest';
import { DEFAULT_FUSION, FUSIONS, fuseNamed } from './retrieval.js';

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
