import { expect, test } from 'vitest';
import { document } from '../../testing/index.js';
import { memoryCorpus } from './memory.js';
import { corpusRetriever } from './retriever.js';
import { corpusWeb } from './web.js';

const { signal } = new AbortController();
const documents = [
  document('https://a.example', [
    [['Kestrel Bridge'], 'The Kestrel Bridge opened in 1888.'],
    [['Kestrel Bridge', 'Tolls'], 'Carts paid two pence.'],
  ]),
  document('https://b.example', [[['Ferries'], 'Ferries cross the sound.']]),
];

test('documents in memory are retrieved passage by passage, with Lucene syntax too; without vectors it says that words were searched', async () => {
  const corpus = await memoryCorpus({ name: 'test', documents, signal }, {});
  const retriever = corpusRetriever(corpus, { hasEmbedder: false });
  const plain = await retriever.retrieve('kestrel bridge tolls', { mode: 'hybrid', limit: 5, signal });
  expect(plain.mode).toBe('sparse');
  expect(plain.passages[0]).toMatchObject({
    headings: ['Kestrel Bridge', 'Tolls'],
    source: { url: 'https://a.example' },
  });
  const excluded = await retriever.retrieve('kestrel bridge -tolls', {
    mode: 'sparse',
    syntax: 'lucene',
    limit: 5,
    signal,
  });
  expect(excluded.passages.map(({ headings }) => headings.at(-1))).not.toContain('Tolls');
  const odd = await retriever.retrieve('kestrel AND (', { mode: 'sparse', syntax: 'lucene', limit: 5, signal });
  expect(odd.problems.length).toBeGreaterThan(0);
  expect(odd.passages.length).toBeGreaterThan(0);
});

test('with an embedder, passages are found by meaning', async () => {
  const axis = (text: string) => Float32Array.from(/bridge|crossing/i.test(text) ? [1, 0] : [0, 1]);
  const embedder = { name: 'two-axes', dimensions: 2, embed: async (texts: readonly string[]) => texts.map(axis) };
  const corpus = await memoryCorpus({ name: 'test', documents, signal }, { embedder });
  const found = await corpusRetriever(corpus, { hasEmbedder: true }).retrieve('crossing', {
    mode: 'dense',
    limit: 1,
    signal,
  });
  expect(found).toMatchObject({ mode: 'dense', passages: [{ source: { url: 'https://a.example' } }] });
});

test('searched like a web: a page by its best passage, with the places that were found', async () => {
  const corpus = await memoryCorpus({ name: 'test', documents, signal }, {});
  const { search, fetcher } = corpusWeb(corpus);
  const [first, ...others] = await search.search('kestrel bridge tolls', { limit: 5, signal });
  expect(first).toMatchObject({ url: 'https://a.example', snippet: 'Carts paid two pence.' });
  expect(first?.places?.map(({ start, end }) => documents[0]?.text.slice(start, end))).toContain(
    'Carts paid two pence.',
  );
  expect(others.map(({ url }) => url)).not.toContain('https://a.example');
  expect((await fetcher.fetch('https://a.example', { signal })).sections).toHaveLength(2);
  expect(await search.search('zanzibar', { limit: 5, signal })).toEqual([]);
});
