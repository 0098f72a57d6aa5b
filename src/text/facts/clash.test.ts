import { describe, expect, test } from 'vitest';
import { clashOf } from './clash.js';

const clash = (claim: string, other: string, context = '') => clashOf({ text: claim, context }, { text: other, context });

describe('clashes', () => {
  test.each([
    ['number', 'The mayoral allowance is 58,500 pells a year.', 'The mayoral allowance is 52,000 pells a year.', '52,000'],
    [
      'number',
      'Adults 9 pells, students 6 pells, children under 14 free.',
      'Adults 7 pells, students 5 pells, children under 14 free.',
      '7',
    ],
    ['date', 'The Kestrel Bridge closed in 1990.', 'The Kestrel Bridge closed in 1988.', '1988'],
    ['date', 'It is closed on Tuesdays, on Christmas Day and on 2 February.', 'The museum is closed on Mondays.', 'Mondays'],
    [
      'name',
      'The Mayor of Tovrick is Ilse Karroway.',
      'The Mayor of Tovrick is Dagobert Finn, elected for the first time in May 2011.',
      'Dagobert Finn',
    ],
    ['negation', 'The tower is open to visitors.', 'The tower is not open to visitors.', 'not'],
  ])('%s: "%s" and "%s"', (kind, claim, other, known) => {
    expect(clash(claim, other, kind === 'date' ? 'Saltworks Museum' : '')).toMatchObject({ kind, known: expect.stringContaining(known) });
  });

  test('a name that the page has in its title need not be said again', () => {
    const found = clashOf(
      { text: 'The Kestrel Bridge closed in 1990.', context: '' },
      { text: 'It closed for good in 1988.', context: 'Kestrel Bridge' },
    );
    expect(found).toMatchObject({ kind: 'date', claimed: '1990', known: '1988' });
  });
});

describe('no clash', () => {
  test.each([
    ['the same figure in other words', 'The bridge is 41 m long.', 'The bridge is 41 metres long.'],
    ['another subject', 'The Kestrel Bridge closed in 1990.', 'The Orsolin Bridge closed in 1988.'],
    ['what can happen twice', 'The Greyfins won the Sound Cup in 1998.', 'The Greyfins won the Sound Cup in 2004.'],
    ['other people', 'A day ticket for adults costs 9 pells.', 'A day ticket for children costs 5 pells.'],
    ['another season', 'In summer the crossing takes 20 minutes.', 'In winter the crossing takes 35 minutes.'],
    ['a role that many have', 'Ada Lind lives in Tovrick.', 'Ben Sloe lives in Tovrick.'],
    ['room for both', 'More than 40 people were hurt in the fire.', 'In the fire 52 people were hurt.'],
    ['a denial of something else', 'The tower is open to visitors.', 'The café of the tower is not for visitors.'],
    ['a denial that corrects', 'The bridge did not open in 1990.', 'The bridge opened in 1988.'],
    ['another matter', 'The chain weighs 1.3 kilograms.', 'The Mayor receives residents on the first Monday.'],
  ])('%s', (_, claim, other) => {
    expect(clash(claim, other)).toBeUndefined();
    expect(clash(other, claim)).toBeUndefined();
  });
});
