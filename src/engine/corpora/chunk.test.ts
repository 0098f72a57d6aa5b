import { expect, test } from 'vitest';
import type { Document } from '../../core/data.js';
import type { Embedder } from '../../core/ports.js';
import { type Chunking, chunkDocument, windows } from './chunk.js';

const { signal } = new AbortController();

function documentWith(parts: readonly (readonly [string, string])[]): Document {
  let text = '';
  const sections = parts.map(([heading, body]) => {
    text += `${text === '' ? '' : '\n\n'}# ${heading}\n\n`;
    const start = text.length;
    text += body;
    return { headings: [heading], text: body, start, end: text.length };
  });
  return { id: 'd', url: 'https://d.example/', title: 'D', date: '2026-01-02', text, sections };
}

const sentences = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, at) => `This is the sentence of number ${from + at}.`).join(' ');
const words = (text: string): number => text.split(/\s+/).length;

test.each<Chunking>(['sections', 'fixed', 'whole'])(
  '%s: every passage is the stretch of the text that its offsets name',
  async (chunking) => {
    const document = documentWith([
      ['One', sentences(10)],
      ['Two', sentences(120, 10)],
    ]);
    const passages = await chunkDocument(document, { chunking, signal });
    expect(passages.length).toBe({ sections: 6, fixed: 6, whole: 1 }[chunking as 'sections' | 'fixed' | 'whole']);
    for (const [at, { id, text, start, end, source }] of passages.entries()) {
      expect(id).toBe(`d#${at}`);
      expect(text).toBe(document.text.slice(start, end));
      expect(source).toEqual({ id: 'd', url: 'https://d.example/', title: 'D', date: '2026-01-02' });
    }
  },
);

test('sections keep their headings, and a long one is cut into windows under the same headings', async () => {
  const passages = await chunkDocument(
    documentWith([
      ['Short', 'Few words.'],
      ['Long', sentences(120)],
    ]),
    { chunking: 'sections', signal },
  );
  expect(passages[0]).toMatchObject({ headings: ['Short'], text: 'Few words.' });
  expect(new Set(passages.slice(1).map(({ headings }) => headings.join()))).toEqual(new Set(['Long']));
});

test('windows hold at most 200 words, begin and end with sentences, cover everything and repeat up to 40 words', () => {
  const text = sentences(300);
  const found = windows(text, { start: 0, end: text.length });
  expect(found[0]?.start).toBe(0);
  expect(found.at(-1)?.end).toBe(text.length);
  for (const [at, { start, end }] of found.entries()) {
    const piece = text.slice(start, end);
    expect(words(piece)).toBeLessThanOrEqual(200);
    expect(piece).toMatch(/^This is.*\.$/s);
    const next = found[at + 1];
    if (!next) continue;
    expect(next.start).toBeLessThan(end);
    expect(words(text.slice(next.start, end))).toBeLessThanOrEqual(40);
  }
});

test('a sentence longer than a window, and text without spaces, are cut too', () => {
  const endless = Array.from({ length: 450 }, (_, at) => `w${at}`).join(' ');
  expect(windows(endless, { start: 0, end: endless.length })).toHaveLength(3);
  const chinese = '河'.repeat(900);
  const found = windows(chinese, { start: 0, end: chinese.length });
  expect(found.map(({ start, end }) => end - start)).toEqual([400, 400, 100]);
});

test('semantic chunks follow the embedder, and without one the error says what to do', async () => {
  const document = documentWith([['All', 'Cats purr. Cats sleep. Ships sail. Ships sink.']]);
  const embedder: Embedder = {
    name: 'animals',
    dimensions: 2,
    embed: async (texts) => texts.map((text) => Float32Array.from(text.includes('Ships') ? [0, 1] : [1, 0])),
  };
  const passages = await chunkDocument(
    { ...document, text: document.sections[0]!.text, sections: [] },
    { chunking: 'semantic', embedder, cut: { below: 0.8 }, signal },
  );
  expect(passages.map(({ text }) => text)).toEqual(['Cats purr. Cats sleep.', 'Ships sail. Ships sink.']);
  const byTurns = await chunkDocument(document, { chunking: 'semantic', embedder, signal });
  expect(byTurns.map(({ text, start }) => [text, document.text.indexOf(text) === start])).toEqual([
    ['Cats purr. Cats sleep.', true],
    ['Ships sail. Ships sink.', true],
  ]);
  await expect(chunkDocument(document, { chunking: 'semantic', signal })).rejects.toThrow(/need an embedder/);
});
