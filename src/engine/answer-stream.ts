/**
 * One question on its way: a promise of the result that can also be iterated over for the events as they happen. Both
 * may be done.
 */
import type { Result } from '../core/data.js';
import type { TraceEvent } from '../core/trace.js';

export type AnswerStream = Promise<Result> & AsyncIterable<TraceEvent>;

export function startAnswerStream(work: (onEvent: (event: TraceEvent) => void) => Promise<Result>): AnswerStream {
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

  async function* iterate(): AsyncGenerator<TraceEvent> {
    // Whoever only iterates learns of a failure from the iterator. Who does neither has an unhandled rejection, as with
    // any promise.
    result.catch(() => undefined);
    for (let next = 0; ; next += 1) {
      while (next >= events.length && !ended) await new Promise<void>((resolve) => wake.push(resolve));
      if (next >= events.length) break;
      yield events[next] as TraceEvent;
    }
    await result;
  }
  return Object.assign(result, { [Symbol.asyncIterator]: iterate });
}
