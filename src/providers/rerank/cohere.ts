/** Cohere's rerankers (POST v2/rerank), and servers that speak the same. The paper used rerank-english-v3.0. */
import type { Reranker } from '../../core/ports.js';
import { type RemoteRerankerOptions, remoteReranker } from './remote.js';

export const COHERE_BASE_URL = 'https://api.cohere.com/v2';

/** What Cohere's reference advises for one request at most. */
const BATCH = 1000;

export function cohereReranker(options: RemoteRerankerOptions): Reranker {
  const { model } = options;
  return remoteReranker(options, {
    provider: 'cohere',
    batch: BATCH,
    body: (query, documents) => ({ model, query, documents, top_n: documents.length }),
  });
}
