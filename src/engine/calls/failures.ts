/** Which failures may pass, and what a failure says about when to come back. */
import { WinnowError } from '../../core/errors.js';

/** The HTTP status behind a failure, where there was one: "gemini answered with status 503. Try again later." */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('status' in error && typeof error.status === 'number') return error.status;
  const [, digits] = /\bstatus (\d{3})\b/.exec(error.message) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The wait that the server asked for. */
export function retryAfterOf(error: unknown): number | undefined {
  return error instanceof Error && 'retryAfterMs' in error && typeof error.retryAfterMs === 'number'
    ? error.retryAfterMs
    : undefined;
}

export function isRateLimited(error: unknown): boolean {
  return statusOf(error) === 429 && mayPass(error);
}

/**
 * The one place that decides it. No answer, a reset, a timeout, 429 and 5xx may pass; a mistake of ours, a refusal, a
 * page that is not there and a reply nobody can read stay what they are.
 */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof Error) || 'final' in error) return false;
  if (!(error instanceof WinnowError)) return CONNECTION.test('code' in error ? String(error.code) : '');
  const status = statusOf(error);
  if (error.code !== 'unavailable') return false;
  return status === undefined || status >= 500 || PASSING.has(status);
}

const PASSING = new Set([408, 409, 425, 429]);

/** Codes of Node and undici for a connection that broke or never came about. */
const CONNECTION = /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|UND_ERR_\w+)$/;

/** A call that was not made, because it would be in vain: asking again at once would be, too. */
export function notNow(message: string): WinnowError {
  return Object.assign(new WinnowError('unavailable', message), { final: true });
}

/** A broken connection that an adapter did not name, as what it is. */
export function named(error: unknown, { name }: { readonly name: string }): unknown {
  if (error instanceof WinnowError || !mayPass(error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  return new WinnowError('unavailable', `${name} could not be reached (${code}). Check the network, then try again.`, {
    cause: error,
  });
}
