/**
 * What rerankers behind an HTTP API share. Their relevance lies between 0 and 1 and is handed on as log-odds, the scale
 * of our own reranker, on which extraction and ChunkRAG's scores rely. Every text must get its score: a reply that
 * leaves one out is refused.
 */
import { z } from 'zod';
import { WinnowError } from '../../core/errors.js';
import type { Reranker } from '../../core/ports.js';
import { type BatchServer, inBatches, postBatch } from '../batch-api.js';

export type RemoteRerankerOptions = BatchServer;

export type RerankWire = {
  readonly provider: string;
  /** Texts in one request at most. */
  readonly batch: number;
  readonly body: (query: string, texts: readonly string[]) => unknown;
};

const reply = z.object({ results: z.array(z.object({ index: z.number().int(), relevance_score: z.number() })) });

type Result = z.infer<typeof reply>['results'][number];

export function remoteReranker(options: RemoteRerankerOptions, wire: RerankWire): Reranker {
  const { baseUrl, key } = options;
  const url = `${baseUrl.replace(/\/+$/, '')}/rerank`;
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  return {
    name: `${wire.provider}-${options.model}`,
    score: (query, texts, { signal }) =>
      inBatches(texts, { size: wire.batch, signal }, async (batch) => {
        const body = wire.body(query, batch);
        const { results } = await postBatch(options, { url, headers, body, reply, setting: 'reranker', signal });
        return inOrder(results, batch.length, options).map(logOdds);
      }),
  };
}

/** Results come best first; scores go back in the order of the texts. */
function inOrder(results: readonly Result[], expected: number, { model }: RemoteRerankerOptions): number[] {
  const byIndex = new Map(results.map(({ index, relevance_score }) => [index, relevance_score]));
  const scores = Array.from({ length: expected }, (_, at) => byIndex.get(at));
  const known = scores.filter((score) => score !== undefined);
  if (known.length === expected && results.length === expected) return known;
  throw new WinnowError(
    'unavailable',
    `${model} scored ${known.length} of ${expected} texts in ${results.length} results. Use another server or model.`,
  );
}

/** Keeps the ends finite; some models go a little below 0, and even there the order is kept. */
const NEAREST = 1e-4;

export function logOdds(relevance: number): number {
  const inside = Math.min(1 - NEAREST, Math.max(NEAREST, relevance));
  return Math.log(inside / (1 - inside)) + (relevance - inside);
}
