import { expect, test } from 'vitest';
import { compareQuantities, type Quantity, quantitiesIn } from './quantities.js';

const only = (text: string) => quantitiesIn(text)[0] as Quantity;
const compare = (known: string, claimed: string) => compareQuantities(only(known), only(claimed));

test.each([
  ['41 m', '41 metres'],
  ['41 metres long', '41-metre span'],
  ['41.3 m', '41 m'],
  ['1,234,567 people', '1.2 million people'],
  ['four towers', '4 towers'],
  ['two hundred and five pupils', '205 pupils'],
  ['twenty-one boats', '21 boats'],
  ['12 per cent', '12%'],
  ['12 percent', '12 per cent'],
  ['1.5 km', '1,500 metres'],
  ['41 pupils', 'about 40 pupils'],
  ['26.2 miles', '42 km'],
  ['$3 million', '3 million dollars'],
  ['heated to 140 ° F', '140°F'],
  ['the third bridge', 'the 3rd bridge'],
  ['30- to 45-minute sessions', '30 to 45 minutes'],
])('%s says %s', (known, claimed) => {
  expect(compare(known, claimed)).toBe('same');
});

test.each([
  ['41 m', '42 m'],
  ['41 m', '41 km'],
  ['41 pupils', '43 pupils'],
  ['1.2 million people', '1.4 million people'],
  ['12 per cent', '15 per cent'],
  ['1,234 people', '1,200 people'],
])('%s says something else than %s', (known, claimed) => {
  expect(compare(known, claimed)).toBe('other');
});

test.each([
  ['41 m', '42 pupils'],
  ['41 pupils', '42 boats'],
  ['the third bridge', '4 bridges'],
  ['5 kg', '6 metres'],
])('%s has nothing to do with %s', (known, claimed) => {
  expect(compare(known, claimed)).toBe('unrelated');
});

test('dates, names of things and pronouns are no quantities', () => {
  expect(quantitiesIn('It opened on 3 May 1988, and no one came.')).toEqual([]);
  expect(quantitiesIn('They use A4 paper and 3-D glasses.').filter(({ unit }) => unit)).toEqual([]);
});

test('offsets point at the figure and its unit', () => {
  const text = 'The span is about 1,250 metres.';
  const { start, end, value, isRough } = only(text);
  expect(text.slice(start, end)).toBe('1,250 metres');
  expect({ value, isRough }).toEqual({ value: 1250, isRough: true });
});

test.each([
  ['18,400 pairs', 'less than 18,000 pairs', 'other'],
  ['18,400 pairs', 'more than 18,000 pairs', 'same'],
  ['shorter than two metres', 'over 2 m', 'other'],
  ['3 pells', 'no more than 3 pells', 'same'],
])('%s against the bound of %s: %s', (known, claimed, match) => {
  expect(compare(known, claimed)).toBe(match);
});
