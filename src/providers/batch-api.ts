/**
 * What embedders and rerankers behind an HTTP API share: texts in batches, one request after the other, and errors that
 * say what to do.
 */
import type { z } from 'zod';
import { WinnowError } from '../core/errors.js';
import { parseJson } from '../core/json.js';
import type { HttpClient } from './http.js';
import { retryAfterMsOf } from './retry-after.js';

export type BatchServer = {
  readonly http: HttpClient;
  readonly baseUrl: string;
  readonly model: string;
  readonly key?: string;
  readonly timeoutMs: number;
};

export type BatchRequest<Reply> = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly reply: z.ZodType<Reply>;
  /** The part of the configuration that names the server. */
  readonly setting: 'embedder' | 'reranker';
  readonly signal: AbortSignal;
};

export async function inBatches<Output>(
  texts: readonly string[],
  { size, signal }: { readonly size: number; readonly signal: AbortSignal },
  work: (batch: readonly string[]) => Promise<readonly Output[]>,
): Promise<Output[]> {
  const outputs: Output[] = [];
  for (let from = 0; from < texts.length; from += size) {
    signal.throwIfAborted();
    outputs.push(...(await work(texts.slice(from, from + size))));
  }
  return outputs;
}

export async function postBatch<Reply>(server: BatchServer, request: BatchRequest<Reply>): Promise<Reply> {
  const { url, setting, signal } = request;
  const response = await server.http.request({
    purpose: 'model',
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...request.headers },
    body: JSON.stringify(request.body),
    timeoutMs: server.timeoutMs,
    signal,
  });
  const { status, headers } = response;
  const text = new TextDecoder().decode(response.bytes);
  if (status !== 200) throw refusal(server, { status, headers, text, setting });
  const reply = request.reply.safeParse(parseJson(text));
  if (reply.success) return reply.data;
  throw new WinnowError(
    'unreadable',
    `${server.model} did not send ${SENDS[setting]}. Check ${setting}.baseUrl and ${setting}.provider.`,
  );
}

const SENDS = { embedder: 'embeddings', reranker: 'scores' } as const;

type Refusal = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly setting: string;
};

/** The server's words may repeat the key: it is taken out. */
function refusal({ model, key }: BatchServer, { status, headers, text, setting }: Refusal): WinnowError {
  const said = (key ? text.replaceAll(key, '(key)') : text).slice(0, 200);
  const retryAfterMs = retryAfterMsOf(headers, text);
  return new WinnowError(
    'unavailable',
    `${model} answered with status ${status}. ${hint(status, setting)} ${said}`.trim(),
    retryAfterMs === undefined ? {} : { retryAfterMs },
  );
}

function hint(status: number, setting: string): string {
  if (status === 401 || status === 403) return `Check the environment variable that ${setting}.keyVariable names.`;
  if (status === 404) return `Check ${setting}.model and ${setting}.baseUrl.`;
  return status === 429 ? 'It is rate limited: wait, then try again.' : 'Try again later.';
}
