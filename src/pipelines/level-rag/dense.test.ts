import { expect, test } from 'vitest';
import { fakeModel, fakeRetriever, passage, question, testRun } from '../../testing/index.js';
import { denseSearcher } from './dense.js';
import { levelRagOptions } from './options.js';

const asked = { question: question('Who built it?'), atomic: 'Who built the Old Bridge?' };
const found = passage('https://a.example#0', 'The Old Bridge is old. Ada built it.');
const no = (text: string) => JSON.stringify({ enough: false, passage: text });

async function search(replies: readonly string[], options: Record<string, unknown> = {}) {
  const queries: string[] = [];
  const small = fakeModel(replies);
  const searcher = denseSearcher(
    { retriever: fakeRetriever([found], queries), models: replies.length > 0 ? { small } : {}, local: {} },
    levelRagOptions.parse(options),
  );
  return { result: await searcher(asked, testRun().run), queries, small };
}

test('three steps: the question, the question with a pseudo-document, the question with one made from what was found', async () => {
  const { queries, small, result } = await search([no('A mason built it.'), no('Ada built the bridge.')]);
  expect(queries).toEqual([asked.atomic, `${asked.atomic} A mason built it.`, `${asked.atomic} Ada built the bridge.`]);
  expect(small.requests).toHaveLength(2);
  expect(result.stopped).toBe('no pseudo-document is left');
});

test('stops as soon as the documents suffice', async () => {
  const { queries, result } = await search(['{"enough": true, "answer": "Ada"}']);
  expect(queries).toHaveLength(1);
  expect(result.finding).toEqual({ answer: 'Ada', summary: 'Ada' });
});

test('a finding whose words no passage holds is not believed: small models answer from memory', async () => {
  const { result } = await search(['{"enough": true, "answer": "Brunel", "passage": ""}']);
  expect(result.finding).toBeUndefined();
});

test('imagines nothing without a model, or where none is wanted', async () => {
  expect((await search([])).queries).toEqual([asked.atomic]);
  expect((await search([no('A mason built it.')], { pseudoDocuments: 0 })).queries).toEqual([asked.atomic]);
});
