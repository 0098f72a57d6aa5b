import { expect, test } from 'vitest';
import type { Passage } from '../../core/data.js';
import type { Embedder } from '../../core/ports.js';
import { passage, testRun } from '../../testing/index.js';
import { cutChunks, rankChunks } from './chunks.js';
import { chunkRagOptions } from './options.js';

/** Texts that share a first letter mean the same; others have nothing in common. */
const byInitial: Embedder = {
  name: 'initials',
  dimensions: 26,
  embed: async (texts) =>
    texts.map((text) =>
      Float32Array.from({ length: 26 }, (_, at) => Number(text.toLowerCase().charCodeAt(0) - 97 === at)),
    ),
};

const TEXT = 'Bridges are old. Bridges are long. Cake is sweet. Cake is soft. Bread is plain.';
const found = (text: string, start = 0, id = 'doc#4'): Passage => ({
  ...passage(id, text, ['History']),
  start,
  end: start + text.length,
});
const options = (given: object = {}) => chunkRagOptions.parse({ cutBy: 'similarity', ...given });
const cut = (passages: readonly Passage[], given: object = {}, embedder: Embedder | undefined = byInitial) => {
  const { run, events } = testRun();
  return cutChunks({ local: embedder ? { embedder } : {} }, options(given))(passages, run).then((chunks) => ({
    chunks,
    events,
  }));
};

test('a chunk ends where the meaning turns, and knows its place in the document', async () => {
  const { chunks } = await cut([found(TEXT, 100)]);
  expect(chunks.map(({ text }) => text)).toEqual([
    'Bridges are old. Bridges are long.',
    'Cake is sweet. Cake is soft.',
    'Bread is plain.',
  ]);
  expect(chunks.map(({ id, start }) => [id, start])).toEqual([
    ['doc#100', 100],
    ['doc#135', 135],
    ['doc#164', 164],
  ]);
  const document = ' '.repeat(100) + TEXT;
  for (const { text, start, end, headings, source } of chunks) {
    expect(document.slice(start, end)).toBe(text);
    expect(headings).toEqual(['History']);
    expect(source.id).toBe('doc');
  }
});

test('what is a semantic chunk already comes out as it went in', async () => {
  const { chunks } = await cut([found(TEXT, 100)]);
  expect((await cut(chunks)).chunks).toEqual(chunks);
  const given = { cutBy: 'percentile' };
  expect((await cut(chunks, given)).chunks).toEqual(chunks);
});

test('chunks stay under the limit of characters', async () => {
  const { chunks } = await cut([found('Bees hum by day. '.repeat(60).trim())]);
  expect(chunks.length).toBeGreaterThan(1);
  for (const { text } of chunks) expect(text.length).toBeLessThan(500);
  expect(
    (await cut([found(TEXT)], { chunkCharacters: 50, cutBelow: 0 })).chunks.every(({ text }) => text.length < 50),
  ).toBe(true);
});

test('by percentile only the sharpest turns of all passages are cut', async () => {
  const long = `${TEXT} ${'Bread is brown. '.repeat(40)}`.trim();
  const all = (await cut([found(long)])).chunks;
  const sharpest = (await cut([found(long)], { cutBy: 'percentile', cutPercentile: 99 })).chunks;
  expect(sharpest.length).toBeLessThan(all.length);
});

test('at percentile 0 every sentence stands alone, at 100 nothing is cut for its meaning; without an embedder there are no turns', async () => {
  const given = (cutPercentile: number) => ({ cutBy: 'percentile', cutPercentile, chunkCharacters: 70 });
  const sentences = ['Bridges are old.', 'Bridges are long.', 'Cake is sweet.', 'Cake is soft.', 'Bread is plain.'];
  expect((await cut([found(TEXT)], given(0))).chunks.map(({ text }) => text)).toEqual(sentences);
  const byLength = (await cut([found(TEXT)], given(100))).chunks;
  expect(byLength).toHaveLength(2);
  expect((await cut([found(TEXT)], given(0), null as unknown as undefined)).chunks).toEqual(byLength);
});

