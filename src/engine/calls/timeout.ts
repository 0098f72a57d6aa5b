/**
 * A time for each attempt, whether or not the adapter keeps one. What is timed is silence: a reply that is streamed
 * gets its time anew with every piece, thoughts too; and a model server that answers other calls meanwhile has this one
 * in its queue, and is waited for.
 */
import { untilAborted } from '../../core/abort.js';
import { systemClock } from '../../core/clock.js';
import { WinnowError } from '../../core/errors.js';
import { type About, type Call, manyListeners } from './call.js';

/** When one provider last gave a sign of life, for all calls that wait for it. */
export type Pulse = { heardMs: number };

export const createPulse = (): Pulse => ({ heardMs: Number.NEGATIVE_INFINITY });

export type TimeoutOptions = About & { readonly timeoutMs: number; readonly pulse?: Pulse | undefined };

export function withTimeout<Input, Output>(
  call: Call<Input, Output>,
  { port, name, timeoutMs, ...timing }: TimeoutOptions,
): Call<Input, Output> {
  return async (input, options) => {
    const { signal: outer, onText } = options;
    const controller = new AbortController();
    const { signal } = controller;
    const pulse = timing.pulse ?? createPulse();
    const expire = () => {
      const leftMs = pulse.heardMs + timeoutMs - systemClock.monotonicMs();
      if (leftMs > 0) timer = setTimeout(expire, leftMs);
      else controller.abort(timedOut({ port, name, timeoutMs }));
    };
    const cancel = () => controller.abort(outer.reason);
    let timer = setTimeout(expire, timeoutMs);
    let hasEnded = false;
    const onAlive = () => {
      if (signal.aborted || hasEnded) return;
      pulse.heardMs = systemClock.monotonicMs();
      options.onAlive?.();
    };
    const listen = (piece: string) => {
      if (signal.aborted || hasEnded) return;
      onAlive();
      onText?.(piece);
    };
    if (outer.aborted) cancel();
    manyListeners(outer).addEventListener('abort', cancel, { once: true });
    try {
      const output = await untilAborted(
        () => call(input, { ...options, signal, onAlive, ...(onText && { onText: listen }) }),
        signal,
      );
      pulse.heardMs = systemClock.monotonicMs();
      return output;
    } finally {
      hasEnded = true;
      clearTimeout(timer);
      outer.removeEventListener('abort', cancel);
    }
  };
}

function timedOut({ port, name, timeoutMs }: TimeoutOptions): WinnowError {
  const setting = port === 'chat' ? "the model's timeoutMs" : `calls.timeoutMs.${port}`;
  const message = `${name} did not answer within ${timeoutMs} ms. Try again later, or raise ${setting} to give it longer.`;
  return Object.assign(new WinnowError('unavailable', message), { isTimeout: true });
}

export function isTimeout(error: unknown): boolean {
  return error instanceof WinnowError && 'isTimeout' in error;
}
