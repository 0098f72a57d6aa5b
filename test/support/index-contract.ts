/** What every kind of index must do, embedded or on a server: one suite that each of them runs. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Index,
  type IndexEntry,
  type Indexes,
  type Metadata,
  PENDING_VECTOR,
} from '../../src/providers/index/types.js';
import { weightedSum } from '../../src/text/fuse.js';
import { parseLucene } from '../../src/text/lucene.js';

type More = {
  readonly title?: string;
  readonly document?: string;
  readonly vector?: readonly number[];
  readonly metadata?: Metadata;
  readonly date?: string;
  readonly language?: string;
};

export const entry = (id: string, text: string, more: More = {}): IndexEntry => ({
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
  ...(more.language ? { language: more.language } : {}),
});

export const found = async (index: Index, query: string, more: object = {}): Promise<string[]> =>
  (await index.search({ node: parseLucene(query).node, mode: 'sparse', k: 10, ...more })).map(({ id }) => id);

const plain = async (index: Index, text: string, more: object = {}): Promise<string[]> =>
  (await index.search({ text, mode: 'sparse', k: 10, ...more })).map(({ id }) => id);

export type ContractSubject = {
  readonly indexes: Indexes;
  /** The same indexes as another process sees them. */
  readonly elsewhere: Indexes;
  readonly close: () => Promise<void>;
};

