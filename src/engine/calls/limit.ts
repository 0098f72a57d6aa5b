/**
 * How many calls a provider gets at the same time and within any minute. Those who wait go in turn, and may leave at
 * any moment.
 */
import type { Clock } from '../../core/clock.js';
import { manyListeners } from './call.js';
import { currentCall } from './context.js';
import { notNow } from './failures.js';

export type Limits = { readonly concurrency: number; readonly requestsPerMinute?: number | undefined };

export type Limiter = {
  /** Resolves when the call may start; the function it gives says that it has ended, with an answer or without. */
  readonly enter: (signal: AbortSignal) => Promise<(isAnswered?: boolean) => void>;
  /**
   * Half as many at a time: a call that began then was not answered in its time. Every answer lets a little more in
   * again.
   */
  readonly slowDown: (startedMs: number) => void;
  /** Lets nobody in for so long: the provider asked for it. */
  readonly pause: (ms: number) => void;
};

const MINUTE_MS = 60_000;

type QueuedCall = {
  readonly deadlineMs: number | undefined;
  readonly start: () => void;
  readonly refuse: (reason: unknown) => void;
};

export type LimiterOptions = {
  readonly clock: Clock;
  readonly name: string;
  /**
   * Outside a question, which has a deadline of its own, nobody waits longer for a server that asks to be left alone.
   */
  readonly maxDelayMs: number;
};

export function createLimiter(
  { concurrency, requestsPerMinute }: Limits,
  { clock, name, maxDelayMs }: LimiterOptions,
): Limiter {
  const queue: QueuedCall[] = [];
  const minute = createMinute(requestsPerMinute, clock);
  let running = 0;
  let pausedUntilMs = 0;
  let allowed = concurrency;
  let slowedMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const pausedMs = () => pausedUntilMs - clock.monotonicMs();

  function refusal(before: number, deadlineMs: number | undefined): Error | undefined {
    if (deadlineMs === undefined) return pausedMs() > maxDelayMs ? leftAlone(name, pausedMs()) : undefined;
    const turnMs = Math.max(pausedMs(), minute.msUntilTurn(before));
    return turnMs > deadlineMs - clock.monotonicMs() ? tooLate(name, turnMs) : undefined;
  }

  function admit(): void {
    clearTimeout(timer);
    while (queue.length > 0 && running < Math.floor(allowed)) {
      const closedMs = Math.max(pausedMs(), minute.fullForMs());
      if (closedMs > 0) {
        timer = setTimeout(admit, Math.ceil(closedMs));
        return;
      }
      running += 1;
      minute.begin();
      queue.shift()?.start();
    }
  }

  const leave = (isAnswered = false) => {
    running -= 1;
    if (isAnswered) allowed = Math.min(concurrency, allowed + 1 / allowed);
    admit();
  };

  /** In the queue until there is a place, or until the caller leaves it. */
  const wait = (signal: AbortSignal, deadlineMs: number | undefined) =>
    new Promise<typeof leave>((resolve, reject) => {
      const refuse = (why: unknown) => {
        const at = queue.indexOf(waiting);
        if (at >= 0) queue.splice(at, 1);
        signal.removeEventListener('abort', stop);
        admit(); // the timer is of no use when nobody waits
        reject(why);
      };
      const start = () => {
        signal.removeEventListener('abort', stop);
        resolve(leave);
      };
      const stop = () => refuse(signal.reason);
      const waiting: QueuedCall = { deadlineMs, refuse, start };
      manyListeners(signal).addEventListener('abort', stop, { once: true });
      queue.push(waiting);
      admit();
    });

  return {
    slowDown: (startedMs) => {
      if (startedMs < slowedMs) return; // calls that ran side by side run out of time together
      slowedMs = clock.monotonicMs();
      allowed = Math.max(1, Math.floor(Math.min(allowed, running) / 2));
    },
    pause: (ms) => {
      pausedUntilMs = Math.max(pausedUntilMs, clock.monotonicMs() + ms);
      for (const { deadlineMs, refuse } of [...queue]) {
        const reason = refusal(0, deadlineMs);
        if (reason) refuse(reason);
      }
    },
    enter: (signal) => {
      signal.throwIfAborted();
      const deadlineMs = currentCall()?.deadlineMs;
      const reason = refusal(queue.length, deadlineMs);
      if (reason) throw reason;
      return wait(signal, deadlineMs);
    },
  };
}

/** The calls that began within the last minute, and when the next may. */
function createMinute(most: number | undefined, clock: Clock) {
  const starts: number[] = []; // oldest first
  const fullForMs = (): number => {
    const nowMs = clock.monotonicMs();
    while (starts.length > 0 && (starts[0] as number) + MINUTE_MS <= nowMs) starts.shift();
    return most !== undefined && starts.length >= most ? (starts[0] as number) + MINUTE_MS - nowMs : 0;
  };
  return {
    begin: () => {
      if (most !== undefined) starts.push(clock.monotonicMs());
    },
    fullForMs,
    /** Of the one who has so many before them in the queue. */
    msUntilTurn: (before: number): number => {
      const fullMs = fullForMs();
      if (most === undefined) return 0;
      const [nowMs, position] = [clock.monotonicMs(), starts.length + before];
      const firstMs = starts[position % most] ?? nowMs;
      return Math.max(fullMs, firstMs + Math.floor(position / most) * MINUTE_MS - nowMs);
    },
  };
}

function leftAlone(name: string, pausedMs: number) {
  const seconds = Math.ceil(pausedMs / 1000);
  return notNow(
    `${name} asks to be left alone for another ${seconds} s, which is longer than calls.retry.maxDelayMs. Try again later, or raise it.`,
  );
}

function tooLate(name: string, closedMs: number) {
  const seconds = Math.ceil(closedMs / 1000);
  return notNow(
    `${name} may be asked again in ${seconds} s (rate limit), which is after the question's deadline. Raise timeoutMs, lower the concurrency, or raise calls.providers.${name}.requestsPerMinute if your plan allows it.`,
  );
}
