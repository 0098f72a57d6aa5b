import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { semanticChunks } from './semantic-chunks.js';

/** Sentences ending in a full stop and one vector each. */
function parts(text: string) {
  return [...text.matchAll(/[^.\s][^.]*\./g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

describe('semanticChunks', () => {
  const text = 'Cats purr. Cats sleep.  Cars roar. Cars stop.';
  const sentences = parts(text);
  const vectors = [
    [1, 0],
    [0.9, 0.1],
    [0, 1],
    [0.1, 0.9],
  ];

  test('keeps similar neighbours together and cuts below 0.8', () => {
    expect(semanticChunks(text, { sentences, vectors }).map((chunk) => chunk.text)).toEqual([
      'Cats purr. Cats sleep.',
      'Cars roar. Cars stop.',
    ]);
  });

  test('cuts at the sharpest turns in percentile mode, whatever the similarities are', () => {
    const close = [
      [1, 0],
      [1, 0.05],
      [1, 0.3],
      [1, 0.33],
    ];
    expect(semanticChunks(text, { sentences, vectors: close }).length).toBe(1);
    expect(
      semanticChunks(text, { sentences, vectors: close }, { cut: { percentile: 60 } }).map((chunk) => chunk.text),
    ).toEqual(['Cats purr. Cats sleep.', 'Cars roar. Cars stop.']);
  });

  test('starts a new chunk rather than reach the limit', () => {
    const same = vectors.map(() => [1, 0]);
    expect(
      semanticChunks(text, { sentences, vectors: same }, { limitCharacters: 23 }).map((chunk) => chunk.text),
    ).toEqual(['Cats purr. Cats sleep.', 'Cars roar. Cars stop.']);
    expect(semanticChunks(text, { sentences, vectors: same }, { limitCharacters: 21 }).length).toBe(4);
  });

  test('splits a sentence over the limit at a word boundary', () => {
    const long = `${'word '.repeat(150).trim()}.`;
    const chunks = semanticChunks(long, { sentences: [{ start: 0, end: long.length }], vectors: [[1]] });
    expect(chunks.map(({ text: part }) => part.length)).toEqual([499, 250]);
    expect(chunks.every(({ text: part }) => part.startsWith('word') && !part.endsWith(' '))).toBe(true);
  });

  test('every chunk is under the limit, is what the offsets say, and nothing but spaces is lost', () => {
    const sentence = fc.string({ minLength: 1, maxLength: 90, unit: 'grapheme' });
    fc.assert(
      fc.property(fc.array(fc.tuple(sentence, fc.constantFrom([1, 0], [0, 1])), { maxLength: 8 }), (items) => {
        let whole = '';
        const stretches = items.map(([words]) => {
          const start = whole.length;
          whole += `${words} `;
          return { start, end: start + words.length };
        });
        const chunks = semanticChunks(
          whole,
          { sentences: stretches, vectors: items.map(([, vector]) => vector) },
          { limitCharacters: 40 },
        );
        for (const chunk of chunks) {
          expect(chunk.end - chunk.start).toBeLessThan(40);
          expect(chunk.text).toBe(whole.slice(chunk.start, chunk.end));
        }
        const bare = (value: string) => value.replace(/\s/g, '');
        expect(bare(chunks.map((chunk) => chunk.text).join(''))).toBe(bare(whole));
      }),
    );
  });
});
