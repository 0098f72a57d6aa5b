import { describe, expect, test } from 'vitest';
import { deniesPremise } from './premise/denied.js';
import { presumedBy } from './premise.js';

const claims = (question: string) => presumedBy(question).map(({ claim }) => claim);

test.each([
  ['Why did the Kestrel Bridge close in 1990?', 'the Kestrel Bridge closed in 1990'],
  ['When did Ada Lind win the prize for the best salt?', 'Ada Lind won the prize for the best salt'],
  ['Where was the Ferry Hall built in 1902?', 'the Ferry Hall was built in 1902'],
  ['Which king had the Merewen Pan cast in the 1490s?', 'a king had the Merewen Pan cast in the 1490s'],
  ['Who is the wife of the bishop who built the abbey in 1200?', 'a bishop built the abbey in 1200'],
  ['Which of the three lighthouses on Ombray is the oldest?', 'Ombray has three lighthouses'],
  ['How many people were hurt when the MV Orsolin hit the Nail in 2017?', 'the MV Orsolin hit the Nail in 2017'],
  ['Who captained the Quillhaven Anchors when they won the 2022 Sound Cup?', 'the Quillhaven Anchors won the 2022 Sound Cup'],
  ['How many crossings did the MV Orsolin make in 2015?', 'the MV Orsolin made crossings in 2015'],
])('"%s" presumes "%s"', (question, claim) => {
  expect(claims(question)).toContain(claim);
});

test.each([
  'Did the Kestrel Bridge close in 1990?',
  'Why did the Kestrel Bridge not close in 1990?',
  'What is the fare to Port Ezra?',
  'How do I get to Ombray?',
  'Why did it close?',
  'Warum wurde die Brücke geschlossen?',
])('nothing is read into "%s"', (question) => {
  expect(claims(question)).toEqual([]);
});

describe('denials', () => {
  const denies = (question: string, text: string, context: string) => deniesPremise(question, { text, context });

  test.each([
    ['When did the airport of Tovrick open?', 'There is no airport: a plan was put to the voters.', 'Tovrick'],
    ['Which sponsor pays for the Lanternfolk festival?', 'Lanternfolk has no sponsors.', 'About the festival'],
    [
      'Why was the Kestrel Bridge named after the kestrel bird?',
      'Contrary to what is said, the bridge is not named after the bird.',
      'Kestrel Bridge',
    ],
    ['Who headlined Lanternfolk in August 2023?', 'There will be no Lanternfolk in August 2023.', 'Lanternfolk headlines'],
    [
      'Why did Wrenfield accept a knighthood in 1935?',
      'He refused a knighthood in 1935 but accepted the freedom of the town.',
      'Tobias Wrenfield',
    ],
  ])('"%s" is denied by "%s"', (question, text, context) => {
    expect(denies(question, text, context)).toBe(true);
  });

  test.each([
    ['a question whether it is so', 'Is there an airport in Tovrick?', 'There is no airport.', 'Tovrick'],
    ['another place', 'When did the airport of Tovrick open?', 'There is no airport.', 'Quillhaven'],
    ['a part of it', 'When did the airport of Tovrick open?', 'The airport has no railway station.', 'Tovrick'],
    ['a condition', 'How do I enter the Tarred Garden?', 'You cannot enter the Tarred Garden without a ticket.', 'Tarred Garden'],
    ['a rule', 'Where do I light a fire in Tovrick?', 'You must not light a fire.', 'Tovrick'],
    ['what is no more', 'Who was the last keeper of Skerrow?', 'There is no keeper.', 'Skerrow'],
    ['what was offered', 'Who offered Wrenfield a knighthood?', 'He refused a knighthood.', 'Wrenfield'],
    ['what the question knows', 'Why is there no airport in Tovrick?', 'There is no airport.', 'Tovrick'],
  ])('not by %s', (_, question, text, context) => {
    expect(denies(question, text, context)).toBe(false);
  });
});
