/** What a request gets that is not answered: a status, and the same shape of error everywhere. */
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { type ErrorCode, messageOf, WinnowError } from '../core/errors.js';
import { apiWords } from './api-words.js';

export const errorSchema = z.object({
  error: z.object({
    code: z.string().describe('e.g. usage, not-found, busy, unavailable'),
    message: z.string().describe('what failed, and what to do next'),
    stage: z.string().optional().describe('the stage in which a run failed'),
  }),
});

export type ErrorBody = z.infer<typeof errorSchema>;

/** Statuses of errors with a code. The caller's own limits are 4xx; 5xx is left to what failed here or behind us. */
const STATUS: Readonly<Record<ErrorCode, ContentfulStatusCode>> = {
  usage: 400,
  budget: 402,
  deadline: 408,
  cancelled: 409,
  blocked: 403,
  unavailable: 502,
  unsupported: 502,
  unreadable: 422,
  internal: 500,
};

export type Refusal = {
  readonly code: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** To be thrown: ends the request with this status. */
export function refusal(status: ContentfulStatusCode, { code, message, headers = {} }: Refusal): HTTPException {
  return new HTTPException(status, { message, res: Response.json({ error: { code, message } }, { status, headers }) });
}

/** `what` as in "There is no run 12." */
export function notFound(what: string): HTTPException {
  return refusal(404, { code: 'not-found', message: `There is no ${what}.` });
}

/** The error as it is told to clients: a mistake of ours is in the log, not in the reply. */
export function errorBody(error: unknown): ErrorBody['error'] {
  if (error instanceof WinnowError) return { code: error.code, message: apiWords(error.message) };
  if (error instanceof HTTPException) return { code: 'refused', message: messageOf(error) };
  return { code: 'internal', message: 'Something unexpected failed. The log of the server says more.' };
}

export function responseTo(error: unknown): Response {
  if (error instanceof HTTPException) return error.getResponse();
  const status = error instanceof WinnowError ? STATUS[error.code] : 500;
  const retryAfter =
    error instanceof WinnowError && error.retryAfterMs !== undefined ? Math.ceil(error.retryAfterMs / 1000) : undefined;
  const headers = retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` };
  return Response.json({ error: errorBody(error) }, { status, headers });
}
