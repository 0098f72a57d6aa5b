import { expect, test } from 'vitest';
import type { Hit } from '../core/data.js';
import { WinnowError } from '../core/errors.js';
import type { SearchEngine } from '../core/ports.js';
import { fallbacksOf, funnelOf } from '../core/trace.js';
import { hit, testRun } from '../testing/index.js';
import { mergeByRank, searchWeb } from './search-web.js';

const engineOf = (answers: Record<string, Hit[] | Error>): SearchEngine => ({
  name: 'listed',
  search: async (query) => {
    const answer = answers[query] ?? [];
    if (answer instanceof Error) throw answer;
    return answer;
  },
});

test('results of several queries are merged by rank, each page once', async () => {
  const { run, events } = testRun();
  const engine = engineOf({
    one: [hit('https://a.example'), hit('https://b.example')],
    two: [hit('http://www.b.example/'), hit('https://c.example')],
  });
  const hits = await searchWeb({ engine, hitsPerQuery: 5 })(['one', 'two'], run);
  expect(hits.map(({ url }) => url)).toEqual(['https://a.example', 'http://www.b.example/', 'https://c.example']);
  expect(funnelOf(events)).toMatchObject({ queries: 2, hits: 3 });
});

test('a failing query is a fallback while another works', async () => {
  const { run, events } = testRun();
  const engine = engineOf({ one: new Error('down'), two: [hit('https://a.example')] });
  expect(await searchWeb({ engine, hitsPerQuery: 5 })(['one', 'two'], run)).toHaveLength(1);
  expect(events).toContainEqual(expect.objectContaining({ type: 'fallback', reason: 'listed failed for "one": down' }));
});

test('when every query fails the run fails with the first error', async () => {
  const engine = engineOf({ one: new WinnowError('blocked', 'not allowed'), two: new Error('down') });
  await expect(searchWeb({ engine, hitsPerQuery: 5 })(['one', 'two'], testRun().run)).rejects.toMatchObject({
    code: 'blocked',
  });
});

test('what an engine notes for every query is said once, as a fallback', async () => {
  const { run, events } = testRun();
  const engine: SearchEngine = {
    name: 'noting',
    search: async (query, { onNote }) => {
      onNote?.('only part of the web was searched');
      return [hit(`https://${query}.example`)];
    },
  };
  await searchWeb({ engine, hitsPerQuery: 5 })(['one', 'two'], run);
  expect(fallbacksOf(events)).toEqual([{ stage: 'search-web', reason: 'only part of the web was searched' }]);
});

test('merging nothing gives nothing', () => {
  expect(mergeByRank([])).toEqual([]);
});
