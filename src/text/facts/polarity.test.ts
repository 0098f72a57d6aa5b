import { expect, test } from 'vitest';
import { contrariesBetween, denialsIn } from './polarity.js';

test('finds what denies, and not what only looks so', () => {
  expect(denialsIn("It was not open. They didn't come, and no boat sailed.").map(({ word }) => word)).toEqual(['not', "didn't", 'no']);
  expect(denialsIn('Not only the bridge, but no fewer than nine boats, No. 5 among them, whether or not they sail.')).toEqual([]);
});

test('finds a word whose contrary the source has in its place', () => {
  expect(contrariesBetween('It is the oldest bridge.', 'It is the newest bridge.')).toEqual([{ claimed: 'oldest', known: 'newest' }]);
  expect(contrariesBetween('It opened before the war.', 'It opened after the war, before the flood.')).toEqual([]);
  expect(contrariesBetween('It opened before the war.', 'It opened during the war.')).toEqual([]);
});

test('where the source has both words, the word beside decides', () => {
  const source = 'On the first Friday there is music, on the last Sunday a market.';
  expect(contrariesBetween('There is music on the last Friday.', source)).toEqual([{ claimed: 'last', known: 'first' }]);
  expect(contrariesBetween('There is a market on the last Sunday.', source)).toEqual([]);
});

test.each([
  ['Die Brücke ist für Lastwagen nicht gesperrt.', ['nicht']],
  ['Es gibt keine Fähre, und sie fährt nie.', ['keine', 'nie']],
  ["Le pont n'est pas fermé aux camions.", ["n'est pas"]],
  ['Les bacs ne sont jamais partis.', ['ne sont jamais']],
  ['Aucun bac ne part.', ['aucun']],
  ['El puente no está cerrado y nunca se cerró.', ['no', 'nunca']],
  ['Ningún barco sale.', ['ningún']],
  ['Il ponte non è chiuso ai camion.', ['non']],
  ['Il ponte non ha mai chiuso per la neve.', ['non ha mai']],
  ['A ponte não está fechada.', ['não']],
  ['De brug is niet gesloten, er is geen veer.', ['niet', 'geen']],
])('%s denies', (sentence, words) => {
  expect(denialsIn(sentence).map(({ word }) => word)).toEqual(words);
});

test.each([
  'Die Brücke ist nicht nur alt, sondern auch lang.',
  'De brug is niet alleen oud.',
  "Le pont n'est pas seulement vieux.",
  'A ponte não só é velha.',
  'A ponte fica no centro da cidade e foi aberta em 1888.',
  'The ambassador was declared persona non grata in Chiang Mai.',
  'A non-profit runs the ne plus ultra of ferries.',
  'Nicht-Mitglieder zahlen 4 Euro.',
])('%s denies nothing', (sentence) => {
  expect(denialsIn(sentence)).toEqual([]);
});
