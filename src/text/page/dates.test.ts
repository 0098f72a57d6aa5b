import { expect, test } from 'vitest';
import { dateOfSeconds, findDate, isDateLine } from './dates.js';

test.each([
  ['2024-03-02T10:11:12+02:00', '2024-03-02'],
  ['Updated March 2nd, 2024', '2024-03-02'],
  ['2 March 2024', '2024-03-02'],
  ['am 2. März 2024', '2024-03-02'],
  ['2 de marzo de 2024', '2024-03-02'],
  ['02.03.2024', '2024-03-02'],
  ['3/25/2024', '2024-03-25'],
  ['25/3/2024', '2024-03-25'],
  ['2024年3月2日', '2024-03-02'],
  ['20240302', '2024-03-02'],
])('%s is a date', (text, date) => expect(findDate(text)).toBe(date));

test.each(['03/04/2024', '2024-13-40', 'in 2024', 'Room 2 March hare 2024', '', '31 April'])('%s is none', (text) =>
  expect(findDate(text)).toBeUndefined(),
);

test('a line with other words is no date line', () => {
  expect(isDateLine('November 18, 2019 12:02 PM')).toBe(true);
  expect(isDateLine('Opened on 4 September 1934')).toBe(false);
});

test('seconds since 1970 become days', () => {
  expect(dateOfSeconds(0)).toBeUndefined();
  expect(dateOfSeconds(951_782_400)).toBe('2000-02-29');
  expect(dateOfSeconds(1_709_164_799)).toBe('2024-02-28');
});

test.each([
  ['12 марта 2019', '2019-03-12'],
  ['3. března 2019', '2019-03-03'],
  ['12 marca 2019 r.', '2019-03-12'],
  ['12. maaliskuuta 2019', '2019-03-12'],
  ['2019. március 12.', '2019-03-12'],
  ['12 Μαρτίου 2019', '2019-03-12'],
  ['1 грудня 2017', '2017-12-01'],
  ['12 яблок 2019', undefined],
])('%s is %s', (text, date) => expect(findDate(text)).toBe(date));
