/**
 * How long the longest chain of calls is that must wait for each other. Every call is held until the pipeline has
 * nothing left to do but wait; then all are answered at once: one round. A call is made in a later round only if it
 * needs an answer of an earlier one, so the number of rounds is the length of the chain, whatever our own code costs.
 * Limits on concurrency must be lifted for it: a call that waits for a free place does not need the one before.
 */
import { setImmediate } from 'node:timers/promises';

export type Gate = { readonly pass: () => Promise<void>; readonly rounds: () => number; readonly reset: () => void };

/** Longer than the index or a page of the sample takes to be read: only waiting for calls takes longer. */
const QUIET_MS = 150;

export function createGate(): Gate {
  let held: (() => void)[] = [];
  let rounds = 0;
  let timer: NodeJS.Timeout | undefined;
  async function release(): Promise<void> {
    const before = held.length;
    for (let turn = 0; turn < 3; turn += 1) await setImmediate(); // a busy loop is not a quiet one
    if (held.length !== before) return;
    const waiting = held;
    held = [];
    rounds += 1;
    for (const answer of waiting) answer();
  }
  return {
    rounds: () => rounds,
    reset: () => {
      rounds = 0;
    },
    pass: () => {
      clearTimeout(timer);
      timer = setTimeout(release, QUIET_MS);
      return new Promise((resolve) => held.push(resolve));
    },
  };
}
