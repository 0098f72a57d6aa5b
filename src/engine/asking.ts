/** One question on its way: await it for the result, or iterate over it for the events as they happen. Both may be done. */
import type { Result } from '../core/data.js';
import type { TraceEvent } from '../core/trace.js';

export type Asking = PromiseLike<Result> & AsyncIterable<TraceEvent>;

export function startAsking(work: (onEvent: (event: TraceEvent) => void) => Promise<Result>): Asking {
  const events: TraceEvent[] = [];
  let ended = false;
  let wake: (() => void)[] = [];
  const wakeAll = () => {
    const waiting = wake;
    wake = [];
    for (const resume of waiting) resume();
  };
  const result = work((event) => {
    events.push(event);
    wakeAll();
  }).finally(() => {
    ended = true;
    wakeAll();
  });
  // Whoever only iterates learns of a failure from the iterator; without this the promise nobody awaits would end the process.
  result.catch(() => undefined);

  async function* iterate(): AsyncGenerator<TraceEvent> {
    for (let next = 0; ; next += 1) {
      while (next >= events.length && !ended) await new Promise<void>((resolve) => wake.push(resolve));
      if (next >= events.length) break;
      yield events[next] as TraceEvent;
    }
    await result;
  }
  // biome-ignore lint/suspicious/noThenProperty: to be awaited is what this object is for.
  return { then: (done, failed) => result.then(done, failed), [Symbol.asyncIterator]: iterate };
}
