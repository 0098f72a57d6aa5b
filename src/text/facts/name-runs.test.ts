import { expect, test } from 'vitest';
import { isSameName, nameRunsIn } from './name-runs.js';

const names = (text: string): string[] => nameRunsIn(text).map(({ name }) => name);

test('leaves out words that open a sentence, days and months', () => {
  expect(names('In May 2023 the Salt Church opened on Fridays.')).toEqual(['Salt Church']);
  expect(names('Born on Hathe, she left.')).toEqual(['Hathe']);
});

test('takes "of" into a name of one word, and cuts it off a longer name and a title', () => {
  expect(names('The Treaty of Quillhaven was signed.')).toEqual(['Treaty of Quillhaven']);
  expect(names('Ignatius Bellweather of The Ninth Pan, the Mayor of Tovrick.')).toEqual([
    'Ignatius Bellweather',
    'Ninth Pan',
    'Mayor',
    'Tovrick',
  ]);
});

test('places count in the text', () => {
  const text = "At noon Ada Holm's dog barked.";
  for (const { name, start, end } of nameRunsIn(text)) expect(text.slice(start, end)).toBe(name);
});

test('a part of a name stands for it, another first name does not', () => {
  expect(isSameName('Wrenfield', 'Tobias Wrenfield')).toBe(true);
  expect(isSameName('Tobias', 'Tobias Wrenfield')).toBe(true);
  expect(isSameName('Greta Pellow', 'Maud Pellow')).toBe(false);
});
