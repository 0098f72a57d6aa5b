/** What a client sees of a run: the trace's own events, numbered, with the run itself before them and its end behind. */
import type { Result, Usage } from '../../core/data.js';
import type { TraceEvent } from '../../core/trace.js';
import type { ErrorBody } from '../refusal.js';

export type RunEvent =
  | { readonly type: 'run'; readonly id: string; readonly conversation: string; readonly pipeline: string; readonly asked: string }
  | TraceEvent
  | ({ readonly type: 'usage' } & Usage)
  /** `result` is null where it is too large for an event: GET /api/runs/:id has it. */
  | { readonly type: 'done'; readonly id: string; readonly status: string; readonly result: Result | null }
  | { readonly type: 'error'; readonly id: string; readonly error: ErrorBody['error'] };

/** `n` counts from 1 and is the event's id in the stream. */
export type NumberedEvent = { readonly n: number; readonly event: RunEvent };

/** No event is larger, so that clients and proxies can hold one. */
export const MOST_EVENT_BYTES = 64 * 1024;
/** What the lines around the data take. */
const ROOM = 256;

export function fits(event: RunEvent): boolean {
  const text = JSON.stringify(event);
  return text.length < MOST_EVENT_BYTES / 3 || Buffer.byteLength(text) < MOST_EVENT_BYTES - ROOM;
}

/** The event itself, or one with its long texts and lists cut until it fits; `truncated` says so. */
export function bounded(event: RunEvent): RunEvent {
  let cut = event;
  for (let most = 4096; !fits(cut) && most >= 1; most = Math.floor(most / 2))
    cut = { ...(shortened(event, most) as RunEvent), ...{ truncated: true } };
  return cut;
}

function shortened(value: unknown, most: number): unknown {
  if (typeof value === 'string') return value.length > most ? `${value.slice(0, most)} …` : value;
  if (Array.isArray(value)) return value.slice(0, most).map((part) => shortened(part, most));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part, most)]));
}
