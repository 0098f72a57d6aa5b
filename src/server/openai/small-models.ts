/** POST /v1/rerank (the shape of Cohere and Jina) and POST /v1/embeddings (OpenAI's), over the small models. */
import { z } from 'zod';
import { systemClock } from '../../core/clock.js';
import type { LocalModels } from '../../core/ports.js';
import { EMBEDDER_NAME } from '../../providers/local/bundled.js';
import { countEmbedderTokens } from '../../providers/local/models.js';
import type { AnswerEngine } from '../answering.js';
import { badRequest } from './errors.js';
import { noModel } from './models.js';
import { checkedBody } from './requests.js';

const MOST_TEXTS = 2048;
const document = z.union([z.string(), z.looseObject({ text: z.string() })]);

export const rerankSchema = z.looseObject({
  model: z.string().nullish(),
  query: z.string().min(1),
  documents: z.array(document).min(1).max(MOST_TEXTS),
  top_n: z.number().int().min(1).nullish(),
  return_documents: z.boolean().nullish(),
});

export async function rerank(request: Request, answering: AnswerEngine): Promise<Response> {
  const { model, query, documents, top_n, return_documents } = await checkedBody(request, rerankSchema);
  const texts = documents.map((given) => (typeof given === 'string' ? given : given.text));
  const { name, scores } = await withSmall(answering, request, async ({ reranker }, signal) => {
    if (!reranker) throw noModel(model ?? 'winnow-reranker', 'Switch local.reranker on in the configuration.');
    if (model != null && model !== reranker.name) throw noModel(model, `The reranker here is "${reranker.name}".`);
    return { name: reranker.name, scores: await reranker.score(query, texts, { signal }) };
  });
  const results = scores
    .map((score, index) => ({
      index,
      relevance_score: asProbability(scores, score),
      ...(return_documents && { document: { text: texts[index] } }),
    }))
    .sort((one, other) => other.relevance_score - one.relevance_score)
    .slice(0, top_n ?? undefined);
  return Response.json({ model: name, results });
}

/** Rerankers that run here give logits, those behind an API numbers from 0 to 1. The order stays either way. */
function asProbability(all: readonly number[], score: number): number {
  return all.every((other) => other >= 0 && other <= 1) ? score : 1 / (1 + Math.exp(-score));
}

export const embeddingsSchema = z.looseObject({
  model: z.string(),
  input: z.union(
    [z.string(), z.array(z.string()).min(1).max(MOST_TEXTS)],
    'a text or a list of texts; token numbers of another model mean nothing here',
  ),
  encoding_format: z.enum(['float', 'base64']).nullish(),
  dimensions: z.number().nullish(),
});

export async function embeddings(request: Request, answering: AnswerEngine): Promise<Response> {
  const { model, input, encoding_format, dimensions } = await checkedBody(request, embeddingsSchema);
  const texts = typeof input === 'string' ? [input] : input;
  const { vectors, tokens } = await withSmall(answering, request, async ({ embedder }, signal) => {
    if (!embedder) throw noModel(model, 'Switch local.embedder on in the configuration.');
    if (model !== embedder.name) throw noModel(model, `The embedder here is "${embedder.name}".`);
    if (dimensions != null && dimensions !== embedder.dimensions)
      throw badRequest(`Vectors of ${embedder.name} have ${embedder.dimensions} dimensions.`, 'dimensions');
    const vectors = await embedder.embed(texts, { signal });
    // An embedder behind an API counts its tokens for itself.
    return { vectors, tokens: model === EMBEDDER_NAME ? await countEmbedderTokens(texts, { signal }) : 0 };
  });
  const encode = encoding_format === 'base64' ? base64 : (vector: Float32Array) => Array.from(vector);
  const data = vectors.map((vector, index) => ({ object: 'embedding', index, embedding: encode(vector) }));
  return Response.json({ object: 'list', model, data, usage: { prompt_tokens: tokens, total_tokens: tokens } });
}

function base64({ buffer, byteOffset, byteLength }: Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

function withSmall<T>(
  { perform }: AnswerEngine,
  { signal: gone }: Request,
  work: (local: LocalModels, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const question = { text: 'small models', askedAt: systemClock.now() };
  return perform({ name: 'small-models', question, signal: gone }, ({ parts: { local } }, run) =>
    work(local, run.signal),
  );
}
