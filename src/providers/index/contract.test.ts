import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { weightedSum } from '../../text/fuse.js';
import { parseLucene } from '../../text/lucene.js';
import { seededRandom } from '../../text/random.js';
import { terms } from '../../text/terms.js';
import { diskFiles, type Files, memoryFiles } from './files.js';
import { type IndexOptions, openIndex } from './open.js';
import type { Index, IndexEntry, Metadata } from './types.js';

const entry = (
  id: string,
  text: string,
  more: { title?: string; document?: string; vector?: number[]; metadata?: Metadata; date?: string } = {},
): IndexEntry => ({
  passage: {
    id,
    source: {
      id: more.document ?? id,
      url: `https://example.org/${id}`,
      title: more.title ?? '',
      ...(more.date ? { date: more.date } : {}),
    },
    headings: [],
    text,
    start: 0,
    end: text.length,
  },
  ...(more.vector ? { vector: Float32Array.from(more.vector) } : {}),
  ...(more.metadata ? { metadata: more.metadata } : {}),
});

const found = async (index: Index, query: string, more: object = {}): Promise<string[]> =>
  (await index.search({ node: parseLucene(query).node, mode: 'sparse', k: 10, ...more })).map(({ id }) => id);

describe.each(['memory', 'disk'] as const)('an index in %s', (kind) => {
  let directory: string;
  let files: Files;
  let index: Index;
  const open = (options: IndexOptions = {}): Index => openIndex({ files, ...options });
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'winnow-index-'));
    files = kind === 'disk' ? diskFiles(join(directory, 'corpus')) : memoryFiles();
    index = open();
  });
  afterEach(async () => {
    await index.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const fill = async (...entries: IndexEntry[]): Promise<void> => {
    await index.add(entries);
    await index.commit();
  };

  test('finds nothing in an empty index, and says it is empty', async () => {
    expect(await found(index, 'anything')).toEqual([]);
    expect(index.describe()).toMatchObject({ passages: 0, documents: 0, dimensions: null });
  });

  test('shows additions after the commit, not before, and keeps them when opened again', async () => {
    await index.add([entry('a', 'the quick brown fox')]);
    expect(await found(index, 'foxes')).toEqual([]);
    await index.commit({ chunking: 'whole' });
    expect(await found(index, 'foxes')).toEqual(['a']);
    await index.close();
    index = open();
    expect(await found(index, 'foxes')).toEqual(['a']);
    expect(index.describe()).toMatchObject({ passages: 1, documents: 1, notes: { chunking: 'whole' } });
    expect(await index.passage('a')).toMatchObject({ text: 'the quick brown fox', source: { url: 'https://example.org/a' } });
  });

  test('a boost changes the order, an exclusion excludes, a requirement requires', async () => {
    await fill(entry('a', 'apple tart'), entry('b', 'banana tart'), entry('c', 'cherry pie'));
    expect(await found(index, 'apple banana^3')).toEqual(['b', 'a']);
    expect(await found(index, 'apple^3 banana')).toEqual(['a', 'b']);
    expect(await found(index, 'tart -apple')).toEqual(['b']);
    expect(await found(index, '+tart cherry')).toEqual(['a', 'b']);
    expect(await found(index, 'apple AND tart')).toEqual(['a']);
    expect(await found(index, '-tart')).toEqual(['c']);
    expect(await found(index, '(apple OR cherry) -pie')).toEqual(['a']);
    expect(await found(index, '*')).toEqual(['a', 'b', 'c']);
  });

  test('a boosted phrase scores as much more as its boost says', async () => {
    await fill(entry('a', 'John Mayne wrote'), entry('b', 'other words'));
    const score = async (query: string) => (await index.search({ node: parseLucene(query).node, mode: 'sparse', k: 1 }))[0]!.score;
    expect((await score('"John Mayne"^2')) / (await score('"John Mayne"'))).toBeCloseTo(2, 5);
  });

  test('finds phrases by position, over stop words and with slop', async () => {
    await fill(entry('a', 'the state of the art in parsing'), entry('b', 'art of the state'), entry('c', 'state art'));
    expect(await found(index, '"state of the art"')).toEqual(['a']);
    expect(await found(index, '"state art"')).toEqual(['c']);
    expect((await found(index, '"state art"~2')).sort()).toEqual(['a', 'c']);
    expect((await found(index, '"state art"~9')).sort()).toEqual(['a', 'b', 'c']);
  });

  test('finds by prefix, by fuzzy spelling and by field', async () => {
    await fill(entry('a', 'retrieval of passages', { title: 'Search' }), entry('b', 'searching the archive', { title: 'Retrieval' }));
    expect(await found(index, 'retriev*')).toEqual(['a', 'b']);
    expect(await found(index, 'searching*')).toEqual(['a', 'b']);
    expect(await found(index, 'archve~1')).toEqual(['b']);
    expect(await found(index, 'title:retrieval')).toEqual(['b']);
    expect(await found(index, 'text:retrieval')).toEqual(['a']);
    expect(await found(index, 'title:"retrieval"')).toEqual(['b']);
    expect(await found(index, 'title:ret*')).toEqual(['b']);
  });

  test('a word in the title counts more than one in the text', async () => {
    await fill(
      entry('text', 'paris and other towns here', { title: 'Travel' }),
      entry('title', 'travel and other towns here', { title: 'Paris' }),
    );
    expect(await found(index, 'paris')).toEqual(['title', 'text']);
  });

  test('filters by equality, choice and range of metadata, by document and by date', async () => {
    await fill(
      entry('a', 'report', { metadata: { year: 2019, topic: 'law', draft: true }, date: '2019-05-01', document: 'one' }),
      entry('b', 'report', { metadata: { year: 2021, topic: 'tax' }, date: '2021-05-01', document: 'one' }),
      entry('c', 'report', { metadata: { year: -5, topic: 'law' }, date: '2023-05-01', document: 'two' }),
    );
    expect(await found(index, 'report', { filter: { topic: 'law' } })).toEqual(['a', 'c']);
    expect(await found(index, 'report', { filter: { topic: { oneOf: ['tax', 'none'] } } })).toEqual(['b']);
    expect(await found(index, 'report', { filter: { year: { from: -10, to: 2019 } } })).toEqual(['a', 'c']);
    expect(await found(index, 'report', { filter: { year: { from: 2020 } } })).toEqual(['b']);
    expect(await found(index, 'report', { filter: { date: { from: '2020', to: '2022' } } })).toEqual(['b']);
    expect(await found(index, 'report', { filter: { document: 'one', draft: true } })).toEqual(['a']);
    expect(await found(index, '+report topic:law^5')).toEqual(['a', 'c', 'b']);
  });

  test('removes and replaces documents, committed or not', async () => {
    await fill(entry('a1', 'old words', { document: 'a' }), entry('a2', 'old more', { document: 'a' }), entry('b', 'old other'));
    await index.replace('a', [entry('a3', 'new words', { document: 'a' })]);
    expect((await found(index, 'old')).sort()).toEqual(['a1', 'a2', 'b']);
    await index.commit();
    expect(await found(index, 'old')).toEqual(['b']);
    expect(await found(index, 'words')).toEqual(['a3']);
    expect((await index.passagesOf('a')).map(({ id }) => id)).toEqual(['a3']);
    expect(index.describe()).toMatchObject({ passages: 2, documents: 2 });
    await index.add([entry('c', 'old brief')]);
    expect(await index.remove('c')).toBe(true);
    expect(await index.remove('nobody')).toBe(false);
    await index.commit();
    expect(await found(index, 'brief')).toEqual([]);
    await index.compact();
    expect(index.describe()).toMatchObject({ passages: 2, segments: 1 });
    expect(await found(index, 'old')).toEqual(['b']);
  });

  test('takes up commits of another opening on refresh, and not before', async () => {
    await fill(entry('a', 'first'));
    const reader = open();
    await fill(entry('b', 'first again'));
    expect((await found(reader, 'first')).length).toBe(1);
    expect(await reader.refresh()).toBe(true);
    expect(await reader.refresh()).toBe(false);
    expect((await found(reader, 'first')).length).toBe(2);
    await reader.close();
  });

  test('searches by meaning, joins both lists, and explains', async () => {
    await fill(
      entry('a', 'cats purr', { vector: [1, 0, 0] }),
      entry('b', 'dogs bark', { vector: [0, 1, 0] }),
      entry('c', 'cars roar', { vector: [0.9, 0.1, 0] }),
    );
    const vector = Float32Array.of(2, 0, 0);
    const dense = await index.search({ vector, mode: 'dense', k: 2 });
    expect(dense.map(({ id }) => id)).toEqual(['a', 'c']);
    expect(dense[0]!.score).toBeCloseTo(1, 2);
    const hybrid = await index.search({ text: 'bark', vector, mode: 'hybrid', k: 3, explain: true });
    expect(hybrid.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
    expect(hybrid[0]!.score).toBeCloseTo(1 / 61 + 1 / 63, 10);
    expect(hybrid[0]!.explanation).toMatchObject({
      what: 'joined lists',
      parts: [{ what: 'keywords, rank 1' }, { what: 'cosine, rank 3' }],
    });
    const summed = await index.search({ text: 'bark', vector, mode: 'hybrid', k: 1, fusion: weightedSum({ weights: [0.1, 0.9] }) });
    expect(summed[0]!.id).toBe('a');
    expect((await index.search({ vector, mode: 'dense', k: 5, filter: { document: 'b' } })).map(({ id }) => id)).toEqual(['b']);
  });

  test('refuses vectors of another size and says what to do', async () => {
    await fill(entry('a', 'x', { vector: [1, 0] }));
    await expect(index.add([entry('b', 'y', { vector: [1, 0, 0] })])).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('--rebuild'),
    });
    await expect(index.search({ vector: Float32Array.of(1), mode: 'dense', k: 1 })).rejects.toMatchObject({ code: 'usage' });
    await expect(index.search({ text: 'x', mode: 'hybrid', k: 1 })).rejects.toMatchObject({ code: 'usage' });
  });

  test('the explanation adds up to the score', async () => {
    await fill(entry('a', 'red apple tart with apple', { title: 'Apple' }), entry('b', 'green apple'), entry('c', 'pear'));
    for (const hit of await index.search({
      node: parseLucene('apple^2 tart "red apple" gre*').node,
      mode: 'sparse',
      k: 5,
      explain: true,
    })) {
      expect(hit.explanation!.value).toBeCloseTo(hit.score, 5);
    }
  });

  test('refuses to be opened with another language than it was made with', async () => {
    await index.close();
    index = open({ language: 'de' });
    await fill(entry('a', 'Häuser'));
    expect(await found(index, 'Haus')).toEqual(['a']);
    expect(() => open({ language: 'en' })).toThrow(/language de/);
  });

  test.each([1, 7])('ranks exactly as scoring everything would, in %i commits, with deletions and merging', async (commits) => {
    const random = seededRandom(commits);
    const vocabulary = Array.from({ length: 300 }, (_, at) => `w${String.fromCharCode(97 + (at % 26))}${at}`);
    const word = () => vocabulary[Math.floor(300 * random() ** 3)]!;
    const passages = Array.from({ length: 6000 }, (_, at) =>
      entry(`p${String(at).padStart(5, '0')}`, Array.from({ length: 3 + Math.floor(random() * 20) }, word).join(' '), {
        title: random() < 0.3 ? word() : '',
      }),
    );
    const gone = new Set(passages.filter(() => random() < 0.1).map(({ passage }) => passage.id));
    for (let part = 0; part < commits; part += 1) await fill(...passages.filter((_, at) => at % commits === part));
    for (const id of gone) await index.remove(id);
    await index.compact();
    const live = passages
      .filter(({ passage }) => !gone.has(passage.id))
      .map(({ passage }) => ({ id: passage.id, title: terms(passage.source.title), text: terms(passage.text) }));
    const lengths = live.map(({ title, text }) => Math.max(1, 2 * title.length + text.length));
    const average = lengths.reduce((sum, length) => sum + length, 0) / live.length;
    const exact = (query: string[]) => {
      const weights = query.map((term) => {
        const count = live.filter(({ title, text }) => title.includes(term) || text.includes(term)).length;
        return { term, idf: Math.log(1 + (live.length - count + 0.5) / (count + 0.5)) };
      });
      const times = (list: string[], term: string) => list.filter((other) => other === term).length;
      const scored = live.map(({ id, title, text }, at) => {
        const score = weights.reduce((sum, { term, idf }) => {
          const frequency = 2 * times(title, term) + times(text, term);
          return sum + (frequency === 0 ? 0 : (idf * frequency) / (frequency + 1.2 * (0.25 + (0.75 * lengths[at]!) / average)));
        }, 0);
        return { id, score };
      });
      return scored.filter(({ score }) => score > 0).sort((left, right) => right.score - left.score);
    };
    for (let round = 0; round < 6; round += 1) {
      const query = [...new Set(Array.from({ length: 1 + round }, word))];
      const hits = await index.search({ text: query.join(' '), mode: 'sparse', k: 10 });
      const expected = exact(query).slice(0, 10);
      expect(hits.map(({ score }) => Number(score.toFixed(4)))).toEqual(expected.map(({ score }) => Number(score.toFixed(4))));
    }
  });
});
