/**
 * How much is done at once: a fixed number of places and a bounded queue before them. Who would wait too long is told
 * so at once.
 */
import { type Clock, systemClock } from '../core/clock.js';
import type { Caller } from './callers/caller.js';
import type { Limits } from './callers/limits.js';
import { refusal } from './refusal.js';

export type Ticket = {
  /** Resolves when there is a place; rejects with the signal's reason. */
  readonly turn: (signal: AbortSignal) => Promise<void>;
  readonly release: () => void;
};

export type Admission = {
  /** Throws a 429 where no place is in sight or the caller has its share. */
  readonly enter: (caller: Caller) => Promise<Ticket>;
  readonly running: () => number;
  readonly waiting: () => number;
};

/** Before anything was measured. */
const FIRST_GUESS_MS = 2000;

export type AdmissionParts = {
  readonly concurrency: number;
  readonly queue: number;
  readonly limits: Pick<Limits, 'occupy'>;
};

export function createAdmission({ concurrency, queue, limits }: AdmissionParts, clock: Clock = systemClock): Admission {
  const waiting: (() => void)[] = [];
  let running = 0;
  let usualMs = FIRST_GUESS_MS;

  const retryAfter = () =>
    Math.min(120, Math.max(1, Math.ceil(((waiting.length + 1) / concurrency) * (usualMs / 1000))));
  const next = () => {
    while (running < concurrency && waiting.length > 0) {
      running += 1;
      waiting.shift()?.();
    }
  };

  return {
    running: () => running,
    waiting: () => waiting.length,
    enter: async (caller) => {
      if (running >= concurrency && waiting.length >= queue)
        throw busy(
          `All ${concurrency} places are taken and ${waiting.length} questions wait. Ask again later.`,
          retryAfter(),
        );
      const giveBack = await limits.occupy(caller, retryAfter());
      return ticketOf({
        take: (go) => {
          waiting.push(go);
          next();
        },
        leave: (go) => {
          const at = waiting.indexOf(go);
          if (at >= 0) waiting.splice(at, 1);
        },
        release: (startedMs) => {
          giveBack();
          if (startedMs === undefined) return;
          usualMs = usualMs * 0.9 + (clock.monotonicMs() - startedMs) * 0.1;
          running -= 1;
          next();
        },
        clock,
      });
    },
  };
}

type Places = {
  readonly take: (go: () => void) => void;
  readonly leave: (go: () => void) => void;
  readonly release: (startedMs: number | undefined) => void;
  readonly clock: Clock;
};

function ticketOf({ take, leave, release, clock }: Places): Ticket {
  let startedMs: number | undefined;
  let isReleased = false;
  return {
    turn: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const give = () => {
          leave(go);
          reject(signal.reason);
        };
        const go = () => {
          signal.removeEventListener('abort', give);
          startedMs = clock.monotonicMs();
          resolve();
        };
        signal.addEventListener('abort', give, { once: true });
        take(go);
      }),
    release: () => {
      if (isReleased) return;
      isReleased = true;
      release(startedMs);
    },
  };
}

function busy(message: string, seconds: number) {
  return refusal(429, { code: 'busy', message, headers: { 'retry-after': `${seconds}` } });
}
