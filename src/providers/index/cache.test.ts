import { expect, test } from 'vitest';
import { byteCache } from './cache.js';

test('loads once while there is room, and keeps what is in use when there is none', () => {
  const loads: string[] = [];
  const cache = byteCache(80);
  const load = (key: string) => {
    loads.push(key);
    return Uint32Array.of(1, 2, 3, 4);
  };
  const get = (key: string) => cache.get(key, () => load(key));
  get('a');
  get('a');
  expect(loads).toEqual(['a']);
  for (const key of ['b', 'a', 'c', 'a', 'd', 'a', 'e', 'a']) get(key);
  expect(loads.filter((key) => key === 'a')).toEqual(['a']);
  get('b');
  expect(loads.filter((key) => key === 'b').length).toBe(2);
});
