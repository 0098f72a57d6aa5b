import { expect, test } from 'vitest';
import { parseExpression } from './expression.js';

const VALUES: Record<string, number> = { a: 2, b: 3, 'odd name': 5, 'x.y': 7 };
const value = (text: string) => parseExpression(text).evaluate((name) => VALUES[name] as number);

test.each([
  ['0.6*a + 0.4*b', 2.4],
  ['a - b - 1', -2],
  ['a + b * 2', 8],
  ['(a + b) * 2', 10],
  ['-a * -b', 6],
  ['a / b / 2', 2 / 3 / 2],
  ['`odd name` + x.y', 12],
  ['1e2 + .5', 100.5],
])('%s', (text, expected) => {
  expect(value(text)).toBeCloseTo(expected, 12);
});

test('names the columns it needs, each once', () => {
  expect(parseExpression('a*b + a').names).toEqual(['a', 'b']);
});

test.each(['', 'a +', 'a b', '(a', 'a)', '2 ^ a', 'process.exit()', 'a; b', '*a'])('"%s" is refused', (text) => {
  expect(() => parseExpression(text)).toThrow(/cannot be read/);
});
