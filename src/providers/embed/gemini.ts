/**
 * Google's Gemini embedders: models/<model>:batchEmbedContents. Shortened vectors come without unit length and are
 * scaled here.
 */
import { z } from 'zod';
import type { Embedder } from '../../core/ports.js';
import { type RemoteEmbedderOptions, remoteEmbedder } from './remote.js';

export const GEMINI_BASE_URL = 'https://generativelanguage.googleapis.com/v1beta';

/** The API's limit for one batch. */
const BATCH = 100;

const reply = z.object({ embeddings: z.array(z.object({ values: z.array(z.number()) })) });

export function geminiEmbedder(options: RemoteEmbedderOptions): Embedder {
  const { baseUrl, key, dimensions } = options;
  const model = `models/${options.model.replace(/^models\//, '')}`;
  return remoteEmbedder(options, {
    provider: 'gemini',
    batch: BATCH,
    url: `${baseUrl.replace(/\/+$/, '')}/${model}:batchEmbedContents`,
    // In a header, not in the address: addresses end up in logs.
    headers: key ? { 'x-goog-api-key': key } : {},
    body: (texts) => ({
      requests: texts.map((text) => ({ model, content: { parts: [{ text }] }, outputDimensionality: dimensions })),
    }),
    reply,
    vectors: ({ embeddings }) => embeddings.map(({ values }) => values),
  });
}
