import { expect, test } from 'vitest';
import { nameInstead } from './name-slots.js';

const evidence = { context: '', span: 'The race of 2021 was won in Paris by Egan Bernal, the youngest rider.' };

test('names who stands in the place of the one of whom the claim speaks', () => {
  expect(nameInstead('Ada Holm won the race in Paris.', 'Ada', evidence)).toBe('Egan Bernal');
});

test('says nothing where the stretch does not say the rest, or has a part of the name', () => {
  expect(nameInstead('Ada Holm wrote a novel about whales.', 'Ada', evidence)).toBeUndefined();
  expect(nameInstead('Ada Bernal won the race in Paris.', 'Ada', evidence)).toBeUndefined();
});

test('a name that is not the subject may be known to the reader', () => {
  expect(nameInstead('Egan Bernal won the race in Paris for Ada Holm.', 'Ada', evidence)).toBeUndefined();
});
