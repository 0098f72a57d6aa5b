import { expect, test } from 'vitest';
import { WinnowError } from '../core/errors.js';
import type { Retriever } from '../core/ports.js';
import { fallbacksOf, funnelOf, pagesOf } from '../core/trace.js';
import { fakeRetriever, passage, testRun } from '../testing/index.js';
import { retrievePassages } from './retrieve-passages.js';

const passages = [
  passage('https://a.example#0', 'One.'),
  passage('https://a.example#1', 'Two.'),
  passage('https://b.example#0', 'Three.'),
];
const search = (query: string) => ({ query, mode: 'hybrid' as const, limit: 10 });

test('gives one list per query, and counts every passage and every page once', async () => {
  const { run, events } = testRun();
  const lists = await retrievePassages({ retriever: fakeRetriever(passages) })([search('one'), search('two')], run);
  expect(lists.map((list) => list.map(({ id }) => id))).toEqual([
    passages.map(({ id }) => id),
    passages.map(({ id }) => id),
  ]);
  expect(funnelOf(events)).toMatchObject({ queries: 2, hits: 3, hitsKept: 3, pages: 2 });
  expect(pagesOf(events).map(({ url }) => url)).toEqual(['https://a.example', 'https://b.example']);
});

function failingFor(query: string, error: Error): Retriever {
  const whole = fakeRetriever(passages);
  return {
    ...whole,
    retrieve: async (asked, options) => (asked === query ? Promise.reject(error) : whole.retrieve(asked, options)),
  };
}

test('a search that fails leaves an empty list and a fallback; the others count', async () => {
  const { run, events } = testRun();
  const retriever = failingFor('bad', new Error('the cluster is away'));
  const lists = await retrievePassages({ retriever })([search('bad'), search('good')], run);
  expect(lists.map((list) => list.length)).toEqual([0, 3]);
  expect(fallbacksOf(events)).toEqual([
    { stage: 'retrieve-passages', reason: 'fake-retriever failed for "bad": the cluster is away' },
  ]);
});

test('when every search fails, the run learns why', async () => {
  const retriever = failingFor('bad', new WinnowError('unavailable', 'the cluster is away'));
  await expect(retrievePassages({ retriever })([search('bad')], testRun().run)).rejects.toThrow('the cluster is away');
});

test('a mistake in the configuration is not taken for a search that failed', async () => {
  const retriever = failingFor('bad', new WinnowError('usage', 'the corpus has vectors of another embedder'));
  await expect(retrievePassages({ retriever })([search('bad'), search('good')], testRun().run)).rejects.toThrow(
    'another embedder',
  );
});

test('says when words alone were searched, and what of a query was not understood', async () => {
  const { run, events } = testRun();
  const retriever: Retriever = {
    name: 'words',
    retrieve: async () => ({ passages: [], mode: 'sparse', problems: ['a quote is not closed'] }),
  };
  await retrievePassages({ retriever })([search('"old bridge')], run);
  expect(fallbacksOf(events)[0]?.reason).toContain('words alone');
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'note', text: expect.stringContaining('a quote is not closed') }),
  );
});
