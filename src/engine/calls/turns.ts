/** Lets the calls of a replayed run end one after the other, in the order of the recording. */
import { untilAborted } from '../../core/abort.js';

export type Turns = {
  /**
   * Resolves when all that ended before have ended. A call that its caller gave up when it was recorded is given up
   * again: it rejects with the signal's reason, and those that ended after it wait that long.
   */
  readonly take: (at: number, call: { readonly signal: AbortSignal; readonly isGivenUp: boolean }) => Promise<void>;
};

/**
 * Where the code has changed since, a call that others wait for may never come: after this time they go on without it.
 */
const PATIENCE_MS = 500;

export function createTurns(order: readonly number[]): Turns {
  const waiting = new Map<number, () => void>();
  let next = 0;
  let givenUp = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Each in a turn of the event loop of its own, as replies from outside come. */
  function step(): void {
    clearTimeout(timer);
    const proceed = waiting.get(order[next] as number);
    if (proceed) {
      waiting.delete(order[next] as number);
      next += 1;
      proceed();
      setImmediate(step);
    } else if (waiting.size > 0 && givenUp === 0) timer = setTimeout(skip, PATIENCE_MS);
  }

  function skip(): void {
    next = order.indexOf(Math.min(...waiting.keys()));
    step();
  }

  async function turn(at: number): Promise<void> {
    if (order.indexOf(at) < next) return;
    await new Promise<void>((resolve) => {
      waiting.set(at, resolve);
      setImmediate(step);
    });
  }

  return {
    take: async (at, { signal, isGivenUp }) => {
      if (!isGivenUp) return untilAborted(() => turn(at), signal);
      givenUp += 1;
      try {
        await untilAborted(() => new Promise<never>(() => undefined), signal);
      } finally {
        givenUp -= 1;
        await turn(at);
      }
    },
  };
}
