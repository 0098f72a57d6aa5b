import { expect, test } from 'vitest';
import { passage, question, testRun } from '../../testing/index.js';
import { rankPassages } from './rank.js';

test('the best for the question come first, each once, and what is dropped is recorded', async () => {
  const { run, events } = testRun();
  const passages = [
    passage('a#0', 'The ferry sails daily.'),
    passage('b#0', 'Ada Stone built the bridge.'),
    passage('a#0', 'The ferry sails daily.'),
  ];
  const kept = await rankPassages({ local: {}, keep: 1 })(
    { question: question('Who built the bridge?'), passages },
    run,
  );
  expect(kept.map(({ id }) => id)).toEqual(['b#0']);
  expect(events.filter(({ type }) => type === 'dropped')).toEqual([
    expect.objectContaining({ id: 'a#0', stage: 'rank-passages' }),
  ]);
});

test('the reranker has the last word, and its logit stays with the passage', async () => {
  const reranker = {
    name: 'backwards',
    score: async (_: string, texts: readonly string[]) => texts.map((text) => (/ferry/.test(text) ? 9 : -9)),
  };
  const passages = [
    passage('a#0', 'The ferry sails daily.'),
    passage('b#0', 'Ada Stone built the bridge.'),
    passage('c#0', 'Tea.'),
  ];
  const kept = await rankPassages({ local: { reranker }, keep: 3 })(
    { question: question('Who built it?'), passages },
    testRun().run,
  );
  expect(kept[0]).toMatchObject({ id: 'a#0', rerank: 9 });
});

test('nothing in, nothing out', async () => {
  expect(await rankPassages({ local: {}, keep: 3 })({ question: question('?'), passages: [] }, testRun().run)).toEqual(
    [],
  );
});
