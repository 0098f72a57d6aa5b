import { expect, test } from 'vitest';
import { isEmptyUnit, readableUnit } from './readable-unit.js';

const table =
  '| Bike | Half day | Day |\n| --- | --- | --- |\n| City bike | 9 pells | 14 pells |\n| Trike | | 32 pells |';

test('a table row is read with its column names, empty cells left out', () => {
  expect(readableUnit('| City bike | 9 pells | 14 pells |', table)).toBe(
    'Bike: City bike; Half day: 9 pells; Day: 14 pells.',
  );
  expect(readableUnit('| Trike | | 32 pells |', table)).toBe('Bike: Trike; Day: 32 pells.');
});

test('a fact box is read as label and value', () => {
  const box = '| Kestrel Bridge | |\n| --- | --- |\n| Opened | 1934 |';
  expect(readableUnit('| Opened | 1934 |', box)).toBe('Opened: 1934.');
});

test.each([
  ['- Bring a **lamp**', 'Bring a lamp.'],
  ['2. Pay at the [desk](https://a.example),', 'Pay at the desk.'],
  ['> It was cold!', 'It was cold!'],
  ['> It was\n> > cold and > 5 knots of wind.', 'It was cold and > 5 knots of wind.'],
  ['He said "no."', 'He said "no."'],
  ['two\n lines', 'two lines.'],
  ['  ', ''],
])('%j is read as %j', (unit, text) => {
  expect(readableUnit(unit, unit)).toBe(text);
});

test('table rules, headings and marks alone say nothing', () => {
  for (const unit of ['| --- | :-: |', '## Fares', '***', '']) expect(isEmptyUnit(unit)).toBe(true);
  expect(isEmptyUnit('| 9 pells |')).toBe(false);
});
