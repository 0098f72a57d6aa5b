/**
 * A corpus with vectors, from the library: modes, fusions, demands of Lucene syntax, documents rebuilt, and what cannot
 * be.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Embedder, Reranker } from '../src/core/ports.js';
import {
  type Corpus,
  corpusWeb,
  FUSIONS,
  type IngestCounts,
  ingest,
  openCorpus,
  openSource,
} from '../src/engine/corpora/index.js';
import { createHttpClient } from '../src/providers/http.js';
import { normalise } from '../src/text/vectors.js';

/** Knows three things: water, height, bread. */
const TOPICS = [/river|water|bridge|ferry|boat/gi, /hill|tower|high|climb/gi, /bread|flour|mill|bake/gi];
const topical = (name: string, dimensions = 3): Embedder => ({
  name,
  dimensions,
  embed: async (texts) =>
    texts.map((text) =>
      normalise(
        Array.from({ length: dimensions }, (_, at) => 0.01 + [...text.matchAll(TOPICS[at % 3] as RegExp)].length),
      ),
    ),
});

const RECORDS = [
  { id: 'boat', title: 'Boats', text: 'A boat crosses the water.' },
  { id: 'bridge', title: 'Bridges', text: 'The bridge spans the river and has a toll.' },
  { id: 'tower', title: 'Towers', text: 'The tower is high.' },
  { id: 'mill', title: 'Mills', text: 'The mill grinds flour for bread.', url: 'https://mill.example/' },
];
const long = Array.from({ length: 200 }, (_, at) => `Line ${at} of the long story tells of towers.`).join(' ');

const folder = mkdtempSync(join(tmpdir(), 'winnow-corpora-'));
const place = { dataDirectory: folder, name: 'small' };
const { signal } = new AbortController();
const http = createHttpClient();
const embedder = topical('topical');
let corpus: Corpus;

async function fill(records: readonly object[], options: Partial<Parameters<typeof ingest>[0]> = {}) {
  const file = join(folder, 'r.jsonl');
  writeFileSync(file, records.map((record) => JSON.stringify(record)).join('\n'));
  return ingest({ place, sources: [await openSource(file, { http, signal })], embedder, signal, ...options });
}

beforeAll(async () => {
  await fill([...RECORDS, { id: 'story', title: 'Story', text: long }]);
  corpus = await openCorpus(place, { embedder });
});
afterAll(async () => {
  await corpus.close();
  await http.close();
  rmSync(folder, { recursive: true });
});

const docs = async (query: string, more: object = {}) =>
  (await corpus.search({ query, by: 'doc', signal, ...more })).hits.map(({ source }) => source.id);

describe('search', () => {
  test('by words only what holds them, by meaning what is near, both by default', async () => {
    expect(await docs('ferry', { mode: 'sparse' })).toEqual([]);
    expect((await docs('ferry', { mode: 'dense' })).slice(0, 2).sort()).toEqual(['boat', 'bridge']);
    const { mode, hits } = await corpus.search({ query: 'ferry toll', signal });
    expect(mode).toBe('hybrid');
    expect(hits[0]?.source.id).toBe('bridge');
  });

  test.each(FUSIONS)('%s puts what both lists like on top', async (fusion) => {
    expect((await docs('river toll', { mode: 'hybrid', fusion }))[0]).toBe('bridge');
  });

  test('a document comes once however many of its passages match, and -k is kept', async () => {
    const found = await docs('towers', { mode: 'hybrid' });
    expect(new Set(found).size).toBe(found.length);
    expect(found).toContain('story');
    expect(await docs('towers', { mode: 'hybrid', k: 1 })).toHaveLength(1);
  });

  test('what Lucene syntax excludes or requires holds for hits by meaning too', async () => {
    const lucene = { syntax: 'lucene', mode: 'hybrid' };
    expect(await docs('river', lucene)).toContain('bridge');
    expect(await docs('river -toll', lucene)).not.toContain('bridge');
    expect(await docs('river +toll', lucene)).toEqual(['bridge']);
  });

  test('the reranker decides the top', async () => {
    const reranker: Reranker = {
      name: 'towers',
      score: async (_, texts) => texts.map((text) => (text.startsWith('Towers') ? 100 : 0)),
    };
    const reranked = await openCorpus(place, { embedder, reranker });
    const { hits } = await reranked.search({ query: 'boat', by: 'doc', rerank: true, signal });
    expect(hits.slice(0, 2).map(({ source }) => source.id)).toContain('tower');
    expect((await docs('boat', { mode: 'hybrid' })).slice(0, 2)).not.toContain('tower');
    await reranked.close();
    await expect(corpus.search({ query: 'boat', rerank: true, signal })).rejects.toThrow(/no reranker/);
  });
});

describe('documents', () => {
  test('rebuilt from overlapping passages: the text as it was, sections that do not overlap', async () => {
    const story = await corpus.document('story');
    expect(story?.text).toBe(long);
    expect(story?.sections.length).toBeGreaterThan(5);
    for (const { text, start, end } of story?.sections ?? []) expect(text).toBe(long.slice(start, end));
    expect(story?.sections.every(({ start }, at) => start >= (story.sections[at - 1]?.end ?? 0))).toBe(true);
  });

  test('through the ports: hits by document with the best passage as preview, fetched by their URL', async () => {
    const { search, fetcher } = corpusWeb(corpus);
    const hits = await search.search('flour for bread', { limit: 2, signal });
    expect(hits).toHaveLength(2);
    expect(hits[0]).toMatchObject({
      url: 'https://mill.example/',
      title: 'Mills',
      snippet: 'The mill grinds flour for bread.',
    });
    expect((await fetcher.fetch('https://mill.example/', { signal })).id).toBe('mill');
    expect((await corpusWeb(corpus).fetcher.fetch('https://mill.example/', { signal })).title).toBe('Mills');
    await expect(fetcher.fetch('https://gone.example/', { signal })).rejects.toThrow(/has no page/);
  });
});

