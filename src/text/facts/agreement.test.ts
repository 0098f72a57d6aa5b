import { expect, test } from 'vitest';
import { disagreements } from './agreement.js';

const kinds = (claim: string, span: string, context = '') =>
  disagreements(claim, { span, context }).map(({ kind, clashes }) => `${kind}${clashes ? ' clash' : ''}`);

const SOURCE = 'The Kestrel Bridge, 41 metres long, was opened on 3 May 1988 by Cordelia Amsinck.';

test('a paraphrase with shorter dates, other spellings of units and a resolved pronoun agrees', () => {
  expect(kinds('The 41 m Kestrel Bridge was opened in May 1988.', SOURCE)).toEqual([]);
  expect(kinds("Amsinck's speech opened the Kestrel Bridge.", SOURCE)).toEqual([]);
  expect(kinds('Cordelia Amsinck wrote nine novels.', 'She wrote nine novels.', 'Cordelia Amsinck')).toEqual([]);
});

test.each([
  ['The Kestrel Bridge is 43 metres long.', 'number clash'],
  ['The Kestrel Bridge is 41 kilometres long.', 'number clash'],
  ['The Kestrel Bridge was opened on 4 May 1988.', 'date clash'],
  ['The Kestrel Bridge was opened in 1989.', 'date clash'],
  ['The Kestrel Bridge was opened by Tobias Wrenfield.', 'name'],
  ['The Kestrel Bridge was not opened on 3 May 1988.', 'negation clash'],
  ['The Kestrel Bridge carries 12 trains.', 'number'],
])('%s -> %s', (claim, kind) => {
  expect(kinds(claim, SOURCE)).toContain(kind);
});

test('a quote must be in the words of the source, a short one or a title need not', () => {
  expect(kinds('She called it "the finest thing we ever built".', 'She called it “the finest thing we ever built”, and left.')).toEqual([]);
  expect(kinds('She called it "the worst thing we ever built".', 'She called it “the finest thing we ever built”.')).toEqual(['quote']);
});

test('a denial of something else is no contradiction', () => {
  expect(kinds('The Kestrel Bridge is 41 metres long.', 'The Kestrel Bridge is 41 metres long; the governor did not come.')).toEqual([]);
});

test('an exception denies what it names', () => {
  expect(kinds('Lamps are dimmed, but not on routes to the hospital.', 'Lamps are dimmed, except on the routes to the hospital.')).toEqual(
    [],
  );
  expect(kinds('They sail on Sundays, too.', 'They sail daily except on Sundays.')).toEqual(['negation clash']);
});

test('a denial needs something that denies in the source', () => {
  expect(kinds('Ada Holm has not directed the festival.', 'Ada Holm has been at its head since 2016.', 'festival')).toEqual(['negation']);
});

test('what is counted decides which number is meant', () => {
  expect(kinds('There were 6 wins.', 'There were 3 wins and 6 defeats.')).toEqual(['number clash']);
});

test.each([
  ['Die Brücke ist für Lastwagen nicht gesperrt.', 'Die Brücke ist für Lastwagen gesperrt.'],
  ["Le pont n'est pas fermé aux camions.", 'Le pont est fermé aux camions.'],
  ['El puente nunca fue cerrado a los camiones.', 'El puente fue cerrado a los camiones.'],
  ['Il ponte non è chiuso ai camion.', 'Il ponte è chiuso ai camion.'],
  ['A ponte não está fechada para camiões.', 'A ponte está fechada para camiões.'],
  ['De brug is niet gesloten voor vrachtwagens.', 'De brug is gesloten voor vrachtwagens.'],
])('a denial on one side alone clashes in other languages too: %s', (denied, stated) => {
  expect(kinds(denied, stated)).toEqual(['negation clash']);
  expect(kinds(stated, denied)).toEqual(['negation clash']);
  expect(kinds(denied, denied)).toEqual([]);
});
