import { expect, test } from 'vitest';
import { contrariesBetween, denialsIn } from './polarity.js';

test('finds what denies, and not what only looks so', () => {
  expect(denialsIn("It was not open. They didn't come, and no boat sailed.").map(({ word }) => word)).toEqual(['not', "didn't", 'no']);
  expect(denialsIn('Not only the bridge, but no fewer than nine boats, No. 5 among them, whether or not they sail.')).toEqual([]);
});

test('finds a word whose contrary the source has in its place', () => {
  expect(contrariesBetween('It is the oldest bridge.', 'It is the newest bridge.')).toEqual([{ claimed: 'oldest', known: 'newest' }]);
  expect(contrariesBetween('It opened before the war.', 'It opened after the war, before the flood.')).toEqual([]);
  expect(contrariesBetween('It opened before the war.', 'It opened during the war.')).toEqual([]);
});

test('where the source has both words, the word beside decides', () => {
  const source = 'On the first Friday there is music, on the last Sunday a market.';
  expect(contrariesBetween('There is music on the last Friday.', source)).toEqual([{ claimed: 'last', known: 'first' }]);
  expect(contrariesBetween('There is a market on the last Sunday.', source)).toEqual([]);
});
