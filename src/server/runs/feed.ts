/** The events of a run on its way: those so far and those to come, for any number of readers, each at its own pace. */
import { bounded, type NumberedEvent, type RunEvent } from './events.js';

export type Feed = {
  readonly push: (event: RunEvent) => NumberedEvent;
  readonly end: () => void;
  /** Those behind event number `after`, then those to come, until the end. */
  readonly events: (after: number) => AsyncGenerator<NumberedEvent>;
};

export function createFeed(): Feed {
  const events: NumberedEvent[] = [];
  let isEnded = false;
  let waiting: (() => void)[] = [];
  const wake = () => {
    const woken = waiting;
    waiting = [];
    for (const resume of woken) resume();
  };
  return {
    push: (event) => {
      const numbered = { n: events.length + 1, event: bounded(event) };
      events.push(numbered);
      wake();
      return numbered;
    },
    end: () => {
      isEnded = true;
      wake();
    },
    events: async function* (after) {
      for (let next = Math.max(0, after); ; next += 1) {
        while (next >= events.length && !isEnded) await new Promise<void>((resolve) => waiting.push(resolve));
        if (next >= events.length) return;
        yield events[next] as NumberedEvent;
      }
    },
  };
}
