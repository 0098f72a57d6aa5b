/**
 * What a client sees of a run: the trace's own events, numbered, with the run itself before them and its end behind.
 */
import type { Result, Usage } from '../../core/data.js';
import type { TraceEvent } from '../../core/trace.js';
import type { ErrorBody } from '../refusal.js';

export type RunEvent =
  | {
      readonly type: 'run';
      readonly id: string;
      readonly conversation: string;
      readonly pipeline: string;
      readonly asked: string;
    }
  | TraceEvent
  | ({ readonly type: 'usage' } & Usage)
  /** `result` is null where it is too large for an event: GET /api/runs/:id has it. */
  | { readonly type: 'done'; readonly id: string; readonly status: string; readonly result: Result | null }
  | { readonly type: 'error'; readonly id: string; readonly error: ErrorBody['error'] };

/** `n` counts from 1 and is the event's id in the stream. `json` is the event as text, where it was written already. */
export type NumberedEvent = { readonly n: number; readonly event: RunEvent; readonly json?: string };

/** No event is larger, so that clients and proxies can hold one. */
export const MOST_EVENT_BYTES = 64 * 1024;
/** What the lines around the data take. */
const ROOM = 256;

export function fits(event: RunEvent): boolean {
  return isSmall(JSON.stringify(event));
}

function isSmall(json: string): boolean {
  return json.length < MOST_EVENT_BYTES / 3 || Buffer.byteLength(json) < MOST_EVENT_BYTES - ROOM;
}

/**
 * The event itself, or one with its long texts and lists cut until it fits; `truncated` says so. Written once for the
 * disk and all readers.
 */
export function numbered(n: number, event: RunEvent): NumberedEvent & { readonly json: string } {
  let [cut, json] = [event, JSON.stringify(event)];
  for (let most = 4096; !isSmall(json) && most >= 1; most = Math.floor(most / 2)) {
    cut = { ...(shortened(event, most) as RunEvent), ...{ truncated: true } };
    json = JSON.stringify(cut);
  }
  return { n, event: cut, json };
}

function shortened(value: unknown, most: number): unknown {
  if (typeof value === 'string') return value.length > most ? `${value.slice(0, most)} …` : value;
  if (Array.isArray(value)) return value.slice(0, most).map((part) => shortened(part, most));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part, most)]));
}
