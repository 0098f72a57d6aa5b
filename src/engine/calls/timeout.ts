/** A time for each attempt, whether or not the adapter keeps one. A reply that is streamed gets it anew with every piece, thoughts too. */
import { untilAborted } from '../../core/abort.js';
import { WinnowError } from '../../core/errors.js';
import { type About, type Call, manyListeners } from './call.js';

export function withTimeout<Input, Output>(
  call: Call<Input, Output>,
  { port, name, timeoutMs }: About & { readonly timeoutMs: number },
): Call<Input, Output> {
  return async (input, options) => {
    const { signal: outer, onText } = options;
    const controller = new AbortController();
    const { signal } = controller;
    const expire = () =>
      controller.abort(
        new WinnowError(
          'unavailable',
          `${name} did not answer within ${timeoutMs} ms. Try again later, or raise calls.timeoutMs.${port} to give it longer.`,
        ),
      );
    const cancel = () => controller.abort(outer.reason);
    let timer = setTimeout(expire, timeoutMs);
    let hasEnded = false;
    const onAlive = () => {
      if (signal.aborted || hasEnded) return;
      clearTimeout(timer);
      timer = setTimeout(expire, timeoutMs);
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
      return await untilAborted(() => call(input, { ...options, signal, onAlive, ...(onText && { onText: listen }) }), signal);
    } finally {
      hasEnded = true;
      clearTimeout(timer);
      outer.removeEventListener('abort', cancel);
    }
  };
}
