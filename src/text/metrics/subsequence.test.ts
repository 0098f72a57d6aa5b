import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longestCommonSubsequence } from './subsequence.js';

/** The textbook table, to compare with. */
function byTable(first: readonly string[], second: readonly string[]): number {
  const table = [Array<number>(second.length + 1).fill(0)];
  for (const left of first) {
    const above = table.at(-1)!;
    const row = [0];
    second.forEach((right, index) => {
      row.push(left === right ? above[index]! + 1 : Math.max(above[index + 1]!, row[index]!));
    });
    table.push(row);
  }
  return table.at(-1)!.at(-1)!;
}

const tokens = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 150 });

test('equals the table for lists of all lengths, on both sides of 32 and 64', () => {
  fc.assert(
    fc.property(tokens, tokens, (first, second) => longestCommonSubsequence(first, second) === byTable(first, second)),
  );
});

test('does not depend on the order of the arguments', () => {
  fc.assert(
    fc.property(
      tokens,
      tokens,
      (first, second) => longestCommonSubsequence(first, second) === longestCommonSubsequence(second, first),
    ),
  );
});

test.each([31, 32, 33, 64, 65])('a list of %i tokens is its own longest subsequence', (length) => {
  const list = Array.from({ length }, (_, index) => `t${index}`);
  expect(longestCommonSubsequence(list, list)).toBe(length);
  expect(longestCommonSubsequence(list, list.toReversed())).toBe(1);
});

test('texts of 20,000 words, where a table would have 400 million cells', () => {
  const list = Array.from({ length: 20_000 }, (_, index) => `t${(index * 7919) % 997}`);
  expect(longestCommonSubsequence(list, ['x', ...list, 'y'])).toBe(20_000);
});

test('an empty list shares nothing', () => {
  expect(longestCommonSubsequence([], ['a'])).toBe(0);
  expect(longestCommonSubsequence(['a'], [])).toBe(0);
});
