/** The embedded index on disk and in memory keeps the contract of every index, and what it alone promises. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeIndexes, entry, found } from '../../../test/support/index-contract.js';
import { seededRandom } from '../../text/random.js';
import { terms } from '../../text/terms.js';
import { embeddedIndexes } from './embedded.js';
import { diskFiles, type Files, memoryFiles } from './files.js';
import { type IndexOptions, openIndex } from './open.js';
import type { Index, IndexEntry, Indexes } from './types.js';

describeIndexes('disk', async () => {
  const root = mkdtempSync(join(tmpdir(), 'winnow-indexes-'));
  const close = async () => rmSync(root, { recursive: true, force: true });
  return { indexes: embeddedIndexes(root), elsewhere: embeddedIndexes(root), close };
});

describeIndexes('memory', async () => {
  const indexes = memoryIndexes();
  return { indexes, elsewhere: indexes, close: async () => undefined };
});

/** Files in memory by name, as folders on disk would hold them. */
function memoryIndexes(): Indexes {
  const kept = new Map<string, Files>();
  const filesOf = (name: string): Files => {
    const files = kept.get(name) ?? memoryFiles();
    kept.set(name, files);
    return files;
  };
  const generationOf = (name: string) => openIndex({ files: filesOf(name) }).describe().generation;
  return {
    names: async () => [...kept.keys()].filter((name) => generationOf(name) > 0).sort(),
    version: async (name) => (generationOf(name) === 0 ? undefined : `${generationOf(name)}`),
    open: async (name) => openIndex({ files: switching(() => filesOf(name)) }),
    rebuild: async (name) => {
      const after = { generation: 1000, nextSegment: 1000 };
      const index = openIndex({ files: filesOf(`${name}.new`), after });
      const finish = async () => {
        await index.close();
        kept.set(name, filesOf(`${name}.new`));
        kept.delete(`${name}.new`);
      };
      return { index, finish };
    },
    remove: async (name) => void kept.delete(name),
  };
}

/** What was opened by its name sees what has that name now. */
function switching(current: () => Files): Files {
  return new Proxy({} as Files, { get: (_, method: keyof Files) => current()[method] });
}

describe.each(['memory', 'disk'] as const)('an embedded index in %s', (kind) => {
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

  test('a reader sees the commits of another opening after refresh and not before; compacting leaves one segment', async () => {
    await fill(entry('a', 'first'));
    const reader = open();
    await fill(entry('b', 'first again'));
    expect((await found(reader, 'first')).length).toBe(1);
    await reader.close();
    await index.compact();
    expect(index.describe()).toMatchObject({ passages: 2, segments: 1 });
  });

  test('refuses to be opened with another language than it was made with', async () => {
    await index.close();
    index = open({ language: 'de' });
    await fill(entry('a', 'Häuser'));
    expect(await found(index, 'Haus')).toEqual(['a']);
    expect(() => open({ language: 'en' })).toThrow(/language de/);
  });

  test.each([1, 7])(
    'ranks exactly as scoring everything would, in %i commits, with deletions and merging',
    async (commits) => {
      const random = seededRandom(commits);
      const vocabulary = Array.from({ length: 300 }, (_, at) => `w${String.fromCharCode(97 + (at % 26))}${at}`);
      const word = () => vocabulary[Math.floor(300 * random() ** 3)]!;
      const passages = Array.from({ length: 6000 }, (_, at) =>
        entry(
          `p${String(at).padStart(5, '0')}`,
          Array.from({ length: 3 + Math.floor(random() * 20) }, word).join(' '),
          {
            title: random() < 0.3 ? word() : '',
          },
        ),
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
            return (
              sum +
              (frequency === 0 ? 0 : (idf * frequency) / (frequency + 1.2 * (0.25 + (0.75 * lengths[at]!) / average)))
            );
          }, 0);
          return { id, score };
        });
        return scored.filter(({ score }) => score > 0).sort((left, right) => right.score - left.score);
      };
      for (let round = 0; round < 6; round += 1) {
        const query = [...new Set(Array.from({ length: 1 + round }, word))];
        const hits = await index.search({ text: query.join(' '), mode: 'sparse', k: 10 });
        const expected = exact(query).slice(0, 10);
        expect(hits.map(({ score }) => Number(score.toFixed(4)))).toEqual(
          expected.map(({ score }) => Number(score.toFixed(4))),
        );
      }
    },
  );
});
