import { expect, test } from 'vitest';
import { answerOdds, LOWEST_ODDS, SURE_ODDS } from './answer-odds.js';

test('the odds rise with what reader and reranker say, and fall with the rank', () => {
  const odds = (answerable: number, rank = 0, rerank?: number) => answerOdds({ answerable, rank, rerank });
  expect(odds(0.9)).toBeGreaterThan(odds(0.5));
  expect(odds(0.9, 3)).toBeLessThan(odds(0.9));
  expect(odds(0.9, 0, 6)).toBeGreaterThan(odds(0.9, 0, -6));
  const counted = { answerable: 0.9, rank: 0, rerank: 2 };
  expect(answerOdds({ ...counted, lacksNumber: true })).toBeLessThan(answerOdds(counted));
  expect(odds(0.97, 0, 8)).toBeGreaterThan(SURE_ODDS);
  expect(odds(0.03, 2, -5)).toBeLessThan(LOWEST_ODDS);
  for (const answerable of [0, 1]) expect(odds(answerable)).toSatisfy((value: number) => value > 0 && value < 1);
});
