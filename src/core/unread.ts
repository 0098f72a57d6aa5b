/**
 * Errors that say why a page could not be read. The kind travels on the one error class; stages turn it into trace
 * events.
 */
import type { UnreadKind } from './data.js';
import { type ErrorCode, WinnowError } from './errors.js';

export type UnreadError = WinnowError & { readonly kind: UnreadKind };

const CODES: Readonly<Partial<Record<UnreadKind, ErrorCode>>> = {
  'not-public': 'blocked',
  robots: 'blocked',
  'too-large': 'unreadable',
  empty: 'unreadable',
  unreadable: 'unreadable',
};

export function unreadError(kind: UnreadKind, message: string, options?: { cause?: unknown }): UnreadError {
  return Object.assign(new WinnowError(CODES[kind] ?? 'unavailable', message, options), { kind });
}

/** Why the page was not read, for errors of any origin. */
export function unreadKindOf(error: unknown): UnreadKind {
  if (!(error instanceof WinnowError)) return 'unavailable';
  if ('kind' in error) return (error as UnreadError).kind;
  if (error.code === 'blocked') return 'not-public';
  return error.code === 'unreadable' ? 'unreadable' : 'unavailable';
}
