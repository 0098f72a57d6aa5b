import { describe, expect, test } from 'vitest';
import { stem } from './porter.js';

const stems = (words: string): string => words.split(' ').map(stem).join(' ');

describe("Porter's rules, step by step, with the paper's examples", () => {
  test.each([
    ['plurals', 'caresses ponies caress cats', 'caress poni caress cat'],
    ['-eed', 'feed agreed', 'feed agre'],
    ['-ed and -ing', 'plastered bled motoring sing', 'plaster bled motor sing'],
    [
      'what they leave behind',
      'conflated troubled sized hopping tanned falling hissing fizzed failing filing',
      'conflat troubl size hop tan fall hiss fizz fail file',
    ],
    [
      'double endings',
      'relational conditional valenci digitizer conformabli radicalli vietnamization',
      'relat condit valenc digit conform radic vietnam',
    ],
    [
      'more of them',
      'feudalism decisiveness hopefulness callousness formaliti sensitiviti sensibiliti',
      'feudal decis hope callous formal sensit sensibl',
    ],
    [
      '-ic, -ful, -ness',
      'triplicate formative formalize electriciti electrical hopeful goodness',
      'triplic form formal electr electr hope good',
    ],
    [
      'long stems',
      'revival allowance inference airliner adjustable defensible irritant replacement adjustment',
      'reviv allow infer airlin adjust defens irrit replac adjust',
    ],
    ['-ion after s or t only', 'adoption revision legion', 'adopt revis legion'],
    ['final -e and -ll', 'probate rate cease controll roll', 'probat rate ceas control roll'],
  ])('%s', (_name, words, expected) => {
    expect(stems(words)).toBe(expected);
  });
});

describe("NLTK's own changes", () => {
  test.each([
    [
      'irregular words',
      'skies sky dying lying tying news innings outings cannings howe',
      'sky sky die lie tie news inning outing canning howe',
    ],
    ['-ceed stays', 'proceed exceed succeed', 'proceed exceed succeed'],
    ['short -ies and -ied keep their e', 'dies died ties tied flies denied spied', 'die die tie tie fli deni spi'],
    [
      'y after a vowel stays, after a consonant it does not need a vowel',
      'enjoy they spy happy say',
      'enjoy they spi happi say',
    ],
    ['a two-letter stem of vowel and consonant keeps its e', 'use used using ice age', 'use use use ice age'],
    ['-alli goes round again', 'additionally rationally', 'addit ration'],
    ['-fulli and -logi', 'hopefully geology trilogy', 'hope geolog trilog'],
    ['words of one or two letters stay', 'is as a', 'is as a'],
  ])('%s', (_name, words, expected) => {
    expect(stems(words)).toBe(expected);
  });
});

test('digits are consonants and survive', () => {
  expect(stems('1990s covid19 2024')).toBe('1990 covid19 2024');
});
