/** Logs as JSON lines on stderr. They name routes, statuses and times; never a question, a page, a header or a key. */
import { systemClock } from '../core/clock.js';
import type { ServerConfig } from '../engine/config/server.js';

export type LogLevel = 'info' | 'error';
export type Log = (
  level: LogLevel,
  event: string,
  fields?: Readonly<Record<string, string | number | boolean | undefined>>,
) => void;

export function createLog(
  wanted: ServerConfig['logs'],
  write: (line: string) => void = (line) => process.stderr.write(line),
): Log {
  return (level, event, fields = {}) => {
    if (wanted === 'off' || (wanted === 'errors' && level !== 'error')) return;
    write(`${JSON.stringify({ time: systemClock.now(), level, event, ...fields })}\n`);
  };
}