test('windows that overlap give the sentence they share once, in its longer chunk', async () => {
  const [first, second] = [
    found('Cake is soft. Bread is plain.', 0),
    found('Bread is plain. Bread is brown.', 14, 'doc#5'),
  ];
  const { chunks } = await cut([first, second]);
  expect(chunks.map(({ text }) => text)).toEqual(['Cake is soft.', 'Bread is plain. Bread is brown.']);
});

test('without an embedder length alone decides, and that is recorded', async () => {
  const { chunks, events } = await cut([found(TEXT)], { chunkCharacters: 60 }, null as unknown as undefined);
  expect(chunks.map(({ text }) => text)).toEqual([
    'Bridges are old. Bridges are long. Cake is sweet.',
    'Cake is soft. Bread is plain.',
  ]);
  expect(events).toContainEqual(expect.objectContaining({ type: 'fallback', stage: 'cut-chunks' }));
});

test('rules and rubbish without a letter are no chunks', async () => {
  const { chunks } = await cut([found('| --- | --- |\n\nBread is plain.')]);
  expect(chunks.map(({ text }) => text)).toEqual(['Bread is plain.']);
});

const pool = ['Cake needs flour.', 'Bread needs flour and salt.', 'Boats need wind.'].map((text, at) =>
  passage(`d#${at}`, text),
);

async function rank(query: string, given: object, embedder?: Embedder) {
  const { run, events } = testRun();
  const ranked = await rankChunks({ local: embedder ? { embedder } : {} }, options(given))(
    { query, chunks: pool },
    run,
  );
  return { ranked, events };
}

test('words and meaning count half each, both scaled to 0..1', async () => {
  const { ranked } = await rank('bread with salt', {}, byInitial);
  expect(ranked.map(({ id, score }) => [id, Number(score.toFixed(2))])).toEqual([
    ['d#1', 1], // best by words, and by meaning
    ['d#2', 0.5], // "Boats" begins as "bread" does
    ['d#0', 0],
  ]);
});

test.each([
  [1, ['d#1', 'd#0', 'd#2']],
  [0, ['d#1', 'd#2', 'd#0']],
])('a weight of %d for words leaves meaning the rest', async (bm25Weight, order) => {
  expect((await rank('bread salt', { bm25Weight }, byInitial)).ranked.map(({ id }) => id)).toEqual(order);
});

test('only so many chunks go on, and the others are dropped with a reason', async () => {
  const { ranked, events } = await rank('flour', { chunks: 2 });
  expect(ranked.map(({ id }) => id)).toEqual(['d#0', 'd#1']);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'dropped', id: 'd#2', reason: expect.stringContaining('best 2') }),
  );
});

test.each([
  ['sparse', ['d#1', 'd#0', 'd#2']],
  ['dense', ['d#1', 'd#2', 'd#0']],
])('chunks are ordered as passages are retrieved: %s', async (retrieval, order) => {
  expect((await rank('bread salt', { retrieval }, byInitial)).ranked.map(({ id }) => id)).toEqual(order);
});

test('by words alone nothing is embedded; by meaning alone words stand in where there is no embedder', async () => {
  const embed = () => Promise.reject(new Error('nobody asked for meaning'));
  expect((await rank('bread salt', { retrieval: 'sparse' }, { ...byInitial, embed })).ranked).toHaveLength(3);
  expect((await rank('bread salt', { retrieval: 'dense' })).ranked[0]?.id).toBe('d#1');
});

test('words and meaning are joined by the fusion that was chosen', async () => {
  const scores = async (fusion: string) =>
    (await rank('bread salt', { fusion }, byInitial)).ranked.map(({ id, score }) => [id, Number(score.toFixed(4))]);
  // Only "d#1" holds a word of the query; by meaning it is first, then "d#2" (as much alike), then "d#0".
  expect(await scores('rrf')).toEqual([
    ['d#1', Number((0.5 / 61 + 0.5 / 61).toFixed(4))],
    ['d#2', Number((0.5 / 62).toFixed(4))],
    ['d#0', Number((0.5 / 63).toFixed(4))],
  ]);
  const [, , [, lowest]] = (await scores('zscore')) as [unknown, unknown, [string, number]];
  expect(lowest).toBeLessThan(0);
});
