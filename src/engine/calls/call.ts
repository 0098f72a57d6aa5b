/** The one shape of a call that every wrapper takes and gives back, whichever port it belongs to. */
import { setMaxListeners } from 'node:events';
import type { CompleteOptions } from '../../core/ports.js';

export type PortName = 'chat' | 'embed' | 'rerank' | 'verify' | 'read' | 'search' | 'fetch' | 'retrieve';

/** `onNote` is the search engines' (see core/ports.ts), `onText` the models'. */
export type CallSettings = CompleteOptions & { readonly onNote?: (note: string) => void };

export type Call<Input, Output> = (input: Input, options: CallSettings) => Promise<Output>;

/** Whose call it is: the port, and the name of what stands behind it. */
export type About = { readonly port: PortName; readonly name: string };

export type Wrap = <Input, Output>(call: Call<Input, Output>, about: About) => Call<Input, Output>;

/** The same options, and the notes that were made with them. */
export function collectNotes(options: CallSettings): {
  readonly options: CallSettings;
  readonly all: readonly string[];
} {
  const all: string[] = [];
  const onNote = (note: string) => {
    all.push(note);
    options.onNote?.(note);
  };
  return { options: { ...options, onNote }, all };
}

/** Waits, or rejects with the signal's reason as soon as it aborts. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    manyListeners(signal).addEventListener('abort', stop, { once: true });
  });
}

/** One run's signal serves many calls at a time; Node would warn of a leak from the eleventh on. */
export function manyListeners(signal: AbortSignal): AbortSignal {
  setMaxListeners(0, signal);
  return signal;
}
