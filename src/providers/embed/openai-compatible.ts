/** Embedders behind the OpenAI-shaped API: OpenAI, vLLM, Ollama, llama.cpp, LM Studio, text-embeddings-inference. */
import { z } from 'zod';
import type { Embedder } from '../../core/ports.js';
import { type RemoteEmbedderOptions, remoteEmbedder } from './remote.js';

/** Local servers hold a batch in memory at once; larger ones gain little. */
const BATCH = 64;

const reply = z.object({ data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })) });

export function openAiCompatibleEmbedder(options: RemoteEmbedderOptions): Embedder {
  const { baseUrl, model, key } = options;
  return remoteEmbedder(options, {
    provider: 'openai-compatible',
    batch: BATCH,
    url: `${baseUrl.replace(/\/+$/, '')}/embeddings`,
    headers: key ? { authorization: `Bearer ${key}` } : {},
    body: (input) => ({ model, input, encoding_format: 'float' }),
    reply,
    vectors: ({ data }) => data.toSorted((left, right) => left.index - right.index).map(({ embedding }) => embedding),
  });
}
