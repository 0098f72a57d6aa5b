import { expect, test } from 'vitest';
import { testRun } from '../testing/index.js';
import { mapConcurrent } from './concurrent.js';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('keeps the order and never has more than the limit under way', async () => {
  let [active, most] = [0, 0];
  const doubled = await mapConcurrent([5, 1, 4, 2, 3], { limit: 2, run: testRun().run }, async (value) => {
    most = Math.max(most, ++active);
    await pause(value);
    active -= 1;
    return value * 2;
  });
  expect(doubled).toEqual([10, 2, 8, 4, 6]);
  expect(most).toBe(2);
});

test('starts nothing more after a failure', async () => {
  const started: number[] = [];
  const work = mapConcurrent([1, 2, 3, 4], { limit: 1, run: testRun().run }, async (value) => {
    started.push(value);
    if (value === 2) throw new Error('broken');
  });
  await expect(work).rejects.toThrow('broken');
  expect(started).toEqual([1, 2]);
});
