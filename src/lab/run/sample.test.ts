import { expect, test } from 'vitest';
import { stratified } from './sample.js';

const rows = [...Array(60).keys()].map((at) => ({
  id: `${at}`,
  question: '?',
  answers: [],
  gold: [],
  type: at < 40 ? 'single' : at < 57 ? 'two-hop' : 'unanswerable',
}));
const typesOf = (size: number, seed = 0) => {
  const types = stratified(rows, size, seed).map(({ type }) => type);
  return ['single', 'two-hop', 'unanswerable'].map((type) => types.filter((own) => own === type).length);
};

test('each type has its share, none is left out while there are places, and the size is kept', () => {
  expect(typesOf(30)).toEqual([20, 9, 1]);
  expect(typesOf(10)).toEqual([6, 3, 1]);
  expect(typesOf(3)).toEqual([1, 1, 1]);
  expect(typesOf(2).reduce((sum, count) => sum + count)).toBe(2);
  for (let size = 1; size <= 60; size += 1) expect(stratified(rows, size, 0)).toHaveLength(size);
  expect(stratified(rows, 99, 0)).toBe(rows);
});

test('the same seed draws the same, another another, in the order of the file', () => {
  const ids = (seed: number) => stratified(rows, 20, seed).map(({ id }) => Number(id));
  expect(ids(1)).toEqual(ids(1));
  expect(ids(1)).not.toEqual(ids(2));
  expect(ids(1)).toEqual(ids(1).toSorted((one, other) => one - other));
});
