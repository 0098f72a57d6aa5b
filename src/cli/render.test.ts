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
    evidence: [{ n: 1, url: 'https://a.example', quote: 'The bridge is\n41 metres long.', start: 5, end: 34 }],
    repaired: 'rewritten as the source says: "43 m" is "41 m"',
  },
  { text: 'It is blue.', start: 17, end: 28, sources: [], verdict: 'unsupported', evidence: [] },
];
const source = { n: 1, url: 'https://a.example', title: 'Bridge', passages: [] };
const result = { answer: { status: 'answered', text, claims }, sources: [source] } as unknown as Result;

test('a sentence without a source says so', () => {
  expect(renderResult(result, style).split('\n')[0]).toBe('It is 41 m long. [1] It is blue. [no source]');
});

test('a sentence that the sources contradict is marked, with what they say under the answer', () => {
  const evidence = [{ url: 'https://a.example', quote: 'The bridge is red.', start: 0, end: 18 }];
  const contradicted = [claims[0] as Claim, { ...(claims[1] as Claim), verdict: 'contradicted' as const, evidence }];
  const shown = renderResult({ ...result, answer: { ...result.answer, claims: contradicted } }, style).split('\n');
  expect(shown[0]).toBe('It is 41 m long. [1] It is blue. [contradicted]');
  expect(shown.slice(2, 5)).toEqual([
    'The sources say otherwise',
    '!contradicted  It is blue.',
    '    https://a.example 0-18: "The bridge is red."',
  ]);
});

test('with --verify each sentence has its verdict, its quote and what was done to it', () => {
  expect(renderResult(result, style, { verify: true }).split('\n').slice(2, 7)).toEqual([
    'Verification',
    'supported  It is 41 m long.',
    '    [1] 5-34: "The bridge is 41 metres long."',
    '    rewritten as the source says: "43 m" is "41 m"',
    '!unsupported  It is blue.',
  ]);
});

test('where sources disagree, each side is shown with its date and its words, and why the answer follows the first', () => {
  const quotation = { title: 'Museum', start: 0, end: 9 };
  const conflicts = [
    {
      claim: 'It is closed on Tuesdays.',
      says: [
        { ...quotation, url: 'https://new.example', date: '2024-03-25', quote: 'Closed on\nTuesdays.' },
        { ...quotation, url: 'https://old.example', quote: 'Closed on Mondays.' },
      ],
      why: 'not every page has a date',
    },
  ];
  expect(
    renderResult({ ...result, sources: [], conflicts }, style)
      .split('\n')
      .slice(2),
  ).toEqual([
    'Sources disagree',
    'Not every page has a date.',
    '  2024-03-25  Museum: "Closed on Tuesdays."',
    '    https://new.example',
    '  no date  Museum: "Closed on Mondays."',
    '    https://old.example',
  ]);
});

test('an answer says how sure it is; an abstention does not', () => {
  expect(renderResult({ ...result, confidence: 0.816 }, style).split('\n')[2]).toBe(
    'Confidence 0.82 (0 to 1: how likely the answer is right)',
  );
  const abstained = { ...result, answer: { ...result.answer, status: 'abstained' as const }, confidence: 0.1 };
  expect(renderResult(abstained, style)).not.toContain('Confidence');
});
