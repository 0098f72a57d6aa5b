import { expect, test } from 'vitest';
import { rememberedVerifier } from './remembered-verifier.js';

test('a passage is read once for each claim, whatever it is asked with', async () => {
  const read: string[][] = [];
  const verifier = rememberedVerifier({
    name: 'scripted',
    entail: async (claim, passages) => {
      read.push([claim, ...passages]);
      return passages.map(({ length }) => ({ supported: length, contradicted: 0 }));
    },
  });
  const entail = async (claim: string, ...passages: string[]) =>
    (await verifier.entail(claim, passages, { signal: new AbortController().signal })).map(
      ({ supported }) => supported,
    );
  expect(await entail('a', 'one', 'three')).toEqual([3, 5]);
  expect(await entail('a', 'three', 'four', 'one')).toEqual([5, 4, 3]);
  expect(await entail('a', 'four')).toEqual([4]);
  expect(await entail('b', 'four')).toEqual([4]);
  expect(read).toEqual([
    ['a', 'one', 'three'],
    ['a', 'four'],
    ['b', 'four'],
  ]);
});

test('what failed is read again, and the same passage twice in one call is read once', async () => {
  let calls = 0;
  const verifier = rememberedVerifier({
    name: 'scripted',
    entail: async (_claim, passages) => {
      calls += 1;
      if (calls === 1) throw new Error('the process ended');
      return passages.map(() => ({ supported: passages.length, contradicted: 0 }));
    },
  });
  const entail = () => verifier.entail('a', ['one', 'one'], { signal: new AbortController().signal });
  await expect(entail()).rejects.toThrow('the process ended');
  expect(await entail()).toEqual([1, 1].map((supported) => ({ supported, contradicted: 0 })));
});
