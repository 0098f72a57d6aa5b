/** Embedders behind an HTTP API: unit vectors, one for each text. */
import type { z } from 'zod';
import { usageError, WinnowError } from '../../core/errors.js';
import type { Embedder } from '../../core/ports.js';
import { normalise } from '../../text/vectors.js';
import { type BatchServer, inBatches, postBatch } from '../batch-api.js';

/** `dimensions`: how long its vectors are. */
export type RemoteEmbedderOptions = BatchServer & { readonly dimensions: number };

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
    embed: (texts, { signal }) =>
      inBatches(texts, { size: wire.batch, signal }, async (batch) => {
        const { url, headers, reply } = wire;
        const body = wire.body(batch);
        const received = await postBatch(options, { url, headers, body, reply, setting: 'embedder', signal });
        return checked(wire.vectors(received), batch.length, options).map(normalise);
      }),
  };
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
