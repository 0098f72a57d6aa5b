import { expect, test } from 'vitest';
import type { EvalRow } from '../lab/run/row.js';
import { evalProgress, progressText } from './eval-progress.js';

test('rows of earlier runs count as done, not for the rate', () => {
  const tally = { done: 60, tokens: 1200, costUsd: 0.5, failed: 1 };
  expect(progressText(tally, { added: 20, total: 100, elapsedMs: 10_000 })).toBe(
    '60/100  2.0/s  20 s left  1200 tokens  $0.500  1 failed',
  );
});

test('slow runs are told by the minute, long ones in hours, and an unknown price as unknown', () => {
  const tally = { done: 2, tokens: 10, costUsd: null, failed: 0 };
  expect(progressText(tally, { added: 2, total: 400, elapsedMs: 60_000 })).toBe(
    '2/400  2.0/min  3 h 19 min left  10 tokens  cost unknown',
  );
});

test('prints plain lines without a terminal, the last one when it stops', () => {
  const printed: string[] = [];
  const line = {
    print: (text: string) => printed.push(text),
    update: () => expect.unreachable(),
    clear: () => undefined,
  };
  let nowMs = 0;
  const clock = { monotonicMs: () => nowMs, now: () => '' };
  const progress = evalProgress({ line, moving: false, before: [], total: 2, clock });
  progress.start();
  const usage = { calls: 1, inputTokens: 3, outputTokens: 4, costUsd: 0, ms: 1 };
  progress.add({ usage } as EvalRow);
  nowMs = 500;
  progress.stop();
  expect(printed).toEqual(['1/2  2.0/s  1 s left  7 tokens  $0']);
});
