import { expect, test } from 'vitest';
import { checkedEmbedder } from './checked-embedder.js';

const { signal } = new AbortController();
const giving = (...vectors: number[][]) =>
  checkedEmbedder({
    name: 'own',
    dimensions: 2,
    embed: async () => vectors.map((vector) => Float32Array.from(vector)),
  }).embed(['one', 'two'], { signal });

test.each([
  ['too few', [[1, 0]], '1 vectors for 2 texts'],
  ['another length', [[1, 0], [1]], 'a vector of 1 numbers; its "dimensions" says 2'],
  [
    'no numbers',
    [
      [1, 0],
      [Number.NaN, 0],
    ],
    'a vector with NaN',
  ],
])('%s: the embedder is named, and what is wrong', async (_, vectors, says) => {
  await expect(giving(...vectors)).rejects.toThrow(`The embedder own gave ${says}`);
});

test('vectors as they should be pass', async () => {
  expect(await giving([1, 0], [0, 1])).toHaveLength(2);
});
