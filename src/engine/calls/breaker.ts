/** Leaves a provider alone after so many failures in a row; after a pause one call tries it for all. */
import type { Clock } from '../../core/clock.js';
import type { CallsConfig } from '../config/calls.js';
import { isRateLimited, mayPass, notNow } from './failures.js';
import { isTimeout } from './timeout.js';

export type Breaker = { readonly guard: <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T> };

export function createBreaker(
  { failures, pauseMs }: CallsConfig['breaker'],
  { clock, name }: { clock: Clock; name: string },
): Breaker {
  let inARow = 0;
  let openUntilMs: number | undefined;
  let isTrying = false;
  let failedMs = Number.NEGATIVE_INFINITY;

  /** True for the call that tries a provider after its pause. */
  function check(): boolean {
    if (openUntilMs === undefined) return false;
    const leftMs = openUntilMs - clock.monotonicMs();
    if (leftMs > 0 || isTrying) throw refusal(Math.max(0, leftMs));
    isTrying = true;
    return true;
  }

  /**
   * A provider that answers, be it with a refusal, is there. One that has too much to do is, too: the limiter waits for
   * it. Calls that waited side by side and ran out of time together have seen one failure, not many.
   */
  function note(startedMs: number, error?: unknown): void {
    if (isTimeout(error)) {
      if (startedMs < failedMs) return;
      failedMs = clock.monotonicMs();
    }
    const failed = error !== undefined && mayPass(error) && !isRateLimited(error);
    inARow = failed ? inARow + 1 : 0;
    openUntilMs = inARow >= failures ? clock.monotonicMs() + pauseMs : undefined;
  }

  function refusal(leftMs: number) {
    const until = new Date(Date.parse(clock.now()) + leftMs).toISOString().slice(11, 19);
    const when =
      leftMs > 0
        ? `until ${until} UTC (${Math.ceil(leftMs / 1000)} s)`
        : 'until the call that is trying it now has ended';
    return notNow(
      `${name} failed ${inARow} times in a row and is not asked ${when}. Check that it is up, or configure another.`,
    );
  }

  return {
    guard: async (work, signal) => {
      const isTrial = check();
      const startedMs = clock.monotonicMs();
      try {
        const output = await work();
        note(startedMs);
        return output;
      } catch (error) {
        if (!signal.aborted) note(startedMs, error);
        throw error;
      } finally {
        if (isTrial) isTrying = false;
      }
    },
  };
}
