import { expect, test } from 'vitest';
import { passage, testRun } from '../../testing/index.js';
import { takeTurns, turnsWithin } from './take-turns.js';

const three = (id: string) => ({ ...passage(id, 'one two three'), score: 1 });

test('the first of each list, then the second of each, each once', () => {
  const lists = [[three('a#0'), three('a#1'), three('a#2')], [], [three('b#0'), three('a#1')]];
  expect(turnsWithin(lists, 1000).map(({ id }) => id)).toEqual(['a#0', 'b#0', 'a#1', 'a#2']);
});

test('the passage that would reach the limit ends it, but one is always kept', () => {
  const lists = [[three('a#0'), three('a#1'), three('a#2')]];
  expect(turnsWithin(lists, 7)).toHaveLength(2);
  expect(turnsWithin(lists, 6)).toHaveLength(1);
  expect(turnsWithin(lists, 2)).toHaveLength(1);
  expect(turnsWithin([], 2)).toEqual([]);
});

test('what does not fit is in the trace', async () => {
  const { run, events } = testRun();
  await takeTurns({ contextWords: 6 })([[three('a#0'), three('b#0')]], run);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'dropped', id: 'b#0', reason: 'the context is full', stage: 'take-turns' }),
  );
});
