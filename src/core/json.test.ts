import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extractJson } from './json.js';

test.each([
  ['plain', '[1, 2]', [1, 2]],
  ['fenced', '```json\n["a"]\n```', ['a']],
  ['prose around it', 'Sure! Here is the list: ["a", "b"]. Hope it helps.', ['a', 'b']],
  ['single quotes', "['how to tie', 'it\\'s done']", ['how to tie', "it's done"]],
  ['an apostrophe inside single quotes', "['St John's bridge']", ["St John's bridge"]],
  ['trailing commas', '{"keep": ["x",], "drop": [],}', { keep: ['x'], drop: [] }],
  ['unquoted keys', '{keep: ["x"], drop: []}', { keep: ['x'], drop: [] }],
  ['curly quotes', '[“a”]', ['a']],
  ['a cut-off end', '{"keep": ["x", "y"', { keep: ['x', 'y'] }],
  ['brackets inside strings', 'x ["a ] b", "c"] y', ['a ] b', 'c']],
])('reads %s', (_, text, value) => {
  expect(extractJson(text).at(-1)).toEqual(value);
});

test('gives every candidate in order, and forgets what was thought aloud', () => {
  expect(extractJson('Sources [1] and [3] agree. Answer: [1, 3]')).toEqual([[1], [3], [1, 3]]);
  expect(extractJson('The list [as asked]: ["a", "b"]')).toEqual([['a', 'b']]);
  expect(extractJson('<think>maybe [9]</think>[2]')).toEqual([[2]]);
});

test('takes linear time on endless rubbish', () => {
  expect(extractJson(`[${",'a".repeat(200_000)}`)).toEqual([]);
  expect(extractJson(`[${",'a".repeat(6_000)}`)).toEqual([]);
});

test('gives nothing for prose', () => {
  expect(extractJson('I would read the first two.')).toEqual([]);
});

test('reads back whatever JSON wrote, with prose around it, and never throws', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (list) => {
      expect(extractJson(`Result:\n${JSON.stringify(list)}`).at(-1)).toEqual(list);
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => void extractJson(text)));
});
