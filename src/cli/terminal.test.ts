import { expect, test } from 'vitest';
import type { Document, Result } from '../core/data.js';
import type { TraceEvent } from '../core/trace.js';
import type { CorpusHits } from '../engine/corpora/index.js';
import { renderComparison } from './compare.js';
import { explain } from './explain.js';
import { renderTree } from './parse.js';
import { showProgress } from './progress.js';
import { renderResult } from './render.js';
import { renderHits } from './search-text.js';
import { jsonText, oneLine, printable } from './terminal.js';
import { renderVerification } from './verify.js';

const plain = (text: string) => text;
const style = { dim: plain, bold: plain, warn: plain };
/** Colours, a link of its own, a title for the window, reversed and invisible text, a line of its own. */
const HOSTILE =
  'shown\u001b[2J\u001b[31m\u001b]8;;https://evil.example\u001b\\\u001b]0;x\u0007\u009b1A\u202e\u2066\u200b\u{e0041}\u0000\rover\u0008\nSources';
const OBEYED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is tested.
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u;

const quote = { quote: HOSTILE, start: 0, end: 9, title: HOSTILE, url: HOSTILE, date: HOSTILE };
const claim = { text: HOSTILE, start: 0, end: HOSTILE.length, sources: [1], verdict: 'supported', repaired: HOSTILE };
const result = {
  answer: { status: 'answered', text: HOSTILE, claims: [{ ...claim, evidence: [{ n: 1, ...quote }] }] },
  sources: [{ n: 1, title: HOSTILE, url: HOSTILE, passages: [{ headings: [HOSTILE] }] }],
  conflicts: [{ claim: HOSTILE, why: HOSTILE, says: [quote] }],
} as unknown as Result;
const plan = [{ round: 1, question: HOSTILE, queries: [HOSTILE], found: [quote], answer: HOSTILE, stopped: HOSTILE }];
const events = [
  { type: 'dropped', stage: 's', atMs: 0, what: 'hit', id: HOSTILE, reason: HOSTILE },
  { type: 'scores', stage: 's', atMs: 0, rule: HOSTILE, cut: 0.5, scores: [{ id: 'a', score: 1 }] },
  { type: 'page-failed', stage: 's', atMs: 0, url: HOSTILE, reason: HOSTILE },
  { type: 'fallback', stage: 's', atMs: 0, reason: HOSTILE },
] as unknown as TraceEvent[];
const source = { id: 'd', url: HOSTILE, title: HOSTILE };
const explanation = { value: 1, what: HOSTILE, parts: [] };
const hits = {
  hits: [{ id: 'd#0', source, headings: [HOSTILE], score: 1, text: HOSTILE, explanation }],
  query: { text: 'shown' },
} as unknown as CorpusHits;
const page = {
  ...{ id: 'd', url: HOSTILE, title: HOSTILE, description: HOSTILE, date: HOSTILE, language: HOSTILE, text: HOSTILE },
  sections: [{ headings: [HOSTILE], text: HOSTILE, start: 0, end: 9 }],
  leftOut: [{ what: HOSTILE, why: HOSTILE, characters: 1 }],
} as unknown as Document;
const comparison = {
  ...{ first: HOSTILE, second: HOSTILE, questions: 1, unmatched: 0, standIns: [1, 0] as const },
  metrics: [
    {
      metric: HOSTILE,
      first: 1,
      second: 1,
      wins: 0,
      losses: 0,
      ties: 1,
      difference: 0,
      low: 0,
      high: 0,
      p: 1,
      pHolm: 1,
    },
  ],
  differing: [{ id: HOSTILE, first: 1, second: 0, question: HOSTILE, answers: [HOSTILE, HOSTILE] }],
} as unknown as Parameters<typeof renderComparison>[0];
const verification = {
  claims: [{ text: HOSTILE, verdict: 'supported', sources: [{ source: HOSTILE, quote: HOSTILE, start: 0, end: 9 }] }],
  summary: { supported: 1 },
} as unknown as Parameters<typeof renderVerification>[0];

function progressText(): string {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  events.forEach(showProgress({ update: print, print, clear: () => undefined }, style));
  return lines.join('\n');
}

test.each([
  ['the answer with quotes, sources and conflicts', () => renderResult(result, style, { verify: true }), 1],
  ['what is explained', () => explain({ events, result: { plan } as unknown as Result }), 0],
  ['progress', progressText, 0],
  ['hits', () => renderHits(hits, { language: 'en', style }), 0],
  ['a page', () => renderTree(page, style), 0],
  ['a comparison', () => renderComparison(comparison, style), 0],
  ['verdicts on a text', () => renderVerification(verification, style), 0],
])('nothing in %s moves, colours, links or hides, and no title makes a line of its own', (_, render, ownLines) => {
  const text = render();
  expect(text).toContain('shown');
  expect(text).not.toMatch(OBEYED);
  expect(text).not.toContain('evil.example');
  // Only an answer may have lines, and its own heading "Sources" follows it.
  expect(text.split('\n').filter((line) => line.startsWith('Sources') && line !== 'Sources disagree')).toHaveLength(
    ownLines * 2,
  );
});

test('lines stay in an answer and go from a title', () => {
  expect(printable('a\r\nb\u001b[1m')).toBe('a\nb');
  expect(oneLine(' a\r\n\tb\u001b[1m ')).toBe('a b');
});

test('JSON says the same with nothing a terminal obeys', () => {
  const text = jsonText({ title: HOSTILE });
  expect(text).not.toMatch(OBEYED);
  expect(JSON.parse(text)).toEqual({ title: HOSTILE });
});
