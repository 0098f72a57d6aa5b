import { expect, test } from 'vitest';
import { evidenceSpan } from './evidence-span.js';

const PAGE = 'The mill is old. The Old Bridge was opened in 1888. It is 41 m long. Nobody lives there.';

test('the sentence that shares most of the claim is the span, with what stands before it', () => {
  const span = evidenceSpan('The Old Bridge opened in 1888.', PAGE);
  expect(span).toMatchObject({ text: 'The Old Bridge was opened in 1888.', before: 'The mill is old.' });
  expect(PAGE.slice(span?.start, span?.end)).toBe(span?.text);
});

test('a neighbour is taken in when it brings a good part of the claim', () => {
  expect(evidenceSpan('The Old Bridge of 1888 is 41 m long.', PAGE)?.text).toBe(
    'The Old Bridge was opened in 1888. It is 41 m long.',
  );
});

test('a claim without words, or a page without sentences, has none', () => {
  expect(evidenceSpan('', PAGE)).toBeUndefined();
  expect(evidenceSpan('The bridge', '')).toBeUndefined();
});
