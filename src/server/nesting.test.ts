import { expect, test } from 'vitest';
import { isNestedDeeper } from './nesting.js';

const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  ['[[[]]]', 3, false],
  ['[[[]]]', 2, true],
  ['{"a":{"b":[1]}}', 2, true],
  ['[[],[],[]]', 2, false],
  ['["[[[[", "\\"[[[["]', 1, false],
])('%s deeper than %d: %s', (json, most, isDeeper) => {
  expect(isNestedDeeper(bytes(json), most)).toBe(isDeeper);
});
