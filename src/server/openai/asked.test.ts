import { expect, test } from 'vitest';
import type { Result } from '../../core/data.js';
import { written } from './asked.js';

const text = 'The bridge was opened in 1888.';
const result = {
  answer: {
    status: 'answered',
    text,
    short: '1888 [*]',
    claims: [{ text, start: 0, end: text.length, verdict: 'supported', sources: [1] }],
  },
  sources: [{ n: 1, url: 'https://a.example', title: '', passages: [] }],
} as unknown as Result;

test('the short answer stands first, as text that no mark of its own can break, and citations count it', () => {
  const { text: content, pieces, citations } = written(result, { marks: 'links' });
  expect(content).toBe(`**1888 \\[\\*\\]**\n\n${text} [[1]](https://a.example)`);
  expect(pieces.join('')).toBe(content);
  expect(content.slice(citations[0]?.start_index, citations[0]?.end_index)).toBe(text);
});

test('nothing stands first where the text begins with it', () => {
  const same = { ...result, answer: { ...result.answer, short: 'The bridge' } };
  expect(written(same, { marks: 'numbers' }).text).toBe(`${text} [1]`);
});
