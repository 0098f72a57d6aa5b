/**
 * What embedders behind an HTTP API share: batches, one request after the other, unit vectors, and errors that say what
 * to do.
 */
import type { z } from 'zod';
import { usageError, WinnowError } from '../../core/errors.js';
import { parseJson } from '../../core/json.js';
import type { Embedder } from '../../core/ports.js';
import { normalise } from '../../text/vectors.js';
import type { HttpClient } from '../http.js';
import { refusalOf } from '../refusal.js';
import { retryAfterMsOf } from '../retry-after.js';

export type RemoteEmbedderOptions = {
  readonly http: HttpClient;
  readonly baseUrl: string;
  readonly model: string;
  readonly key?: string;
  /** How long its vectors are. */
  readonly dimensions: number;
  readonly timeoutMs: number;
};

export type WireFormat<Reply> = {
  readonly provider: string;
  /** Texts in one request at most. */
  readonly batch: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: (texts: readonly string[]) => unknown;
  readonly reply: z.ZodType<Reply>;
  /** One vector per text, in the order of the texts. */
  readonly vectors: (reply: Reply) => readonly (readonly number[])[];
};

export function remoteEmbedder<Reply>(options: RemoteEmbedderOptions, wire: WireFormat<Reply>): Embedder {
  const { model, dimensions } = options;
  return {
    // Files and corpora are named after it: model names may hold slashes.
    name: `${wire.provider}-${model}-${dimensions}`.replace(/[^\w.-]+/g, '_'),
    dimensions,
    embed: async (texts, { signal }) => {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += wire.batch) {
        signal.throwIfAborted();
        vectors.push(...(await embedBatch(texts.slice(from, from + wire.batch), { options, wire, signal })));
      }
      return vectors;
    },
  };
}

type Call<Reply> = {
  readonly options: RemoteEmbedderOptions;
  readonly wire: WireFormat<Reply>;
  readonly signal: AbortSignal;
};

async function embedBatch<Reply>(
  texts: readonly string[],
  { options, wire, signal }: Call<Reply>,
): Promise<Float32Array[]> {
  const { http, model, timeoutMs } = options;
  const headers = { 'content-type': 'application/json', ...wire.headers };
  const body = JSON.stringify(wire.body(texts));
  const response = await http.request({
    purpose: 'model',
    method: 'POST',
    url: wire.url,
    headers,
    body,
    timeoutMs,
    signal,
  });
  const text = new TextDecoder().decode(response.bytes);
  if (response.status !== 200)
    throw refusalOf(
      { ...options, status: response.status, text },
      { hints: HINTS, retryAfterMs: retryAfterMsOf(response.headers, text) },
    );
  const reply = wire.reply.safeParse(parseJson(text));
  if (!reply.success)
    throw new WinnowError(
      'unreadable',
      `${model} did not send embeddings. Check embedder.baseUrl and embedder.provider.`,
    );
  return checked(wire.vectors(reply.data), texts.length, options).map(normalise);
}

function checked(
  vectors: readonly (readonly number[])[],
  expected: number,
  { model, dimensions }: RemoteEmbedderOptions,
) {
  if (vectors.length !== expected)
    throw new WinnowError(
      'unavailable',
      `${model} sent ${vectors.length} vectors for ${expected} texts. Try again, or use another server.`,
    );
  const other = vectors.find((vector) => vector.length !== dimensions);
  if (!other) return vectors;
  throw usageError(
    `${model} sends vectors of ${other.length} dimensions, but embedder.dimensions is ${dimensions}. Set embedder.dimensions to ${other.length}.`,
  );
}

const HINTS: Readonly<Record<number, string>> = {
  401: 'Check the environment variable that embedder.keyVariable names.',
  403: 'Check the environment variable that embedder.keyVariable names.',
  404: 'Check embedder.model and embedder.baseUrl.',
  429: 'It is rate limited: wait, then run the same command again; it goes on where it was.',
};
