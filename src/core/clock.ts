/** The only place that reads the clock. Everything else is given times, so that runs can be replayed. */
export type Clock = {
  /** Milliseconds that only ever grow. */
  readonly monotonicMs: () => number;
  /** The wall clock as ISO text. */
  readonly now: () => string;
};

export const systemClock: Clock = {
  monotonicMs: () => performance.now(),
  now: () => new Date().toISOString(),
};
