import { expect, test } from 'vitest';
import type { Claim, Result } from '../core/data.js';
import { markedAnswer } from './marked-answer.js';

const text = 'It is 41 m long. It opened in 1888. Nice!\n';
const claim = (said: string, more: Partial<Claim>): Claim => {
  const start = text.indexOf(said);
  return { text: said, start, end: start + said.length, sources: [], ...more };
};
const result: Pick<Result, 'answer' | 'sources'> = {
  answer: {
    status: 'answered',
    text,
    claims: [
      claim('It is 41 m long.', { verdict: 'supported', sources: [2, 1] }),
      claim('It opened in 1888.', { verdict: 'unsupported' }),
      claim('Nice!', {}),
    ],
  },
  sources: [
    { n: 1, url: 'https://a.example/Bridge_(old) x', title: 'Bridge', passages: [] },
    { n: 2, url: 'file:///b.md', title: 'B', passages: [] },
  ],
};

test('marks stand after the sentences, and every citation points at its sentence in the marked text', () => {
  const marked = markedAnswer(result, 'numbers');
  expect(marked.text).toBe('It is 41 m long. [2][1] It opened in 1888. [no source] Nice!\n');
  expect(marked.pieces.join('')).toBe(marked.text);
  expect(marked.citations.map(({ n, start, end }) => [n, marked.text.slice(start, end)])).toEqual([
    [2, 'It is 41 m long.'],
    [1, 'It is 41 m long.'],
  ]);
});

test('links lead to web pages only, and nothing in an address ends them', () => {
  expect(markedAnswer(result, 'links').text).toContain('long. [2][[1]](https://a.example/Bridge_%28old%29%20x) It');
});

test('without marks the text is the answer’s; an abstention is never marked', () => {
  expect(markedAnswer(result, 'none').text).toBe(text);
  expect(markedAnswer({ ...result, answer: { ...result.answer, status: 'abstained' } }, 'numbers').text).toBe(text);
});
