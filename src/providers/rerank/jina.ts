/**
 * Jina's rerankers (POST v1/rerank), and servers that speak the same: vLLM, llama.cpp, Infinity, Xinference, LocalAI.
 */
import type { Reranker } from '../../core/ports.js';
import { type RemoteRerankerOptions, remoteReranker } from './remote.js';

export const JINA_BASE_URL = 'https://api.jina.ai/v1';

/** Small servers hold a request in memory at once; ours are far shorter than this. */
const BATCH = 256;

export function jinaReranker(options: RemoteRerankerOptions): Reranker {
  const { model } = options;
  return remoteReranker(options, {
    provider: 'jina',
    batch: BATCH,
    // The texts need not come back with their scores.
    body: (query, documents) => ({ model, query, documents, top_n: documents.length, return_documents: false }),
  });
}
