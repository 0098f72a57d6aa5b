import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inOrder } from './in-order.js';

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test('results come in the order of the items, however long each takes, and no more are worked on than allowed', async () => {
  let [working, most] = [0, 0];
  const work = async (ms: number) => {
    working += 1;
    most = Math.max(most, working);
    await wait(ms);
    working -= 1;
    return ms;
  };
  const items = [30, 1, 20, 2, 10, 3];
  expect(await all(inOrder(items, work, 3))).toEqual(items);
  expect(most).toBe(3);
});

test('what fails is thrown when it is its turn, and those after it are not left unhandled', async () => {
  const seen: number[] = [];
  const work = async (item: number) => {
    if (item > 1) throw new Error(`item ${item}`);
    return item;
  };
  const reading = (async () => {
    for await (const item of inOrder([0, 1, 2, 3, 4], work, 4)) seen.push(item);
  })();
  await expect(reading).rejects.toThrow('item 2');
  expect(seen).toEqual([0, 1]);
});
