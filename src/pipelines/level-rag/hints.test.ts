import { expect, test } from 'vitest';
import { passage } from '../../testing/index.js';
import { hintsByRule, mayAnswer } from './hints.js';

const titled = (title: string, text: string) => {
  const made = passage(`https://${title.replaceAll(' ', '-')}.example#0`, text);
  return { ...made, source: { ...made.source, title } };
};

const main = 'What share of the edits of the Sallow Encyclopaedia comes from the country where Quillhaven is?';
const atomic = 'What share comes from Pellandine?';
const found = [
  titled('Football clubs', 'Shares of a football club were sold.'),
  titled('Football fans', 'A fan holds a share.'),
  titled('Pellandine', 'Pellandine is an island province.'),
];

test('what the whole question names and its part does not is added first', () => {
  expect(hintsByRule({ main, atomic, passages: found, tried: new Set() }).add[0]).toBe('Sallow Encyclopaedia');
  expect(hintsByRule({ main, atomic, passages: found, tried: new Set(['Sallow Encyclopaedia']) }).add[0]).toBe(
    'Quillhaven',
  );
});

test('the word that titles of pages without any name share is excluded', () => {
  expect(hintsByRule({ main, atomic, passages: found, tried: new Set() }).exclude).toBe('Football');
});

test('the word that the results have overlooked is emphasised', () => {
  const passages = [titled('A', 'Pellandine comes first.'), titled('B', 'Pellandine comes last.')];
  expect(hintsByRule({ main, atomic, passages, tried: new Set() }).emphasise).toBe('share');
});

test('no model needs to be asked about passages that share no name with the question', () => {
  expect(mayAnswer(atomic, found)).toBe(true);
  expect(mayAnswer(atomic, found.slice(0, 2))).toBe(false);
  expect(mayAnswer('what share comes from there?', found.slice(0, 2))).toBe(true);
  expect(mayAnswer(atomic, [])).toBe(false);
});
