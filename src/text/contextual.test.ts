import { expect, test } from 'vitest';
import { contextualText } from './contextual.js';

test('title and headings stand above the text, the title once', () => {
  expect(contextualText('Bridge', ['Bridge', 'History'], 'It opened in 1888.')).toBe(
    'Bridge > History\nIt opened in 1888.',
  );
  expect(contextualText('', ['History'], 'It opened.')).toBe('History\nIt opened.');
  expect(contextualText('', [], 'It opened.')).toBe('It opened.');
});
