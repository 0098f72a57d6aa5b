import { expect, test } from 'vitest';
import { countTerms, coverage, lexicalPool } from './lexical.js';

test('a text with a rare word of the query stands above one with a common word', () => {
  const { score, rarity } = lexicalPool(['the ferry sails', 'the ferry lands', 'the otter swims', 'the ferry waits']);
  const scores = score('ferry otter');
  expect(scores.indexOf(Math.max(...scores))).toBe(2);
  expect(rarity('otter')).toBeGreaterThan(rarity('ferri'));
});

test('a text without any word of the query scores nothing, and so does everything for an empty query', () => {
  expect(lexicalPool(['bridge', 'mill']).score('bridge')[1]).toBe(0);
  expect(lexicalPool(['bridge', 'mill']).score('')).toEqual([0, 0]);
  expect(lexicalPool([]).score('bridge')).toEqual([]);
});

test('of two texts with the same word the shorter scores higher, and repeating the query changes nothing', () => {
  const { score } = lexicalPool(['bridge', 'bridge and many other things that stand beside it in town']);
  const [short, long] = score('bridge');
  expect(short).toBeGreaterThan(long as number);
  expect(score('bridge bridge')).toEqual(score('bridge'));
});

test('coverage is the weighted share of wanted terms', () => {
  expect(coverage(['bridg', 'otter'], 'A bridge.')).toBe(0.5);
  expect(coverage(['bridg', 'otter'], 'A bridge.', (term) => (term === 'bridg' ? 3 : 1))).toBe(0.75);
  expect(coverage([], 'A bridge.')).toBe(0);
});

test('countTerms counts', () => {
  expect([...countTerms(['a', 'b', 'a'])]).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
});
