import { expect, test } from 'vitest';
import { figuresIn, supportByWords } from './support.js';

const passage = 'The bridge was opened in 1934 and cost 2.3 million pells; 41,000 litres of paint cover it.';

test('a sentence in the words of the passage is fully supported', () => {
  expect(supportByWords('The bridge cost 2.3 million pells.', passage)).toEqual({ share: 1, figuresAgree: true });
});

test('another figure is noticed though the words agree', () => {
  expect(supportByWords('The bridge was opened in 1935.', passage).figuresAgree).toBe(false);
  expect(supportByWords('It takes 41000 litres of paint.', passage).figuresAgree).toBe(true);
});

test('a sentence about something else has little share', () => {
  expect(supportByWords('Penguins juggle marmalade.', passage).share).toBe(0);
  expect(supportByWords('', passage)).toEqual({ share: 0, figuresAgree: true });
});

test('figuresIn joins thousands and keeps decimals', () => {
  expect(figuresIn('1,200.50 and 3.5, 7 in 1999.')).toEqual(['1200.50', '3.5', '7', '1999']);
});
