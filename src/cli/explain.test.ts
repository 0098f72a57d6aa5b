import { expect, test } from 'vitest';
import type { TraceDetail, TraceEvent } from '../core/trace.js';
import { explain } from './explain.js';

const at = (stage: string, detail: TraceDetail): TraceEvent => ({ ...detail, stage, atMs: 0 });
const scores = (values: readonly number[], cut: number, rule = 'mean') =>
  at('cut-at-threshold', { type: 'scores', rule, cut, scores: values.map((score, n) => ({ id: `d#${n}`, score })) });
const dropped = (stage: string, id: string, reason: string) =>
  at(stage, { type: 'dropped', what: 'section', id, reason });

test('shows how many chunks have which score, and draws the cut where it lies', () => {
  const text = explain({ events: [scores([0.05, 0.12, 0.15, 0.95], 0.3175)], result: {} });
  const lines = text.split('\n');
  expect(lines[0]).toBe('Scores in cut-at-threshold: 1 of 4 reach 0.32 (mean; mean 0.32, deviation 0.37)');
  expect(lines).toHaveLength(12); // a title, ten bins, the cut
  expect(lines.find((line) => line.includes('0.10 ..'))).toMatch(/#{40} 2$/);
  expect(lines.find((line) => line.includes('0.90 ..'))).toMatch(/#{20} 1$/);
  expect(lines[lines.findIndex((line) => line.includes('0.30 ..')) + 1]).toMatch(/cut 0\.32$/);
});

test.each([
  [1.4, 11],
  [-0.2, 1],
])('a cut of %d lies outside all bins and is drawn beyond them', (cut, line) => {
  expect(explain({ events: [scores([0.2, 0.4], cut)], result: {} }).split('\n')[line]).toMatch(/cut -?\d/);
});

test('scores that are no shares have bins from the least to the greatest', () => {
  const text = explain({ events: [scores([-4, 0, 6], 0.5)], result: {} });
  expect(text).toContain(' -4.00 .. -3.00');
  expect(text).toContain('  5.00 ..  6.00  ######');
});

test('names what each filter dropped and why, five lines each, and counts the rest', () => {
  const many = Array.from({ length: 7 }, (_, n) => dropped('cut-at-threshold', `d#${n}`, 'scores 0.10, below 0.32'));
  const text = explain({
    events: [dropped('drop-redundant', 'e#1', 'says again what e#0 says (0.95)'), ...many],
    result: {},
  });
  expect(text).toBe(
    [
      'drop-redundant dropped 1 passages',
      '  e#1: says again what e#0 says (0.95)',
      '',
      'cut-at-threshold dropped 7 passages',
      ...[0, 1, 2, 3, 4].map((n) => `  d#${n}: scores 0.10, below 0.32`),
      '  and 2 more',
    ].join('\n'),
  );
});

test('shows the plan: each question, what was searched and found, the answer and why it stopped', () => {
  const found = [{ url: 'https://a.example', title: 'Bridge' }];
  const plan = [
    {
      round: 1,
      question: 'Who built it?',
      queries: ['bridge builder'],
      found,
      answer: 'Ada Stone',
      stopped: 'verified',
    },
    { round: 2, question: 'When?', queries: [], found: [], answer: null, stopped: 'the limit was reached' },
  ];
  expect(explain({ events: [], result: { plan } })).toBe(
    [
      'Plan',
      '  1. Who built it?',
      '     searched: bridge builder',
      '     found: Bridge',
      '     answer: Ada Stone; stopped: verified',
      '  2. When?',
      '     found: nothing',
      '     no answer; stopped: the limit was reached',
    ].join('\n'),
  );
});

test('no escape sequence and no line break of a page reaches the terminal', () => {
  const plan = [
    { round: 1, question: 'a\u001b[31mb', queries: ['x\ny'], found: [], answer: 'c\u202ed', stopped: 'done' },
  ];
  const text = explain({
    events: [dropped('screen', 'https://a.example/\u001b]0;x\u0007', 'why\nnot')],
    result: { plan },
  });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is tested.
  expect(text).not.toMatch(/[\u001b\u0007\u202e]/);
  expect(text).toContain('why not');
  expect(text).toContain('x y');
});

test('says so when there is nothing to explain', () => {
  expect(explain({ events: [at('write-answer', { type: 'stage-start' })], result: {} })).toMatch(/^Nothing to explain/);
});
