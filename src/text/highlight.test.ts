import { expect, test } from 'vitest';
import { highlights, snippet } from './highlight.js';
import { parseLucene } from './lucene.js';

const marked = (text: string, query: Parameters<typeof highlights>[1]) =>
  highlights(text, query).map(({ start, end }) => text.slice(start, end));

test('marks words by stem, codes whole, and prefixes', () => {
  expect(marked('She runs; running a COVID-19 trial.', 'run covid-19')).toEqual(['runs', 'running', 'COVID-19']);
  expect(marked('Computers compute.', parseLucene('comp*').node)).toEqual(['Computers', 'compute']);
});

test('does not mark what the query excludes', () => {
  expect(marked('apple tart', parseLucene('tart -apple').node)).toEqual(['tart']);
});

test('shows the stretch with most marks, cut between words', () => {
  const text = `${'filler words '.repeat(30)}the golden apple of the golden tree ${'more filler '.repeat(30)}`;
  const shown = snippet(text, highlights(text, 'golden apple'), 80);
  expect(shown.text.length).toBeLessThanOrEqual(80);
  expect(shown.marks.map(({ start, end }) => shown.text.slice(start, end))).toEqual(['golden', 'apple', 'golden']);
  expect(text.slice(shown.start, shown.end)).toBe(shown.text);
  expect(shown.text).toMatch(/^\S.*\S$/);
});

test('shows the beginning where nothing is marked', () => {
  expect(snippet('short text', [])).toEqual({ text: 'short text', start: 0, end: 10, marks: [] });
});
