/**
 * What RFC 9111 says about keeping a response, for a private cache without heuristics: only what a server allows in so
 * many words is taken as fresh.
 */
import type { HttpResponse } from '../../http.js';
import type { StoredMeta } from './store.js';

type Headers = Readonly<Record<string, string>>;

/** Worth keeping: it is fresh for a while, or the server can be asked whether it changed. */
export function isStorable({ status, headers, truncated }: HttpResponse, nowMs: number): boolean {
  if (status !== 200 || truncated || directives(headers).has('no-store') || headers.vary?.includes('*')) return false;
  return hasValidator(headers) || freshUntilMs({ headers, storedAtMs: nowMs }) > nowMs;
}

/** Until when a stored response may be used without asking. */
export function freshUntilMs({ headers, storedAtMs }: Pick<StoredMeta, 'headers' | 'storedAtMs'>): number {
  const said = directives(headers);
  if (said.has('no-cache')) return storedAtMs;
  const ageMs = Math.max(0, Number(headers.age ?? 0) || 0) * 1000;
  const maxAge = said.get('max-age');
  if (maxAge !== undefined) return storedAtMs - ageMs + seconds(maxAge) * 1000;
  const [expires, date] = [Date.parse(headers.expires ?? ''), Date.parse(headers.date ?? '')];
  if (Number.isNaN(expires)) return storedAtMs;
  return storedAtMs - ageMs + Math.max(0, expires - (Number.isNaN(date) ? storedAtMs : date));
}

/** The question "has it changed since?". Empty where it cannot be asked. */
export function conditionsFor(headers: Headers): Headers {
  return {
    ...(headers.etag && { 'if-none-match': headers.etag }),
    ...(headers['last-modified'] && { 'if-modified-since': headers['last-modified'] }),
  };
}

/** A 304 brings new dates and lifetimes, not a new body (3.2). */
export function updated(stored: Headers, received: Headers): Headers {
  const news = Object.entries(received).filter(([name]) => name in stored || keptHeaders.has(name));
  return { ...stored, ...keptOf(Object.fromEntries(news.filter(([name]) => name !== 'content-type'))) };
}

/** All that is needed to use a stored response; cookies and the like are not kept. */
const keptHeaders: ReadonlySet<string> = new Set(
  `content-type cache-control etag last-modified expires date age x-robots-tag`.split(/\s+/),
);

export function keptOf(headers: Headers): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => keptHeaders.has(name)));
}

function hasValidator(headers: Headers): boolean {
  return headers.etag !== undefined || headers['last-modified'] !== undefined;
}

function directives(headers: Headers): ReadonlyMap<string, string> {
  const parts = (headers['cache-control'] ?? '').toLowerCase().split(',');
  return new Map(
    parts.map((part) => {
      const [name = '', value = ''] = part.split('=', 2);
      return [name.trim(), value.trim().replace(/^"|"$/g, '')] as const;
    }),
  );
}

/** Nonsense counts as stale (4.2.1). A year is as long as anything needs. */
function seconds(value: string): number {
  const number = Number(value);
  return value !== '' && Number.isFinite(number) && number > 0 ? Math.min(number, 31_536_000) : 0;
}
