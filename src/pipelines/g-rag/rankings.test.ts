import { describe, expect, test } from 'vitest';
import type { Passage, Scored } from '../../core/data.js';
import { passage, testRun } from '../../testing/index.js';
import { gRagOptions } from './options.js';
import { askingsFor, joinLists, joinRankings, onceEach, searchesFor } from './rankings.js';

const options = (given: Record<string, unknown> = {}) => gRagOptions.parse(given);
const list = (...ids: string[]): Scored<Passage>[] =>
  ids.map((id, at) => ({ ...passage(id, `text of ${id}`), score: 10 - at }));
const ids = (passages: readonly Passage[]) => passages.map(({ id }) => id);

describe('sharing out the documents', () => {
  test.each([
    [['q'], 'an answer', 50, [25, 25]],
    [['q'], undefined, 50, [50]],
    [['1', '2', '3', '4', '5', '6', '7', '8'], undefined, 50, [6, 6, 6, 6, 6, 6, 6, 6]],
    [['1', '2', '3'], 'an answer', 3, [1, 1, 1, 1]],
  ])('%j and %s share %i', (queries, imagined, initialDocuments, each) => {
    const askings = askingsFor({ queries, imagined }, options({ initialDocuments }));
    expect(askings.map(({ documents }) => documents)).toEqual(each);
    expect(askings.map(({ query }) => query)).toEqual(imagined === undefined ? queries : [...queries, imagined]);
  });

  test('the hypothetical answer is searched like the question, or by meaning alone', () => {
    const rankers = (hyde: string) =>
      askingsFor({ queries: ['q'], imagined: 'an answer' }, options({ hyde })).map(({ ranker }) => ranker);
    expect(rankers('both')).toEqual(['both_fusion', 'both_fusion']);
    expect(rankers('dense')).toEqual(['both_fusion', 'embedding']);
  });
});

describe('first-step rankers', () => {
  const searches = (ranker: 'keywords' | 'embedding' | 'both_concat' | 'both_fusion', documents = 25) =>
    searchesFor({ query: 'q', ranker, documents }, options()).map(({ mode, limit }) => `${mode} ${limit}`);

  test('searches of each', () => {
    expect(searches('keywords')).toEqual(['sparse 25']);
    expect(searches('embedding')).toEqual(['dense 25']);
    expect(searches('both_concat')).toEqual(['dense 12', 'sparse 12']);
    expect(searches('both_fusion')).toEqual(['dense 100', 'sparse 100']);
    expect(searches('both_concat', 1)).toEqual(['dense 1', 'sparse 1']);
  });

  test('fusion adds 1 / (60 + rank), cuts at the documents of the query, and orders ties by id', () => {
    const joined = joinLists([list('d#0', 'b#0', 'a#0'), list('c#0', 'b#0')], {
      query: 'q',
      ranker: 'both_fusion',
      documents: 3,
    });
    expect(joined.map(({ id, score }) => [id, score])).toEqual([
      ['b#0', 2 / 62],
      ['c#0', 1 / 61],
      ['d#0', 1 / 61],
    ]);
    expect(joined[0]?.text).toBe('text of b#0');
  });

  test('concatenation puts meaning before words', () => {
    expect(ids(joinLists([list('b#0'), list('a#0')], { query: 'q', ranker: 'both_concat', documents: 2 }))).toEqual([
      'b#0',
      'a#0',
    ]);
  });
});

test('a document counts for the query that brings it first, with its first passage', () => {
  const lists = [list('a#1', 'b#0', 'a#0'), list('a#2', 'c#0', 'b#0')];
  expect(onceEach(lists, ({ source }) => source.id).map(ids)).toEqual([['a#1', 'b#0'], ['c#0']]);
});

test('joining gives one list per query and says in the trace what was left out', async () => {
  const { run, events } = testRun();
  const askings = askingsFor(
    { queries: ['q'], imagined: 'an answer' },
    options({ hyde: 'dense', initialDocuments: 4 }),
  );
  const lists = [list('a#0', 'a#1'), list('b#0', 'a#0'), list('b#1', 'c#0')];
  const joining = (documentsOnce: string) =>
    joinRankings(options({ hyde: 'dense', documentsOnce }))({ askings, lists }, run);
  expect((await joining('always')).map(ids)).toEqual([['a#0', 'b#0'], ['c#0']]);
  expect(events.flatMap((event) => (event.type === 'dropped' ? [event.id] : []))).toEqual(['a#1', 'b#1']);
  const passages = await joining('never');
  expect(passages.map(ids)).toEqual([
    ['a#0', 'b#0'],
    ['b#1', 'c#0'],
  ]);
});
