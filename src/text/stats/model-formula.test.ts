import { expect, test } from 'vitest';
import { parseModel, termName } from './model-formula.js';

const names = (formula: string) => parseModel(formula).map(termName);

test('a star means the factors and all their interactions, main effects first', () => {
  expect(names('a*b*c + d*e')).toEqual(['a', 'b', 'c', 'd', 'e', 'a:b', 'a:c', 'b:c', 'd:e', 'a:b:c']);
});

test('a colon means the interaction alone; a term said twice counts once, in whatever order', () => {
  expect(names('a + b + a:b + b:a + a')).toEqual(['a', 'b', 'a:b']);
  expect(names('a*b:c')).toEqual(['a', 'b:c', 'a:b:c']);
  expect(names('a*a')).toEqual(['a']);
});

test('odd names stand in backticks', () => {
  expect(names('`first step` * x.y')).toEqual(['first step', 'x.y', 'first step:x.y']);
});

test.each(['', 'a +', '* a', 'a b', 'a ** b', 'a - b', 'a + (b)', '`a'])(
  '"%s" is refused with an example',
  (formula) => {
    expect(() => parseModel(formula)).toThrow(/cannot be read.*e\.g\./s);
  },
);
