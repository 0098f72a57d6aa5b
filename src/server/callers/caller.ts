/** Who is asking: the person at this machine, or the holder of an API key. */

export type CallerLimits = {
  readonly requestsPerMinute?: number | undefined;
  /** Questions, searches and checks at the same time. */
  readonly concurrency?: number | undefined;
  readonly usdPerDay?: number | undefined;
};

export type Caller = {
  /** Runs belong to it. */
  readonly id: string;
  /** May change corpora and start experiments, not only ask. */
  readonly isAdmin: boolean;
  readonly limits: CallerLimits;
};

/** Whoever reaches the server over loopback without a key. */
export const LOCAL: Caller = { id: 'local', isAdmin: true, limits: {} };

/** Whoever asks for what needs no key: the page, the probes. Owns no run and may change nothing. */
export const ANYONE: Caller = { id: 'anyone', isAdmin: false, limits: {} };