describe('embedders', () => {
  test('another embedder, or none, is refused with the fix, for reading and for writing', async () => {
    const other = await openCorpus(place, { embedder: topical('other', 6) });
    await expect(other.search({ query: 'boat', mode: 'dense', signal })).rejects.toThrow(
      /vectors of topical, but the configured embedder is other.*--rebuild/,
    );
    await other.close();
    const none = await openCorpus(place);
    await expect(none.search({ query: 'boat', mode: 'hybrid', signal })).rejects.toThrow(
      /needs an embedder. Use mode sparse/,
    );
    expect((await none.search({ query: 'boat', signal })).mode).toBe('sparse');
    await none.close();
    await expect(fill(RECORDS, { embedder: topical('other', 6) })).rejects.toThrow(
      /has vectors of topical, but the configured embedder is other/,
    );
    await expect(fill(RECORDS, { embedder: undefined })).rejects.toThrow(/no --embed off/);
  });

  test('a signal keeps what is ready, and the next run goes on', async () => {
    const stopping = new AbortController();
    const slow: Embedder = {
      ...embedder,
      embed: async (texts, options) => {
        if (texts.some((text) => text.includes('mill'))) stopping.abort();
        options.signal.throwIfAborted();
        return embedder.embed(texts, options);
      },
    };
    const stopped = { dataDirectory: folder, name: 'stopped' };
    await expect(fill(RECORDS, { place: stopped, embedder: slow, signal: stopping.signal })).rejects.toThrow(/goes on/);
    const before = await openCorpus(stopped, { embedder });
    expect((await before.search({ query: 'mill', signal })).hits[0]?.source.id).toBe('mill');
    const { vectors } = before.describe();
    await before.close();
    const asked: string[] = [];
    const counting: Embedder = {
      ...embedder,
      embed: (texts, options) => {
        asked.push(...texts);
        return embedder.embed(texts, options);
      },
    };
    const counts = await fill(RECORDS, { place: stopped, embedder: counting });
    expect(counts).toMatchObject({ documents: 0, unchanged: 4, vectors: 4, withoutVector: 0 });
    expect(asked).toHaveLength(4 - vectors);
  });
});

describe('while vectors come', () => {
  /** Embeds passages one by one, each when the test lets it. */
  function gated(): { embedder: Embedder; letOne: () => void } {
    const waiting: (() => void)[] = [];
    let free = 0;
    const turn = () =>
      new Promise<void>((resolve) => {
        if (free > 0) free -= 1;
        else return void waiting.push(resolve);
        resolve();
      });
    const letOne = () => {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    };
    const embed: Embedder['embed'] = async (texts, options) => {
      if (options.keep) await turn();
      return embedder.embed(texts, options);
    };
    return { embedder: { ...embedder, embed }, letOne };
  }

  test('everything is found by its words at once, and by its meaning as soon as it has a vector', async () => {
    const growing = { dataDirectory: folder, name: 'growing' };
    const { embedder: slow, letOne } = gated();
    const commits: IngestCounts[] = [];
    const shares: number[] = [];
    let committed = (): void => undefined;
    const nextCommit = () => new Promise<void>((resolve) => (committed = resolve));
    const words = nextCommit();
    const done = fill(RECORDS, {
      place: growing,
      embedder: slow,
      batch: 1,
      onProgress: (share) => shares.push(share),
      onCommit: (counts) => {
        commits.push(counts);
        if (counts.passages === RECORDS.length) committed();
      },
    });
    await words;
    const reader = await openCorpus(growing, { embedder });
    const hits = async (query: string, mode: 'sparse' | 'dense' | 'hybrid') =>
      (await reader.search({ query, mode, signal })).hits.map(({ source }) => source.id);
    expect(reader.describe()).toMatchObject({ passages: 4, vectors: 0 });
    expect(await hits('toll', 'sparse')).toEqual(['bridge']);
    expect(await hits('toll', 'hybrid')).toEqual(['bridge']);
    expect(await hits('ferry', 'dense')).toEqual([]);

    const first = nextCommit();
    letOne();
    await first;
    await reader.refresh();
    expect(reader.describe()).toMatchObject({ passages: 4, vectors: 1 });
    expect(await hits('ferry', 'dense')).toEqual(['boat']);
    expect((await hits('toll', 'hybrid'))[0]).toBe('bridge');

    for (let left = 3; left > 0; left -= 1) letOne();
    expect(await done).toMatchObject({ documents: 4, vectors: 4, withoutVector: 0 });
    await reader.refresh();
    expect((await hits('ferry', 'dense')).slice(0, 2).sort()).toEqual(['boat', 'bridge']);
    expect(commits.map(({ vectors, withoutVector }) => vectors + withoutVector)).toEqual([1, 2, 3, 4, 4, 4, 4, 4]);
    expect(shares).toEqual([...shares].sort((left, right) => left - right));
    expect(shares.at(-1)).toBe(1);
    await reader.close();
  });
});
