import { expect, test } from 'vitest';
import { affirmed } from './affirmed.js';

test.each([
  ['The Kestrel Bridge did not close in 1990.', 'The Kestrel Bridge closed in 1990.'],
  ['The hall wasn’t built in 1902.', 'The hall was built in 1902.'],
  ['Ada Lind never won the prize.', 'Ada Lind won the prize.'],
  ['The sources do not bear out that the bridge closed in 1990.', 'The bridge closed in 1990.'],
  ['There is no evidence that the bridge closed in 1990.', 'The bridge closed in 1990.'],
])('"%s" denies "%s"', (claim, statement) => {
  expect(affirmed(claim)).toBe(statement);
});

test.each([
  'The bridge closed in 1990.',
  'It did not rain, and the sun did not shine.',
  'No cars are allowed.',
  'He did not yodel in 1990.',
])('nothing for "%s"', (claim) => {
  expect(affirmed(claim)).toBeUndefined();
});
