import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLucene } from '../../text/lucene.js';
import { toLucene } from '../../text/lucene-print.js';
import { emphasise, extend, filter, type KeywordQuery, keywordsByRule, keywordsFrom, namePhrases } from './query.js';

const shown = (query: KeywordQuery) => toLucene({ type: 'group', clauses: query });
const base = keywordsFrom('What is the trade of Edric Poole?', '"Edric Poole" trade');

test('extend adds a quoted word, and none that is there', () => {
  expect(shown(extend(base, 'salt works'))).toBe('"Edric Poole" trade "salt works"');
  expect(extend(base, 'Trades')).toBe(base);
});

test('filter excludes a foreign word and takes out one of the query', () => {
  expect(shown(filter(base, 'football'))).toBe('"Edric Poole" trade -"football"');
  expect(shown(filter(base, 'trade'))).toBe('"Edric Poole"');
});

test('a query never loses its last word to a filter', () => {
  const single = keywordsFrom('trade', 'trade');
  expect(filter(single, 'trade').some(({ occur }) => occur !== 'not')).toBe(true);
});

test('emphasise raises the weight step by step, and brings in a word that is not there', () => {
  expect(shown(emphasise(base, 'Edric Poole'))).toBe('"Edric Poole"^2 trade');
  expect(shown(emphasise(emphasise(base, 'trade'), 'trade'))).toBe('"Edric Poole" trade^3');
  expect(shown(emphasise(base, 'ploughman'))).toBe('"ploughman"^2 "Edric Poole" trade');
});

test('keywords by rule hold every content word, and names of several words as phrases', () => {
  expect(shown(keywordsByRule('Where did Edric Poole find the lead pan?'))).toBe(
    '"Edric Poole" Edric Poole find lead pan',
  );
  expect(namePhrases('Who is the wife of Edric Poole (ploughman) of "The Sallow Times"?')).toEqual([
    'Edric Poole',
    'The Sallow Times',
  ]);
});

test('what a model writes is read as Lucene, and whatever name it lost is given back', () => {
  expect(shown(keywordsFrom('Who founded Ryse Foods?', 'founder^2 company'))).toBe('founder^2 company Ryse Foods');
});

test('every refinement of any words is a query that can be read again without a problem', () => {
  const words = fc.string({ minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(words, words, words, (one, two, three) => {
      const query = emphasise(filter(extend(keywordsByRule('Where is the Kestrel Bridge?'), one), two), three);
      expect(parseLucene(shown(query)).problems).toEqual([]);
    }),
  );
});
