import { expect, test } from 'vitest';
import { presumedBy } from './premise.js';

test.each([
  ['Why did the Kestrel Bridge close in 1990?', 'the Kestrel Bridge closed in 1990'],
  ['When did Ada Lind win the prize for the best salt?', 'Ada Lind won the prize for the best salt'],
  ['Where was the Ferry Hall built in 1902?', 'the Ferry Hall was built in 1902'],
  ['Which king had the Merewen Pan cast in the 1490s?', 'a king had the Merewen Pan cast in the 1490s'],
  ['Who is the wife of the bishop who built the abbey in 1200?', 'a bishop built the abbey in 1200'],
  ['How many people were hurt when the MV Orsolin hit the Nail in 2017?', 'the MV Orsolin hit the Nail in 2017'],
  [
    'Who captained the Quillhaven Anchors when they won the 2022 Sound Cup?',
    'the Quillhaven Anchors won the 2022 Sound Cup',
  ],
  ['How many crossings did the MV Orsolin make in 2015?', 'the MV Orsolin made crossings in 2015'],
])('"%s" presumes "%s"', (question, claim) => {
  expect(presumedBy(question)).toContain(claim);
});

test.each([
  'Did the Kestrel Bridge close in 1990?',
  'Why did the Kestrel Bridge not close in 1990?',
  'What is the fare to Port Ezra?',
  'How do I get to Ombray?',
  'Why did it close?',
  'Warum wurde die Brücke geschlossen?',
])('nothing is read into "%s"', (question) => {
  expect(presumedBy(question)).toEqual([]);
});
