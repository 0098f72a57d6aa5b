import { expect, test } from 'vitest';
import { remember } from './remember.js';

test('finds once, and forgets what was not asked for longest', () => {
  const asked: string[] = [];
  const lengthOf = remember(2, (text) => {
    asked.push(text);
    return text.length;
  });
  expect(['a', 'bb', 'a', 'ccc', 'a', 'bb'].map(lengthOf)).toEqual([1, 2, 1, 3, 1, 2]);
  expect(asked).toEqual(['a', 'bb', 'ccc', 'bb']);
});

test('holds no more than so many characters, however many texts it may keep', () => {
  let times = 0;
  const count = remember(1000, () => {
    times += 1;
    return times;
  });
  const pages = Array.from({ length: 101 }, (_, at) => `${at} `.padEnd(50_000, 'x'));
  for (const page of [...pages, ...pages.slice(-10)]) count(page);
  expect(times).toBe(101);
  count(pages[0] as string);
  expect(times).toBe(102);
  expect([count('x'.repeat(50_001)), count('x'.repeat(50_001))]).toEqual([103, 104]);
});
