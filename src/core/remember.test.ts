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
