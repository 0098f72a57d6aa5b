/**
 * A run as the page follows it: joined from its first event, and again behind the last one seen when the connection
 * breaks.
 */
import { useEffect, useState } from 'preact/hooks';
import { errorOf, eventsOf, get, type NumberedEvent } from './api.js';
import type { ApiError, RunEvent, StoredRun, TraceEvent } from './types.js';

export type RunState = {
  readonly id: string;
  readonly stored?: StoredRun;
  readonly events: readonly TraceEvent[];
  /** The page could not follow the run; what failed within the run is in `stored.error`. */
  readonly error?: ApiError;
};

const RETRY_MS = 1000;

/** An answer counts from when it can be read: for a moment a run is answered and its result not yet stored. */
export function isOver(run: StoredRun | undefined): boolean {
  if (!run || run.status === 'queued' || run.status === 'running') return false;
  return run.result !== null || (run.status !== 'answered' && run.status !== 'abstained');
}

export function useRun(id: string): RunState {
  const [state, setState] = useState<RunState>({ id, events: [] });
  useEffect(() => {
    const controller = new AbortController();
    setState({ id, events: [] });
    const change = (part: Partial<RunState>) => setState((last) => (last.id === id ? { ...last, ...part } : last));
    follow(id, change, controller.signal).catch(
      (error) => controller.signal.aborted || change({ error: errorOf(error) }),
    );
    return () => controller.abort();
  }, [id]);
  return state.id === id ? state : { id, events: [] };
}

async function follow(id: string, change: (part: Partial<RunState>) => void, signal: AbortSignal): Promise<void> {
  const read = () => get<StoredRun>(`/api/runs/${id}`, signal);
  change({ stored: await read() });
  const events: TraceEvent[] = [];
  const shown = atMostOncePerFrame(() => change({ events: [...events] }));
  let last = 0;
  const take = ({ n, event }: NumberedEvent<RunEvent>) => {
    last = n;
    if ('atMs' in event) events.push(event);
    shown();
  };
  for (;;) {
    try {
      for await (const numbered of eventsOf(`/api/runs/${id}`, last, signal)) take(numbered);
    } catch (error) {
      if (signal.aborted) throw error;
    }
    const stored = await read().catch(() => undefined);
    if (stored) change({ stored });
    if (isOver(stored)) return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    signal.throwIfAborted();
  }
}

function atMostOncePerFrame(act: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      act();
    }, 16);
  };
}
