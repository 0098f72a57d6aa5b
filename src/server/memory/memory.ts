import type { Keys } from '../callers/keys.js';
import type { Limits } from '../callers/limits.js';
import type { JobStore } from '../library/job-store.js';
import type { UploadStore } from '../library/uploads.js';
import type { RunStore } from '../runs/store.js';

export type Memory = {
  readonly runs: RunStore;
  readonly keys: Keys;
  readonly limits: Limits;
  readonly jobs: JobStore;
  readonly uploads: UploadStore;
  readonly close: () => Promise<void>;
};
