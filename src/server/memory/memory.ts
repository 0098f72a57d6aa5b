import type { Keys } from '../callers/keys.js';
import type { Limits } from '../callers/limits.js';
import type { RunStore } from '../runs/store.js';

export type Memory = {
  readonly runs: RunStore;
  readonly keys: Keys;
  readonly limits: Limits;
  readonly close: () => Promise<void>;
};
