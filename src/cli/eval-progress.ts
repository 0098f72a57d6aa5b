/**
 * How far an evaluation is: done, rate, time left, tokens, money. A moving line on a terminal, a plain line every few
 * seconds elsewhere.
 */
import { type Clock, systemClock } from '../core/clock.js';
import type { Usage } from '../core/data.js';
import { money, type StatusLine } from './terminal.js';
import { timeLeft } from './time-left.js';

export type ProgressInput = {
  readonly line: StatusLine;
  readonly moving: boolean;
  /** Rows of earlier runs into the same folder: they count as done, not for the rate. */
  readonly before: readonly unknown[];
  readonly total: number;
  readonly clock?: Clock;
};

/** What a question took, and whether it failed. */
export type ProgressRow = { readonly usage: Usage; readonly error?: unknown };

export type EvalProgress = {
  readonly start: () => void;
  readonly add: (row: ProgressRow) => void;
  readonly stop: () => void;
};

const MOVING_MS = 250;
const PLAIN_MS = 5000;

export function evalProgress({ line, moving, before, total, clock = systemClock }: ProgressInput): EvalProgress {
  const tally = { done: before.length, tokens: 0, costUsd: 0 as number | null, failed: 0 };
  let startedMs = clock.monotonicMs();
  let timer: NodeJS.Timeout | undefined;
  const text = () =>
    progressText(tally, { added: tally.done - before.length, total, elapsedMs: clock.monotonicMs() - startedMs });
  const show = () => (moving ? line.update(text()) : line.print(text()));
  return {
    start: () => {
      startedMs = clock.monotonicMs();
      timer = setInterval(show, moving ? MOVING_MS : PLAIN_MS).unref();
    },
    add: ({ usage, error }) => {
      tally.done += 1;
      tally.tokens += usage.inputTokens + usage.outputTokens;
      tally.costUsd = tally.costUsd === null || usage.costUsd === null ? null : tally.costUsd + usage.costUsd;
      if (error) tally.failed += 1;
    },
    stop: () => {
      clearInterval(timer);
      line.clear();
      if (timer) line.print(text());
    },
  };
}

type Tally = {
  readonly done: number;
  readonly tokens: number;
  readonly costUsd: number | null;
  readonly failed: number;
};
type Pace = { readonly added: number; readonly total: number; readonly elapsedMs: number };

/** "37/120  4.2/s  20 s left  12345 tokens  $0.012  1 failed" */
export function progressText({ done, tokens, costUsd, failed }: Tally, { added, total, elapsedMs }: Pace): string {
  const perSecond = elapsedMs > 0 ? (added / elapsedMs) * 1000 : 0;
  const pace = perSecond >= 1 ? `${perSecond.toFixed(1)}/s` : `${(perSecond * 60).toFixed(1)}/min`;
  const left = done < total && perSecond > 0 ? [`${timeLeft((total - done) / perSecond)} left`] : [];
  const spent = tokens > 0 ? [`${tokens} tokens`, money(costUsd)] : [];
  return [`${done}/${total}`, pace, ...left, ...spent, ...(failed > 0 ? [`${failed} failed`] : [])].join('  ');
}
