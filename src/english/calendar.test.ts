import { expect, test } from 'vitest';
import { momentsIn, saysMoment } from './calendar.js';

const says = (known: string, claimed: string) =>
  momentsIn(claimed).every((moment) => momentsIn(known).some((one) => saysMoment(one, moment)));

test.each([
  ['It opened on 3 May 1988.', 'It opened in May 1988.'],
  ['It opened on 3 May 1988.', 'It opened in 1988.'],
  ['It opened on May 3rd, 1988.', 'It opened on 3 May 1988.'],
  ['It opened on 1988-05-03.', 'It opened on 3 May 1988.'],
  ['It opened on 3 May 1988.', 'It opened in the 1980s.'],
  ['It opened on 3 May 1888.', 'It is a bridge of the 19th century.'],
  ['Feb 7, 2021', '7 February 2021'],
  ['the 1880s', 'the 19th century'],
])('"%s" says "%s"', (known, claimed) => {
  expect(momentsIn(claimed).length).toBeGreaterThan(0);
  expect(says(known, claimed)).toBe(true);
});

test.each([
  ['It opened on 3 May 1988.', 'It opened on 4 May 1988.'],
  ['It opened on 3 May 1988.', 'It opened in June 1988.'],
  ['It opened in May 1988.', 'It opened on 3 May 1988.'],
  ['It opened in 1988.', 'It opened in 1989.'],
  ['It opened in 1990.', 'It opened in the 1980s.'],
])('"%s" does not say "%s"', (known, claimed) => {
  expect(says(known, claimed)).toBe(false);
});

test('verbs, amounts and impossible days are no dates', () => {
  expect(momentsIn('It may march on. It cost $1988 and weighs 1500 metres of rope.')).toEqual([]);
  expect(momentsIn('on 45 May')).not.toContainEqual(expect.objectContaining({ day: 45 }));
});
