/** Exit codes, few and fixed (docs/configuration.md lists them for users). */
import type { Answer } from '../core/data.js';
import { type ErrorCode, WinnowError } from '../core/errors.js';

export const EXIT = {
  answered: 0,
  failure: 1,
  usage: 2,
  abstained: 3,
  limit: 4,
  notSupported: 5,
  belowThreshold: 6,
} as const;

const BY_CODE: Readonly<Record<ErrorCode, number>> = {
  usage: EXIT.usage,
  budget: EXIT.limit,
  deadline: EXIT.limit,
  cancelled: EXIT.failure,
  blocked: EXIT.failure,
  unavailable: EXIT.failure,
  unsupported: EXIT.failure,
  unreadable: EXIT.failure,
  internal: EXIT.failure,
};

export function exitCodeOf(error: unknown): number {
  return error instanceof WinnowError ? BY_CODE[error.code] : EXIT.failure;
}

export function exitCodeFor({ status }: Answer): number {
  return status === 'answered' ? EXIT.answered : EXIT.abstained;
}
