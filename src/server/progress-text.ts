/**
 * A trace event as one short line for clients that show progress as text; nothing for events that are no news to a
 * reader.
 */
import type { TraceEvent } from '../core/trace.js';

const LONGEST = 240;

export function progressText(event: TraceEvent): string | undefined {
  const line = lineOf(event);
  return line === undefined ? undefined : shortened(line);
}

function lineOf(event: TraceEvent): string | undefined {
  if (event.type === 'query') return `Searched "${event.query}": ${event.hits} found`;
  if (event.type === 'page') return `Read ${event.title || event.url}`;
  if (event.type === 'page-failed') return `Could not read ${event.url}: ${event.reason}`;
  if (event.type === 'stage-start')
    return `${event.stage.charAt(0).toUpperCase()}${event.stage.slice(1).replaceAll('-', ' ')}`;
  if (event.type === 'verdict') return `Checked "${event.claim}": ${event.verdict}`;
  if (event.type === 'fallback') return `${event.stage}: ${event.reason}`;
  return undefined;
}

function shortened(line: string): string {
  const whole = line.replace(/\s+/g, ' ').trim();
  return whole.length <= LONGEST ? whole : `${whole.slice(0, LONGEST - 1)}…`;
}
