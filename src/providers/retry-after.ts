/** How long a server asks to be left alone, from the headers of its reply and, for models, the body. */
import { systemClock } from '../core/clock.js';

/**
 * RFC 9110 10.2.3: seconds or a date; OpenAI adds milliseconds in a header of their own, Google a RetryInfo or a
 * sentence in the body.
 */
export function retryAfterMsOf(headers: Readonly<Record<string, string>>, body = ''): number | undefined {
  const milliseconds = Number(headers['retry-after-ms'] || Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const header = headers['retry-after']?.trim();
  if (header && /^\d+(?:\.\d+)?$/.test(header)) return Number(header) * 1000;
  if (header && isDate(header)) return Math.max(0, Date.parse(header) - sentAtMs(headers));
  const google = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"|\bretry in (\d+(?:\.\d+)?)s\b/i.exec(body);
  return google === null ? undefined : Math.round(Number(google[1] ?? google[2]) * 1000);
}

/** All dates of HTTP name a month; "-1", which Date.parse takes for the year 2001, does not. */
function isDate(text: string): boolean {
  return /[a-z]{3}/i.test(text) && !Number.isNaN(Date.parse(text));
}

/** By the server's own clock where it tells the time: ours may be off. */
function sentAtMs({ date }: Readonly<Record<string, string>>): number {
  return date !== undefined && isDate(date) ? Date.parse(date) : Date.parse(systemClock.now());
}
