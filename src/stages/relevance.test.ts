import { expect, test } from 'vitest';
import type { Embedder, Reranker } from '../core/ports.js';
import { testRun } from '../testing/index.js';
import { zScores } from '../text/stats/moments.js';
import { relevanceOf } from './relevance.js';

const texts = ['The ferry sails at noon.', 'The bridge opened in 1888.', 'Cake and tea.'];
const best = (scores: readonly { score: number }[]) =>
  scores.map(({ score }) => score).indexOf(Math.max(...scores.map(({ score }) => score)));

test('by words alone the text with the words of the question is best', async () => {
  const scores = await relevanceOf('When did the bridge open?', texts, { local: {}, rerankTop: 5 }, testRun().run);
  expect(best(scores)).toBe(1);
  expect(scores[0]).not.toHaveProperty('cosine');
});

test('meaning decides where words do not', async () => {
  const embedder: Embedder = {
    name: 'e',
    dimensions: 2,
    embed: async (all) => all.map((text) => Float32Array.from(/boat|ferry/.test(text) ? [1, 0] : [0, 1])),
  };
  const scores = await relevanceOf('boat', texts, { local: { embedder }, rerankTop: 0 }, testRun().run);
  expect(best(scores)).toBe(0);
  expect(scores.map(({ cosine }) => cosine)).toEqual([1, 0, 0]);
});

test('the reranker sees the best few alone, and what it did not see stands below', async () => {
  const seen: string[] = [];
  const reranker: Reranker = {
    name: 'r',
    score: async (_, shown) => {
      seen.push(...shown);
      return shown.map((text) => (text.includes('ferry') ? 5 : -5));
    },
  };
  const scores = await relevanceOf('bridge ferry 1888', texts, { local: { reranker }, rerankTop: 2 }, testRun().run);
  expect(new Set(seen)).toEqual(new Set([texts[0], texts[1]]));
  expect(best(scores)).toBe(0);
  expect(scores[2]).not.toHaveProperty('rerank');
  expect(scores[2]?.score).toBeLessThan(Math.min(scores[0]?.score as number, scores[1]?.score as number));
});

test('nothing to judge gives nothing; equal values have no z-score', async () => {
  expect(await relevanceOf('bridge', [], { local: {}, rerankTop: 5 }, testRun().run)).toEqual([]);
  expect(zScores([2, 2])).toEqual([0, 0]);
  expect(zScores([1, 3])).toEqual([-1, 1]);
});
