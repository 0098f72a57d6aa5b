import { describe, expect, test } from 'vitest';
import { fakeModel, passage, question, testRun } from '../../testing/index.js';
import { atEnds } from './arrange.js';
import { chunkRagOptions } from './options.js';
import { cutAtThreshold, rerankChunks } from './threshold.js';

const scored = (...scores: number[]) => scores.map((score, at) => ({ ...passage(`d#${at}`, `text ${at}`), score }));
const asked = question('Who?');

async function cut(scores: readonly number[], given: object = {}, replies?: string[]) {
  const { run, events } = testRun();
  const model = replies && fakeModel(replies);
  const stage = cutAtThreshold({ models: model ? { small: model } : {} }, chunkRagOptions.parse(given));
  const kept = await stage({ question: asked, chunks: scored(...scores) }, run);
  return { ids: kept.map(({ id }) => id), events, model };
}

describe('the cut', () => {
  test('what reaches the mean stays, best first', async () => {
    const { ids, events } = await cut([0.1, 0.9, 0.2, 0.6]);
    expect(ids).toEqual(['d#1', 'd#3']);
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'scores',
        rule: 'mean',
        cut: expect.closeTo(0.45, 12),
        stage: 'cut-at-threshold',
      }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'dropped', id: 'd#0', score: 0.1, reason: 'scores 0.10, below 0.45' }),
    );
    expect(events).toContainEqual(expect.objectContaining({ type: 'kept', id: 'd#1', score: 0.9 }));
  });

  test('scores close together are cut higher, unless the mean alone is asked for', async () => {
    expect((await cut([0.7, 0.72, 0.73, 0.8])).ids).toEqual(['d#3']);
    expect((await cut([0.7, 0.72, 0.75, 0.8], { threshold: 'mean' })).ids).toEqual(['d#3', 'd#2']);
    expect((await cut([0.7, 0.72, 0.75, 0.8], { epsilon: 0 })).ids).toEqual(['d#3', 'd#2']);
  });

  test('the threshold that the model proposes', async () => {
    const { ids, model, events } = await cut([0.1, 0.9, 0.2], { threshold: 'model' }, ['{"threshold": 0.15}']);
    expect(ids).toEqual(['d#1', 'd#2']);
    expect(model?.requests[0]?.messages.at(-1)?.content).toContain('0.90, 0.20, 0.10');
    expect(events).toContainEqual(expect.objectContaining({ type: 'scores', rule: 'the model', cut: 0.15 }));
  });

  test('a proposal that cannot be read, or no model: the dynamic threshold', async () => {
    const unread = await cut([0.1, 0.9, 0.2], { threshold: 'model' }, ['high', 'higher']);
    expect(unread.ids).toEqual(['d#1']);
    expect(unread.events).toContainEqual(expect.objectContaining({ type: 'fallback', stage: 'cut-at-threshold' }));
    expect((await cut([0.1, 0.9, 0.2], { threshold: 'model' })).ids).toEqual(['d#1']);
  });

  test('at least one chunk stays, however high the cut, and that is recorded', async () => {
    const { ids, events } = await cut([0.1, 0.3, 0.2], { threshold: 'model' }, ['1']);
    expect(ids).toEqual(['d#1']);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'fallback', reason: '0 chunks reach 1.00; the best 1 are kept' }),
    );
    expect((await cut([0.1, 0.9, 0.2], { keepAtLeast: 2 })).ids).toEqual(['d#1', 'd#2']);
    expect((await cut([0.4, 0.4, 0.4])).ids).toEqual(['d#0', 'd#1', 'd#2']);
  });

  test('nothing stays nothing', async () => {
    expect((await cut([])).ids).toEqual([]);
  });
});

describe('reranking', () => {
  test('the reranker orders what is left and is asked only for chunks that it has not seen', async () => {
    const seen: string[] = [];
    const score = async (_: string, texts: readonly string[]) => {
      seen.push(...texts);
      return texts.map((text) => Number(text.at(-1)));
    };
    const chunks = scored(0.9, 0.8, 0.7).map((chunk, at) => (at === 1 ? { ...chunk, rerank: 7 } : chunk));
    const ordered = await rerankChunks<(typeof chunks)[number] & { rerank?: number }>({
      local: { reranker: { name: 'fake', score } },
    })({ query: '?', chunks }, testRun().run);
    expect(ordered.map(({ id, rerank }) => [id, rerank])).toEqual([
      ['d#1', 7],
      ['d#2', 2],
      ['d#0', 0],
    ]);
    expect(seen).toHaveLength(2);
  });

  test('without a reranker, or with one that fails, the order of the scores stays', async () => {
    const chunks = scored(0.9, 0.8);
    const reranker = { name: 'broken', score: () => Promise.reject(new Error('down')) };
    for (const local of [{}, { reranker }]) {
      expect((await rerankChunks({ local })({ query: '?', chunks }, testRun().run)).map(({ id }) => id)).toEqual([
        'd#0',
        'd#1',
      ]);
    }
  });

  test('against lost in the middle: the best stand at both ends', () => {
    expect(atEnds([1, 2, 3, 4, 5])).toEqual([1, 3, 5, 4, 2]);
    expect(atEnds([1, 2, 3, 4])).toEqual([1, 3, 4, 2]);
    expect(atEnds([])).toEqual([]);
  });
});