export function describeIndexes(kind: string, start: () => Promise<ContractSubject>): void {
  describe(`${kind}: the contract of an index`, () => {
    let subject: ContractSubject;
    let indexes: Indexes;
    let index: Index;
    let name: string;
    let count = 0;
    beforeAll(async () => {
      subject = await start();
      indexes = subject.indexes;
    });
    afterAll(() => subject?.close());
    beforeEach(async () => {
      count += 1;
      name = `Contract_${count}`;
      index = await indexes.open(name);
    });
    afterEach(async () => {
      await index.close();
      await indexes.remove(name);
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
      index = await indexes.open(name);
      expect(await found(index, 'foxes')).toEqual(['a']);
      expect(index.describe()).toMatchObject({ passages: 1, documents: 1, notes: { chunking: 'whole' } });
      expect(await index.passage('a')).toMatchObject({
        text: 'the quick brown fox',
        source: { url: 'https://example.org/a' },
      });
      expect(await index.passage('b')).toBeUndefined();
    });

    test('is listed by its name, and its version changes with every commit', async () => {
      expect(await indexes.version(name)).toBeUndefined();
      await fill(entry('a', 'one'));
      const first = await subject.elsewhere.version(name);
      expect(first).toBeDefined();
      expect(await subject.elsewhere.names()).toContain(name);
      await fill(entry('b', 'two'));
      expect(await subject.elsewhere.version(name)).not.toBe(first);
      await index.close();
      await indexes.remove(name);
      expect(await indexes.names()).not.toContain(name);
      index = await indexes.open(name);
      expect(await found(index, 'one')).toEqual([]);
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
      const score = async (query: string) =>
        (await index.search({ node: parseLucene(query).node, mode: 'sparse', k: 1 }))[0]!.score;
      expect((await score('"John Mayne"^2')) / (await score('"John Mayne"'))).toBeCloseTo(2, 5);
    });

    test('finds phrases by position, over stop words and with slop', async () => {
      await fill(
        entry('a', 'the state of the art in parsing'),
        entry('b', 'art of the state'),
        entry('c', 'state art'),
      );
      expect(await found(index, '"state of the art"')).toEqual(['a']);
      expect(await found(index, '"state art"')).toEqual(['c']);
      expect((await found(index, '"state art"~2')).sort()).toEqual(['a', 'c']);
      expect((await found(index, '"state art"~9')).sort()).toEqual(['a', 'b', 'c']);
    });

    test('finds codes as a whole and by their parts, also in a phrase', async () => {
      await fill(
        entry('a', 'Valve A-17 of the pump'),
        entry('b', 'Valve A of pump 17'),
        entry('c', "set work_mem, not autoSetup; use --force in C++ (§ 12), it's 3.5"),
      );
      expect(await found(index, '"A-17"')).toEqual(['a']);
      expect(await found(index, '"valve a-17"')).toEqual(['a']);
      for (const code of ['work_mem', 'autoSetup', '--force', 'c++', '3.5', 'setup', 'mem'])
        expect(await plain(index, code), code).toEqual(['c']);
    });

    test('finds by prefix, by fuzzy spelling and by field', async () => {
      await fill(
        entry('a', 'retrieval of passages', { title: 'Search' }),
        entry('b', 'searching the archive', { title: 'Retrieval' }),
      );
      expect(await found(index, 'retriev*')).toEqual(['a', 'b']);
      expect(await found(index, 'searching*')).toEqual(['a', 'b']);
      expect(await found(index, 'archve~1')).toEqual(['b']);
      expect(await found(index, 'title:retrieval')).toEqual(['b']);
      expect(await found(index, 'text:retrieval')).toEqual(['a']);
      expect(await found(index, 'title:"retrieval"')).toEqual(['b']);
      expect(await found(index, 'title:ret*')).toEqual(['b']);
    });

    test('a misspelt word stands for its neighbours, a part of a German word for the compounds', async () => {
      await fill(entry('a', 'the suspension bridge'), entry('b', 'Die Kettenbrücke hängt', { language: 'de' }));
      expect(await plain(index, 'brigde')).toEqual(['a']);
      expect(await plain(index, 'nowhere-at-all')).toEqual([]);
      expect(await plain(index, 'ketten', { languages: ['de'] })).toEqual(['b']);
      expect(await plain(index, 'Kettenbrücken', { languages: ['en', 'de'] })).toEqual(['b']);
    });

    test('a word in the title counts more than one in the text', async () => {
      await fill(
        entry('text', 'paris and other towns here', { title: 'Travel' }),
        entry('title', 'travel and other towns here', { title: 'Paris' }),
      );
      expect(await found(index, 'paris')).toEqual(['title', 'text']);
    });

    test('filters by equality, choice and range of metadata, by document, address and date', async () => {
      await fill(
        entry('a', 'report', {
          metadata: { year: 2019, topic: 'law', draft: true },
          date: '2019-05-01',
          document: 'one',
        }),
        entry('b', 'report', { metadata: { year: 2021, topic: 'tax' }, date: '2021-05-01', document: 'one' }),
        entry('c', 'report', { metadata: { year: -5, topic: 'law' }, date: '2023-05-01', document: 'two' }),
      );
      expect(await found(index, 'report', { filter: { topic: 'law' } })).toEqual(['a', 'c']);
      expect(await found(index, 'report', { filter: { topic: { oneOf: ['tax', 'none'] } } })).toEqual(['b']);
      expect(await found(index, 'report', { filter: { year: { from: -10, to: 2019 } } })).toEqual(['a', 'c']);
      expect(await found(index, 'report', { filter: { year: { from: 2020 } } })).toEqual(['b']);
      expect(await found(index, 'report', { filter: { date: { from: '2020', to: '2022' } } })).toEqual(['b']);
      expect(await found(index, 'report', { filter: { document: 'one', draft: true } })).toEqual(['a']);
      expect(await found(index, '*', { filter: { url: 'https://example.org/c' } })).toEqual(['c']);
      expect(await found(index, '+report topic:law^5')).toEqual(['a', 'c', 'b']);
    });

    test('removes and replaces documents, committed or not', async () => {
      await fill(
        entry('a1', 'old words', { document: 'a' }),
        entry('a2', 'old more', { document: 'a' }),
        entry('b', 'old other'),
      );
      await index.replace('a', [entry('a3', 'new words', { document: 'a' })]);
      expect((await found(index, 'old')).sort()).toEqual(['a1', 'a2', 'b']);
      await index.commit();
      expect(await found(index, 'old')).toEqual(['b']);
      expect(await found(index, 'words')).toEqual(['a3']);
      expect((await index.passagesOf('a')).map(({ id }) => id)).toEqual(['a3']);
      expect(index.describe()).toMatchObject({ passages: 2, documents: 2 });
      expect(await index.documents()).toEqual(['a', 'b']);
      await index.add([entry('c', 'old brief')]);
      expect(await index.remove('c')).toBe(true);
      expect(await index.remove('nobody')).toBe(false);
      expect(await index.remove('b')).toBe(true);
      await index.commit();
      expect(await found(index, 'brief')).toEqual([]);
      await index.compact();
      expect(index.describe()).toMatchObject({ passages: 1, documents: 1 });
      expect(await found(index, 'old')).toEqual([]);
    });

    test('keeps the passages of a document in the order they were added, each with its place and metadata', async () => {
      const passages = Array.from({ length: 12 }, (_, at) =>
        entry(`p${at}`, `part ${at}`, { document: 'long', metadata: { at } }),
      );
      await fill(...passages.slice(0, 9));
      await fill(...passages.slice(9));
      const kept = await index.passagesOf('long');
      expect(kept.map(({ id, metadata }) => `${id} ${metadata?.at}`)).toEqual(passages.map((_, at) => `p${at} ${at}`));
      expect(kept[3]).toMatchObject({ ...passages[3]!.passage });
    });

    test('takes up commits of another process on refresh', async () => {
      await fill(entry('a', 'first'));
      const reader = await subject.elsewhere.open(name);
      await fill(entry('b', 'first again'));
      expect(await reader.refresh()).toBe(true);
      expect(await reader.refresh()).toBe(false);
      expect((await found(reader, 'first')).length).toBe(2);
      expect(reader.describe()).toMatchObject({ passages: 2 });
      await reader.close();
    });

    test('has one writer at a time', async () => {
      await fill(entry('a', 'first'));
      const other = await subject.elsewhere.open(name);
      if (kind !== 'memory')
        await expect(other.commit()).rejects.toMatchObject({
          code: 'usage',
          message: expect.stringContaining('is being written'),
        });
      await other.close();
      await index.close();
      const next = await subject.elsewhere.open(name);
      await next.add([entry('b', 'second')]);
      await next.commit();
      await next.close();
      index = await indexes.open(name);
      expect(await found(index, 'second')).toEqual(['b']);
    });

    test('searches by meaning, joins both lists, and explains', async () => {
      await fill(
        entry('a', 'cats purr', { vector: [1, 0, 0] }),
        entry('b', 'dogs bark', { vector: [0, 1, 0] }),
        entry('c', 'cars roar', { vector: [0.9, 0.1, 0] }),
      );
      const vector = Float32Array.of(2, 0, 0);
      const dense = await index.search({ vector, mode: 'dense', k: 2, explain: true });
      expect(dense.map(({ id }) => id)).toEqual(['a', 'c']);
      expect(dense[0]!.score).toBeCloseTo(1, 2);
      expect(dense[0]!.explanation).toMatchObject({ what: 'cosine, rank 1' });
      const hybrid = await index.search({ text: 'bark', vector, mode: 'hybrid', k: 3, explain: true });
      expect(hybrid.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
      expect(hybrid[0]!.score).toBeCloseTo(1 / 61 + 1 / 63, 10);
      expect(hybrid[0]!.explanation).toMatchObject({
        what: 'joined lists',
        parts: [{ what: 'keywords, rank 1' }, { what: 'cosine, rank 3' }],
      });
      const summed = await index.search({
        text: 'bark',
        vector,
        mode: 'hybrid',
        k: 1,
        fusion: weightedSum({ weights: [0.1, 0.9] }),
      });
      expect(summed[0]!.id).toBe('a');
      const filtered = await index.search({ vector, mode: 'dense', k: 5, filter: { document: 'b' } });
      expect(filtered.map(({ id }) => id)).toEqual(['b']);
      expect(index.describe()).toMatchObject({ vectors: 3, dimensions: 3 });
    });

    test('a passage whose vector is pending is not put behind for it, and gets it later', async () => {
      await fill(
        entry('a', 'dogs bark at cats', { metadata: { ...PENDING_VECTOR } }),
        entry('b', 'dogs', { vector: [0.8, 0.2, 0] }),
        entry('c', 'cars roar', { vector: [0.9, 0.1, 0] }),
      );
      const asked = { text: 'dogs bark', vector: Float32Array.of(0, 1, 0), mode: 'hybrid', k: 3 } as const;
      expect((await index.search(asked)).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
      const waiting = { node: { type: 'all' }, mode: 'sparse', k: 10, filter: PENDING_VECTOR } as const;
      expect((await index.search(waiting)).map(({ id }) => id)).toEqual(['a']);
      expect(index.describe()).toMatchObject({ passages: 3, vectors: 2 });
      await index.replace('a', [entry('a', 'dogs bark at cats', { vector: [0, 1, 0] })]);
      await index.replace('b', [entry('b', 'dogs', { vector: [0.8, 0.2, 0] })]);
      await index.commit();
      expect(await index.search(waiting)).toEqual([]);
      expect((await index.search({ ...asked, mode: 'dense', k: 1 })).map(({ id }) => id)).toEqual(['a']);
      expect(index.describe()).toMatchObject({ passages: 3, documents: 3, vectors: 3 });
    });

    test('refuses vectors of another size and says what to do', async () => {
      await fill(entry('a', 'x', { vector: [1, 0] }));
      await expect(index.add([entry('b', 'y', { vector: [1, 0, 0] })])).rejects.toMatchObject({
        code: 'usage',
        message: expect.stringContaining('--rebuild'),
      });
      await expect(index.search({ vector: Float32Array.of(1), mode: 'dense', k: 1 })).rejects.toMatchObject({
        code: 'usage',
      });
      await expect(index.search({ text: 'x', mode: 'hybrid', k: 1 })).rejects.toMatchObject({ code: 'usage' });
    });

    test('the explanation adds up to the score', async () => {
      await fill(
        entry('a', 'red apple tart with apple', { title: 'Apple' }),
        entry('b', 'green apple'),
        entry('c', 'pear'),
      );
      const node = parseLucene('apple^2 tart "red apple" gre*').node;
      const hits = await index.search({ node, mode: 'sparse', k: 5, explain: true });
      expect(hits).toHaveLength(2);
      for (const { explanation, score } of hits) {
        expect(explanation!.value).toBeCloseTo(score, 5);
        const parts = explanation!.parts ?? [];
        expect(parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(score, 5);
      }
    });

    test('is built anew while the old one is searched, also when the first try is given up', async () => {
      await fill(entry('a', 'old words'), entry('b', 'old words', { vector: [1, 0] }));
      await index.close();
      const first = await indexes.rebuild(name);
      await first.index.add([entry('c', 'new words', { vector: [1, 0, 0] })]);
      await first.index.commit({ made: 'again' });
      await first.index.close();
      const reader = await subject.elsewhere.open(name);
      expect(await found(reader, 'words')).toEqual(['a', 'b']);
      const { index: next, finish } = await indexes.rebuild(name);
      expect(await found(next, 'words')).toEqual(['c']);
      await next.add([entry('d', 'new words')]);
      await next.commit({ made: 'again' });
      expect(await found(reader, 'old')).toEqual(['a', 'b']);
      const before = await subject.elsewhere.version(name);
      await finish();
      expect(await subject.elsewhere.version(name)).not.toBe(before);
      await reader.refresh();
      expect(await found(reader, 'words')).toEqual(['c', 'd']);
      expect(reader.describe()).toMatchObject({ passages: 2, dimensions: 3, notes: { made: 'again' } });
      await reader.close();
      index = await indexes.open(name);
      expect(await found(index, 'old')).toEqual([]);
    });
  });
}
