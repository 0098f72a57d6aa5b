/**
 * One abort signal for a request out of two causes, the caller's signal and a timer, and the error that names the
 * cause.
 */
import { setMaxListeners } from 'node:events';
import { usageError, WinnowError } from '../../core/errors.js';
import { unreadError } from '../../core/unread.js';

export type Deadline = {
  readonly signal: AbortSignal;
  /** Stops the timer until it is started afresh. */
  pause(): void;
  restart(): void;
  /** Stops the timer and lets the caller's signal go. */
  stop(): void;
  /** What to throw in place of `error`: the caller's reason, the timeout, or a failed connection. */
  explain(error: unknown): WinnowError;
};

export function createDeadline({
  shown,
  timeoutMs,
  signal,
}: {
  shown: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}): Deadline {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let late = false;
  const expire = () => {
    late = true;
    controller.abort();
  };
  const cancel = () => controller.abort();
  const pause = () => clearTimeout(timer);
  const stop = () => {
    pause();
    signal?.removeEventListener('abort', cancel);
  };
  const restart = () => {
    pause();
    timer = setTimeout(expire, timeoutMs);
  };
  // One run's signal serves many requests at a time; Node would warn of a leak from the eleventh on.
  if (signal) setMaxListeners(0, signal);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  restart();

  const explain = (error: unknown) => {
    if (signal?.aborted) return cancelled(signal.reason);
    if (late)
      return unreadError(
        'timeout',
        `${shown} did not answer within ${timeoutMs} ms. Try again later or allow more time.`,
      );
    return error instanceof WinnowError ? error : connectionFailed(shown, error);
  };
  return { signal: controller.signal, pause, restart, stop, explain };
}

function cancelled(reason: unknown): WinnowError {
  return reason instanceof WinnowError ? reason : new WinnowError('cancelled', 'The request was cancelled.');
}

/** The code alone is shown (ECONNREFUSED): messages from below can quote headers and addresses. */
function connectionFailed(shown: string, error: unknown): WinnowError {
  const code = errorCode(error);
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR')) {
    return new WinnowError('unreadable', `${shown} sent a damaged reply (${code}). Try again or use another source.`);
  }
  if (code === 'UND_ERR_INVALID_ARG')
    return usageError(`The request to ${shown} has a header or body that cannot be sent.`);
  const kind = code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT' ? 'timeout' : 'unavailable';
  return unreadError(kind, `${shown} could not be read (${code}). Check the address and the network, then try again.`, {
    cause: error,
  });
}

function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'connection failed';
}
