/**
 * Tries again what may pass: exponential backoff with jitter, or the wait the server asked for. A wait ends at once
 * with the signal, and an attempt that cannot end before the question's deadline is not begun.
 */
import type { Clock } from '../../core/clock.js';
import type { CallsConfig } from '../config/calls.js';
import { type Call, type CallSettings, sleep } from './call.js';
import { currentCall } from './context.js';
import { mayPass, retryAfterOf } from './failures.js';

export type RetryOptions = {
  readonly settings: CallsConfig['retry'];
  readonly clock: Clock;
  readonly random: () => number;
  /** The shortest time in which this provider ever answered. */
  readonly fastestMs: () => number;
};

export function withRetry<Input, Output>(call: Call<Input, Output>, retrying: RetryOptions): Call<Input, Output> {
  const { settings, clock, fastestMs } = retrying;
  return async (input, options) => {
    const attemptOptions = streamOnce(options);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await call(input, attemptOptions());
      } catch (error) {
        options.signal.throwIfAborted();
        if (attempt >= settings.attempts || !mayPass(error)) throw error;
        const waitMs = delayMs(attempt, error, retrying);
        const leftMs = (currentCall()?.deadlineMs ?? Number.POSITIVE_INFINITY) - clock.monotonicMs();
        if (waitMs > settings.maxDelayMs || waitMs + fastestMs() >= leftMs) throw error;
        await sleep(waitMs, options.signal);
      }
    }
  };
}

/**
 * Between half and all of the exponential step ("equal jitter"), so that callers that failed together do not come back
 * together.
 */
function delayMs(attempt: number, error: unknown, { settings, random }: RetryOptions): number {
  const step = Math.min(settings.maxDelayMs, settings.firstDelayMs * 2 ** (attempt - 1));
  const backoffMs = step * (0.5 + random() / 2);
  return Math.max(backoffMs, retryAfterOf(error) ?? 0);
}

/**
 * The options of one attempt after the other, so that the listener hears no text twice: what an earlier attempt said is
 * passed over, and an attempt that says something else is not heard (the reply still carries its text). An attempt that
 * was given up is not heard any more.
 */
function streamOnce(options: CallSettings): () => CallSettings {
  const { onText } = options;
  if (!onText) return () => options;
  let said = '';
  let current = 0;
  return () => {
    current += 1;
    const own = current;
    let heard = '';
    const listen = (piece: string) => {
      if (own !== current) return;
      heard += piece;
      if (said.startsWith(heard)) return;
      if (!heard.startsWith(said)) {
        current += 1;
        return;
      }
      const fresh = heard.slice(said.length);
      said = heard;
      onText(fresh);
    };
    return { ...options, onText: listen };
  };
}
