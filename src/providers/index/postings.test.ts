import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockBound, saturation, similarity } from './bm25.js';
import {
  advance,
  BLOCK,
  encodePostings,
  NO_MORE,
  needFrequencies,
  openCursor,
  type PostingList,
  seek,
} from './postings.js';

const postings = fc.uniqueArray(
  fc.record({
    passage: fc.nat({ max: 5000 }),
    body: fc.nat({ max: 40 }),
    title: fc.nat({ max: 3 }),
    length: fc.integer({ min: 1, max: 300 }),
  }),
  {
    selector: ({ passage }) => passage,
    minLength: 2,
    maxLength: 600,
    size: 'max',
  },
);

function encoded(raw: readonly { passage: number; body: number; title: number; length: number }[]) {
  const items = raw.toSorted((left, right) => left.passage - right.passage);
  const of = (pick: (item: (typeof items)[number]) => number) => Uint32Array.from(items, pick);
  const list: PostingList = {
    count: items.length,
    passages: of(({ passage }) => passage),
    bodies: of(({ body }) => body),
    titles: of(({ title }) => title),
    positionEnds: of(() => 0),
  };
  const lengths = new Uint16Array(5001);
  for (const { passage, length } of items) lengths[passage] = length;
  return { items, lengths, words: encodePostings(list, { lengths, titleWeight: 2 }).slice() };
}

test('encoded postings come back in order with their frequencies', () => {
  fc.assert(
    fc.property(postings, (raw) => {
      const { items, words } = encoded(raw);
      const cursor = openCursor(words, items.length);
      for (const { passage, body, title } of items) {
        needFrequencies(cursor);
        expect([cursor.passage, cursor.bodies[cursor.at], cursor.titles[cursor.at]]).toEqual([passage, body, title]);
        advance(cursor);
      }
      expect(cursor.passage).toBe(NO_MORE);
    }),
  );
});

test('seeking finds the first passage at or after the target', () => {
  fc.assert(
    fc.property(postings, fc.array(fc.nat({ max: 5100 }), { maxLength: 20 }), (raw, targets) => {
      const { items, words } = encoded(raw);
      const cursor = openCursor(words, items.length);
      for (const target of targets.toSorted((left, right) => left - right)) {
        expect(seek(cursor, target)).toBe(items.find(({ passage }) => passage >= target)?.passage ?? NO_MORE);
      }
    }),
  );
});

test('no posting scores above the bound of its block, for any k1 and b', () => {
  fc.assert(
    fc.property(
      postings,
      fc.double({ min: 0, max: 3, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (raw, k1, b) => {
        const { items, lengths, words } = encoded(raw);
        const measure = similarity({ passages: 5000, averageLength: 100, titleWeight: 2 }, { k1, b });
        const cursor = openCursor(words, items.length);
        items.forEach(({ passage, body, title }, at) => {
          const score = saturation(measure, body + 2 * title, lengths[passage]!);
          expect(score).toBeLessThanOrEqual(blockBound(measure, cursor, Math.floor(at / BLOCK)) + 1e-12);
        });
      },
    ),
  );
});
