/** The events of a run on its way: those so far and those to come, for any number of readers, each at its own pace. */
import type { NumberedEvent } from './events.js';

export type Feed = {
  readonly show: (event: NumberedEvent) => void;
  readonly end: () => void;
  /**
   * Those behind event number `after`, then those to come, until the end. What is there at the same moment comes
   * together.
   */
  readonly events: (after: number) => AsyncGenerator<readonly NumberedEvent[]>;
};

/** A slow reader must not make us hold more for it. */
const MOST_TOGETHER = 500;

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
    show: (event) => {
      events.push(event);
      wake();
    },
    end: () => {
      isEnded = true;
      wake();
    },
    events: async function* (after) {
      for (let next = Math.max(0, after); ; ) {
        while (next >= events.length && !isEnded) await new Promise<void>((resolve) => waiting.push(resolve));
        const some = events.slice(next, next + MOST_TOGETHER);
        if (some.length === 0) return;
        next += some.length;
        yield some;
      }
    },
  };
}
