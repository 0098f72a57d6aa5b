/**
 * What rerankers behind an HTTP API share. Their relevance lies between 0 and 1 and is handed on as log-odds, the scale
 * of our own reranker, on which extraction and ChunkRAG's scores rely. Every text must get its score: a reply that
 * leaves one out is refused.
 */
import { z } from 'zod';
import { WinnowError } from '../../core/errors.js';
import { parseJson } from '../../core/json.js';
import type { Reranker } from '../../core/ports.js';
import type { HttpClient } from '../http.js';
import { refusalOf } from '../refusal.js';
import { retryAfterMsOf } from '../retry-after.js';

export type RemoteRerankerOptions = {
  readonly http: HttpClient;
  readonly baseUrl: string;
  readonly model: string;
  readonly key?: string;
  readonly timeoutMs: number;
};

export type RerankWire = {
  readonly provider: string;
  /** Texts in one request at most. */
  readonly batch: number;
  readonly body: (query: string, texts: readonly string[]) => unknown;
};

const reply = z.object({ results: z.array(z.object({ index: z.number().int(), relevance_score: z.number() })) });

type Result = z.infer<typeof reply>['results'][number];

export function remoteReranker(options: RemoteRerankerOptions, wire: RerankWire): Reranker {
  return {
    name: `${wire.provider}-${options.model}`,
    score: async (query, texts, { signal }) => {
      const scores: number[] = [];
      for (let from = 0; from < texts.length; from += wire.batch) {
        signal.throwIfAborted();
        const batch = texts.slice(from, from + wire.batch);
        scores.push(
          ...inOrder(await scoreBatch({ query, texts: batch }, { options, wire, signal }), batch.length, options).map(
            logOdds,
          ),
        );
      }
      return scores;
    },
  };
}

type Batch = { readonly query: string; readonly texts: readonly string[] };
type Call = { readonly options: RemoteRerankerOptions; readonly wire: RerankWire; readonly signal: AbortSignal };

async function scoreBatch({ query, texts }: Batch, { options, wire, signal }: Call): Promise<readonly Result[]> {
  const { http, baseUrl, model, key, timeoutMs } = options;
  const response = await http.request({
    purpose: 'model',
    method: 'POST',
    url: `${baseUrl.replace(/\/+$/, '')}/rerank`,
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(wire.body(query, texts)),
    timeoutMs,
    signal,
  });
  const text = new TextDecoder().decode(response.bytes);
  if (response.status !== 200)
    throw refusalOf(
      { ...options, status: response.status, text },
      { hints: HINTS, retryAfterMs: retryAfterMsOf(response.headers) },
    );
  const read = reply.safeParse(parseJson(text));
  if (read.success) return read.data.results;
  throw new WinnowError('unreadable', `${model} did not send scores. Check reranker.baseUrl and reranker.provider.`);
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

const HINTS: Readonly<Record<number, string>> = {
  401: 'Check the environment variable that reranker.keyVariable names.',
  403: 'Check the environment variable that reranker.keyVariable names.',
  404: 'Check reranker.model and reranker.baseUrl.',
  429: 'It is rate limited: ask again later.',
};
