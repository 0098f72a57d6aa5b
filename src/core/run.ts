/**
 * A run: the one ambient thing, always the last parameter. It carries the trace, the abort signal and the clock.
 * Cancellation, deadline and budget are one mechanism: the signal aborts, and its reason is an error with a code.
 */
import { randomBytes } from 'node:crypto';
import { untilAborted } from './abort.js';
import { type Clock, systemClock } from './clock.js';
import { WinnowError } from './errors.js';
import type { Message } from './ports.js';
import type { TraceDetail, TraceEvent } from './trace.js';

/** What a model was told and what it replied, in full: too large for the trace, given to whoever wants to keep it. */
export type Exchange = {
  readonly stage: string;
  readonly atMs: number;
  readonly role: string;
  readonly model: string;
  readonly prompt: string;
  readonly messages: readonly Message[];
  readonly reply: string;
};

export type Run = {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** No page can guess it: the fences around page text in prompts are made of it. */
  readonly boundary: string;
  readonly emit: (detail: TraceDetail) => void;
  /** Told of every prompt and reply beside its `model-call` event. */
  readonly exchanged: (exchange: Omit<Exchange, 'stage' | 'atMs'>) => void;
  /** Whether models see sentences of pages that may be prompt injections from the first. */
  readonly showsDoubtful: boolean;
  /** Whether the trace is to hold what the writer was shown: long, and of use to the lab alone. */
  readonly keepsContext: boolean;
  /** The same run, seen from inside a stage. */
  readonly within: (stage: string) => Run;
};

export type RunOptions = {
  readonly onEvent?: (event: TraceEvent) => void;
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly maxCostUsd?: number;
  readonly clock?: Clock;
  readonly boundary?: string;
  readonly keepsContext?: boolean;
  readonly showsDoubtful?: boolean;
};

export type StartedRun = {
  readonly run: Run;
  readonly events: readonly TraceEvent[];
  readonly elapsedMs: () => number;
  /** Does the work; rejects with the signal's reason as soon as the run is cancelled, late or over its budget. */
  readonly perform: <T>(work: (run: Run) => Promise<T>) => Promise<T>;
};

export function startRun(options: RunOptions = {}): StartedRun {
  const clock = options.clock ?? systemClock;
  const boundary = options.boundary ?? randomBytes(6).toString('hex');
  const startedMs = clock.monotonicMs();
  const elapsedMs = () => clock.monotonicMs() - startedMs;
  const atMs = () => Math.round(elapsedMs() * 10) / 10;
  const events: TraceEvent[] = [];
  const controller = new AbortController();
  const watch = budgetWatch(options.maxCostUsd, controller);

  const view = (stage: string): Run => ({
    signal: controller.signal,
    clock,
    boundary,
    keepsContext: options.keepsContext ?? false,
    showsDoubtful: options.showsDoubtful ?? false,
    within: view,
    exchanged: (exchange) => options.onExchange?.({ stage, atMs: atMs(), ...exchange }),
    emit: (detail: TraceDetail) => {
      const event: TraceEvent = { ...detail, stage, atMs: atMs() };
      events.push(event);
      options.onEvent?.(event);
      watch(event);
    },
  });

  return {
    run: view('run'),
    events,
    elapsedMs,
    perform: (work) => perform(() => work(view('run')), controller, options),
  };
}

export function lateError(timeoutMs: number): WinnowError {
  return new WinnowError(
    'deadline',
    `The deadline of ${Math.round(timeoutMs)} ms was reached. Raise timeoutMs to give it longer.`,
  );
}

/** Timers hold 31 bits; a longer one would end at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

async function perform<T>(work: () => Promise<T>, controller: AbortController, options: RunOptions): Promise<T> {
  const { signal: outer, timeoutMs } = options;
  const cancel = () => controller.abort(asReason(outer?.reason));
  const late = () => controller.abort(lateError(timeoutMs as number));
  const timer = timeoutMs === undefined ? undefined : setTimeout(late, Math.min(timeoutMs, LONGEST_TIMER_MS));
  if (outer?.aborted) cancel();
  outer?.addEventListener('abort', cancel, { once: true });
  try {
    return await untilAborted(work, controller.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', cancel);
  }
}

function asReason(reason: unknown): WinnowError {
  return reason instanceof WinnowError ? reason : new WinnowError('cancelled', 'The run was cancelled.');
}

/** Aborts when the money spent passes the limit, or can no longer be known. */
function budgetWatch(maxCostUsd: number | undefined, controller: AbortController): (event: TraceEvent) => void {
  let spentUsd = 0;
  return (event) => {
    if (maxCostUsd === undefined || event.type !== 'model-call') return;
    if (event.costUsd === null) {
      const message = `The price of ${event.model} is unknown, so a limit of $${maxCostUsd} cannot be kept. Give its price in the configuration.`;
      return controller.abort(new WinnowError('budget', message));
    }
    spentUsd += event.costUsd;
    if (spentUsd > maxCostUsd) {
      const message = `The limit of $${maxCostUsd} was reached: $${spentUsd.toFixed(4)} spent. Raise maxCostUsd to go further.`;
      controller.abort(new WinnowError('budget', message));
    }
  };
}

/** True when an error ends the whole run rather than one call. */
export function endsRun(error: unknown, run: Run): boolean {
  return (
    run.signal.aborted || (error instanceof WinnowError && ['budget', 'deadline', 'cancelled'].includes(error.code))
  );
}
