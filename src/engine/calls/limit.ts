/** How many calls a provider gets at the same time and within any minute. Those who wait go in turn, and may leave at any moment. */
import type { Clock } from '../../core/clock.js';
import { manyListeners } from './call.js';
import { serving } from './context.js';
import { notNow } from './failures.js';

export type Limits = { readonly concurrency: number; readonly requestsPerMinute?: number | undefined };

export type Limiter = {
  /** Resolves when the call may start; the function it gives says that it has ended. */
  readonly enter: (signal: AbortSignal) => Promise<() => void>;
  /** Lets nobody in for so long: the provider asked for it. */
  readonly pause: (ms: number) => void;
};

const MINUTE_MS = 60_000;

type Waiting = { readonly start: () => void };

export function createLimiter({ concurrency, requestsPerMinute }: Limits, { clock, name }: { clock: Clock; name: string }): Limiter {
  const queue: Waiting[] = [];
  const starts: number[] = []; // of the last minute, oldest first
  let running = 0;
  let pausedUntilMs = 0;
  let timer: NodeJS.Timeout | undefined;

  function closedForMs(): number {
    const nowMs = clock.monotonicMs();
    while (starts.length > 0 && (starts[0] as number) + MINUTE_MS <= nowMs) starts.shift();
    const full = requestsPerMinute !== undefined && starts.length >= requestsPerMinute;
    return Math.max(0, pausedUntilMs - nowMs, full ? (starts[0] as number) + MINUTE_MS - nowMs : 0);
  }

  function admit(): void {
    clearTimeout(timer);
    while (queue.length > 0 && running < concurrency) {
      const closedMs = closedForMs();
      if (closedMs > 0) {
        timer = setTimeout(admit, Math.ceil(closedMs));
        return;
      }
      running += 1;
      if (requestsPerMinute !== undefined) starts.push(clock.monotonicMs());
      queue.shift()?.start();
    }
  }

  const leave = () => {
    running -= 1;
    admit();
  };

  return {
    pause: (ms) => {
      pausedUntilMs = Math.max(pausedUntilMs, clock.monotonicMs() + ms);
    },
    enter: (signal) => {
      signal.throwIfAborted();
      const closedMs = closedForMs();
      const leftMs = (serving()?.deadlineMs ?? Number.POSITIVE_INFINITY) - clock.monotonicMs();
      if (closedMs > leftMs) throw tooLate(name, closedMs);
      return new Promise((resolve, reject) => {
        const stop = () => {
          const at = queue.indexOf(waiting);
          if (at >= 0) queue.splice(at, 1);
          admit(); // the timer is of no use when nobody waits
          reject(signal.reason);
        };
        const waiting: Waiting = {
          start: () => {
            signal.removeEventListener('abort', stop);
            resolve(leave);
          },
        };
        manyListeners(signal).addEventListener('abort', stop, { once: true });
        queue.push(waiting);
        admit();
      });
    },
  };
}

function tooLate(name: string, closedMs: number) {
  const seconds = Math.ceil(closedMs / 1000);
  return notNow(
    `${name} may be asked again in ${seconds} s (rate limit), which is after the question's deadline. Raise --timeout, lower the concurrency, or raise calls.providers.${name}.requestsPerMinute if your plan allows it.`,
  );
}
