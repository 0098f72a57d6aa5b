/** Requests to the server the page came from. A refusal is thrown as `ApiFailure`, whose message says what to do. */
import type { ApiError, Job, QuestionSet, RunEvent } from './types.js';

/** A server on a public address asks for an API key; it is kept for this tab alone. */
const KEY = 'winnow-api-key';
export const setApiKey = (key: string): void => sessionStorage.setItem(KEY, key.trim());
export const hasApiKey = (): boolean => sessionStorage.getItem(KEY) !== null;

export type ApiFailure = Error & { readonly status: number; readonly error: ApiError };

function headers(more: Record<string, string> = {}): Record<string, string> {
  const key = sessionStorage.getItem(KEY);
  return key ? { ...more, authorization: `Bearer ${key}` } : more;
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return call<T>(path, { ...(signal && { signal }) });
}

export async function post<T>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<T> {
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return call<T>(path, { ...json, ...(signal && { signal }) });
}

export const remove = <T = unknown>(path: string): Promise<T> => call<T>(path, { method: 'DELETE' });

export function upload(corpus: string, files: readonly File[]): Promise<Job> {
  const form = new FormData();
  for (const file of files) form.append('files', file, file.webkitRelativePath || file.name);
  return call<Job>(`/api/corpora/${encodeURIComponent(corpus)}/jobs`, { method: 'POST', body: form });
}

export function uploadQuestions(file: File): Promise<QuestionSet> {
  const form = new FormData();
  form.append('file', file);
  return call<QuestionSet>('/api/lab/questions', { method: 'POST', body: form });
}

export async function fetchText(path: string): Promise<string> {
  return (await answered(path, {})).text();
}

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

async function call<T>(path: string, init: Init): Promise<T> {
  return (await answered(path, { ...init, headers: { accept: 'application/json', ...init.headers } })).json();
}

async function answered(path: string, init: Init): Promise<Response> {
  const response = await fetch(path, { ...init, headers: headers(init.headers) }).catch((error) => {
    if (init.signal?.aborted) throw error;
    throw failure(0, { code: 'unreachable', message: 'The server does not answer. Is `winnow serve` still running?' });
  });
  if (!response.ok) throw failure(response.status, await errorIn(response));
  return response;
}

async function errorIn(response: Response): Promise<ApiError> {
  const said = await response.json().catch(() => undefined);
  return said?.error ?? { code: `${response.status}`, message: `The server answered ${response.status}.` };
}

const failure = (status: number, error: ApiError): ApiFailure =>
  Object.assign(new Error(error.message), { status, error });

export const errorOf = (error: unknown): ApiError =>
  (error as Partial<ApiFailure>).error ?? {
    code: 'page',
    message: error instanceof Error ? error.message : String(error),
  };

export type NumberedEvent<T> = { readonly n: number; readonly event: T };

/** The events behind number `after`, as they come. EventSource could neither begin behind a number nor send a key. */
export async function* eventsOf<T = RunEvent>(
  path: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<NumberedEvent<T>> {
  const response = await fetch(path, {
    signal,
    headers: headers({ accept: 'text/event-stream', 'last-event-id': `${after}` }),
  });
  if (!response.ok || !response.body) throw failure(response.status, await errorIn(response));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    yield* blocks.flatMap((block) => numbered<T>(block));
  }
}

function numbered<T>(block: string): NumberedEvent<T>[] {
  const field = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const data = field('data');
  return data === undefined ? [] : [{ n: Number(field('id') ?? 0), event: JSON.parse(data) as T }];
}
