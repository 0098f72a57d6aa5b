/**
 * Errors in OpenAI's shape. Its clients retry 408, 409, 429 and 5xx by themselves, which helps only where another try
 * could end otherwise.
 */
import { HTTPException } from 'hono/http-exception';
import { type ErrorCode, messageOf, WinnowError } from '../../core/errors.js';
import { apiWords } from '../api-words.js';

export type OpenAiError = {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly param: string | null;
    readonly code: string | null;
  };
};

type Kind = { readonly status: number; readonly type: string; readonly code: string | null; readonly retry?: boolean };

const KINDS: Readonly<Record<ErrorCode, Kind>> = {
  usage: { status: 400, type: 'invalid_request_error', code: null },
  budget: { status: 402, type: 'insufficient_quota', code: 'budget' },
  deadline: { status: 504, type: 'server_error', code: 'deadline' },
  cancelled: { status: 499, type: 'server_error', code: 'cancelled' },
  blocked: { status: 403, type: 'invalid_request_error', code: 'blocked' },
  unavailable: { status: 503, type: 'server_error', code: 'unavailable', retry: true },
  unsupported: { status: 502, type: 'server_error', code: 'unsupported' },
  unreadable: { status: 502, type: 'server_error', code: 'unreadable' },
  internal: { status: 500, type: 'server_error', code: 'internal' },
};

/** A request that cannot be served, and the parameter that says so. */
export function badRequest(
  message: string,
  param: string | null = null,
  status: 400 | 404 = 400,
  code: string | null = null,
): HTTPException {
  const body: OpenAiError = { error: { message, type: 'invalid_request_error', param, code } };
  return new HTTPException(status, { message, res: Response.json(body, { status }) });
}

export function errorBody(error: unknown): OpenAiError {
  if (!(error instanceof WinnowError))
    return { error: { message: 'Something unexpected failed.', type: 'server_error', param: null, code: 'internal' } };
  const { type, code } = KINDS[error.code];
  return { error: { message: apiWords(error.message), type, param: null, code } };
}

export async function errorResponse(error: unknown): Promise<Response> {
  if (error instanceof HTTPException) return inOpenAiShape(error.getResponse(), error);
  const { status, retry = false } = KINDS[error instanceof WinnowError ? error.code : 'internal'];
  const headers = new Headers({ 'x-should-retry': String(retry) });
  if (error instanceof WinnowError && error.retryAfterMs !== undefined)
    headers.set('retry-after', String(Math.ceil(error.retryAfterMs / 1000)));
  return Response.json(errorBody(error), { status, headers });
}

/** What the server refuses (no key, no place) keeps its status and headers. */
async function inOpenAiShape(response: Response, error: HTTPException): Promise<Response> {
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { error?: { type?: string; code?: string } } | undefined;
  if (body?.error?.type !== undefined) return response;
  const type =
    response.status === 429 ? 'rate_limit_error' : response.status >= 500 ? 'server_error' : 'invalid_request_error';
  const said: OpenAiError = {
    error: { message: messageOf(error), type, param: null, code: body?.error?.code ?? null },
  };
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return Response.json(said, { status: response.status, headers });
}
