import { expect, test } from 'vitest';
import { emphasiseAsRepo, extendAsRepo, filterAsRepo } from './repo-query.js';

test('the added word is not quoted', () => {
  expect(extendAsRepo('"Edric Poole" trade', 'salt works')).toBe('"Edric Poole" trade salt works');
});

test('a word of the query is taken out, any other one is appended with a minus', () => {
  expect(filterAsRepo('"Edric Poole"^2 trade', 'Edric Poole')).toBe(' trade');
  expect(filterAsRepo('"Edric Poole" trade', 'football')).toBe('"Edric Poole" trade -"football"');
});

test('the boost is escaped, so that it means nothing; a foreign word is put in front without one', () => {
  expect(emphasiseAsRepo('"Edric Poole" trade', 'Edric Poole')).toBe('"Edric\\ Poole"\\^2 trade');
  expect(emphasiseAsRepo('"Edric Poole" trade', 'pan')).toBe('"pan" "Edric Poole" trade');
});
