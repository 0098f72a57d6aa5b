import { expect, test } from 'vitest';
import { terms } from './terms.js';
import { withoutTypos } from './typos.js';

const TEXTS = ['The washing machine was bought in 2021.', 'Sausages are sold at the market.'];

test.each([
  ['When was the washing mashine bought?', 'When was the washing machine bought?'],
  ['When was the wahsing machine bought?', 'When was the washing machine bought?'],
  ['Who bakes bread?', 'Who bakes bread?'],
  ['Is Marker sold?', 'Is Marker sold?'],
  ['When were the machines bought?', 'When were the machines bought?'],
])('%s -> %s', (question, mended) => {
  expect(withoutTypos(question, TEXTS, new Set(TEXTS.flatMap((text) => terms(text))))).toBe(mended);
});
