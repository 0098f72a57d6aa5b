import { expect, test } from 'vitest';
import type { Claim, Result } from '../core/data.js';
import { renderResult } from './render.js';

const style = { dim: (text: string) => text, bold: (text: string) => text, warn: (text: string) => `!${text}` };
const text = 'It is 41 m long. It is blue.';
const claims: Claim[] = [
  {
    text: 'It is 41 m long.',
    start: 0,
    end: 16,
    sources: [1],
    verdict: 'supported',
    evidence: [{ n: 1, quote: 'The bridge is\n41 metres long.', start: 5, end: 34 }],
    repaired: 'rewritten as the source says: "43 m" is "41 m"',
  },
  { text: 'It is blue.', start: 17, end: 28, sources: [], verdict: 'unsupported', evidence: [] },
];
const result = { answer: { status: 'answered', text, claims }, sources: [] } as unknown as Result;

test('a sentence without a source says so', () => {
  expect(renderResult(result, style)).toBe('It is 41 m long. [1] It is blue. [no source]');
});

test('with --verify each sentence has its verdict, its quote and what was done to it', () => {
  expect(renderResult(result, style, { verify: true }).split('\n').slice(2)).toEqual([
    'Verification',
    'supported  It is 41 m long.',
    '    [1] 5-34: "The bridge is 41 metres long."',
    '    rewritten as the source says: "43 m" is "41 m"',
    '!unsupported  It is blue.',
  ]);
});
