import { expect, test } from 'vitest';
import { WinnowError } from '../core/errors.js';
import { fallbacksOf } from '../core/trace.js';
import { testRun } from '../testing/index.js';
import { relevanceOf } from './relevance.js';
import { rerankLogits } from './rerank-logits.js';

const asked = { query: 'bridge', texts: ['The bridge.', 'Tea.'] };
const failing = (error: Error) => ({ reranker: { name: 'remote', score: () => Promise.reject(error) } });

test('gives the scores, and nothing without a reranker or a text', async () => {
  const reranker = { name: 'two', score: async () => [2, 1] };
  expect(await rerankLogits(asked, { reranker }, testRun().run)).toEqual([2, 1]);
  expect(await rerankLogits({ ...asked, texts: [] }, { reranker }, testRun().run)).toBeUndefined();
  expect(await rerankLogits(asked, {}, testRun().run)).toBeUndefined();
});

test('a reranker that fails is a fallback, also where relevance is judged; the end of the run is not', async () => {
  const { run, events } = testRun();
  expect(await rerankLogits(asked, failing(new Error('the server is down')), run)).toBeUndefined();
  expect(fallbacksOf(events)[0]?.reason).toBe('the reranker remote failed: the server is down');
  const scores = await relevanceOf(
    'bridge',
    asked.texts,
    { local: failing(new Error('down')), rerankTop: 2 },
    testRun().run,
  );
  expect(scores.map(({ rerank }) => rerank)).toEqual([undefined, undefined]);
  await expect(rerankLogits(asked, failing(new WinnowError('deadline', 'late')), testRun().run)).rejects.toThrow(
    'late',
  );
});
