import { expect, test } from 'vitest';
import { fakeWeb, hit, passage, question, testRun } from '../../testing/index.js';
import { exploreQuestion } from './atomic.js';
import { levelRagOptions } from './options.js';
import { webSearcher, withoutCoveredSnippets } from './web.js';

const asked = { question: question('?'), atomic: 'When did the Kestrel Bridge open?' };
const TABLE = '| Bridge | Year | | :--- | ---: | | Kestrel | 1888 | a well--known --- one';

/** A web of one page, and a corpus that holds the passage. */
function partsWith(snippet: string, text: string) {
  const { search, fetcher } = fakeWeb([]);
  const found = { ...passage('https://a.example#0', text), score: 1 };
  return {
    models: {},
    local: {},
    fetcher,
    search: { ...search, search: async () => [hit('https://a.example', 'Bridges', snippet)] },
    retriever: {
      name: 'scripted',
      retrieve: async () => ({ passages: [found], mode: 'sparse' as const, problems: [] }),
    },
  };
}

const explore = async (snippet: string, text: string) => {
  const options = levelRagOptions.parse({ searchers: ['sparse', 'web'] });
  return (await exploreQuestion(partsWith(snippet, text), options)(asked, testRun().run)).passages.map(({ id }) => id);
};

test('a snippet has no bars and rules of tables, and its offsets are those of what is left', async () => {
  const { passages } = await webSearcher(partsWith(TABLE, ''), levelRagOptions.parse({}))(asked, testRun().run);
  expect(passages).toMatchObject([{ text: 'Bridge Year Kestrel 1888 a well--known one', start: 0, end: 42 }]);
  expect(
    (await webSearcher(partsWith('| --- |', ''), levelRagOptions.parse({}))(asked, testRun().run)).passages,
  ).toEqual([]);
});

test('a snippet that a passage of the same page holds, but for spaces and tables, is left to the passage', async () => {
  expect(await explore('Kestrel opened in 1888.', 'It is old.\n\nKestrel  opened\nin 1888.')).toEqual([
    'https://a.example#0',
  ]);
  expect(await explore(TABLE, TABLE.replaceAll('| |', '|\n|'))).toEqual(['https://a.example#0']);
});

test('a snippet that says more, or is of another page, stays', async () => {
  expect(await explore('Kestrel opened in 1888.', 'It is old.')).toHaveLength(2);
  const snippet = { ...passage('https://b.example', 'It is old.'), id: 'https://b.example#snippet', score: 1 };
  const other = { ...passage('https://a.example#0', 'It is old.'), score: 1 };
  const lists = [snippet, other].map((one) => ({
    searcher: 'web' as const,
    queries: [],
    passages: [one],
    stopped: '',
  }));
  expect(withoutCoveredSnippets(lists)).toEqual(lists);
});
