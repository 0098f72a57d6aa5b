/** A question as it is asked of the server, and the run that answers it while it is under way. */
import type { Result, Turn } from '../../core/data.js';
import type { WinnowError } from '../../core/errors.js';
import type { Target } from '../engines.js';
import type { NumberedEvent } from './events.js';
import type { KeptSummary } from './summary.js';

export type RunRequest = {
  readonly question: string;
  readonly pipeline?: string | undefined;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** The name of a corpus, or "~docs" for the configured folder. */
  readonly corpus?: string | undefined;
  readonly search?: Target['search'] | undefined;
  /** Of an earlier run: the question is a follow-up to it. */
  readonly conversation?: string | undefined;
  /** What was said before, from a client that keeps its conversations itself. */
  readonly turns?: readonly Turn[] | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxCostUsd?: number | undefined;
};

export type LiveRun = {
  readonly id: string;
  readonly summary: () => KeptSummary;
  /** Resolves when a kill would not lose it any more. */
  readonly stored: Promise<void>;
  /** Those behind event number `after`, then those to come; what is there at the same moment comes together. */
  readonly events: (after?: number) => AsyncGenerator<readonly NumberedEvent[]>;
  /** Rejects with what ended the run. */
  readonly result: Promise<Result>;
  readonly cancel: (reason?: WinnowError) => void;
};
