/** The reranker that the configuration asks for in the place of ours. */
import { usageError } from '../core/errors.js';
import type { LocalModels, Reranker } from '../core/ports.js';
import type { HttpClient } from '../providers/http.js';
import { COHERE_BASE_URL, cohereReranker } from '../providers/rerank/cohere.js';
import { JINA_BASE_URL, jinaReranker } from '../providers/rerank/jina.js';
import { onnxReranker } from '../providers/rerank/onnx.js';
import type { RerankerConfig } from './config/rerank.js';
import { type Environment, keyIn } from './environment.js';

export type RerankerParts = { readonly http: HttpClient; readonly environment: Environment };

/** The models as they are where local.reranker is switched off, or where ours is asked for. */
export function withConfiguredReranker(local: LocalModels, config: RerankerConfig, parts: RerankerParts): LocalModels {
  const other = local.reranker && createReranker(config, parts);
  return other ? { ...local, reranker: other } : local;
}

/** Nothing for "local". */
export function createReranker(config: RerankerConfig, parts: RerankerParts): Reranker | undefined {
  if (config.provider === 'local') return undefined;
  if (config.provider !== 'onnx') return remoteOf(config, config.provider, parts);
  if (config.path === undefined)
    throw usageError('A reranker of onnx needs reranker.path: a folder with tokenizer.json and model.onnx.');
  return onnxReranker({ path: config.path });
}

const REMOTE = {
  cohere: { create: cohereReranker, baseUrl: COHERE_BASE_URL },
  jina: { create: jinaReranker, baseUrl: JINA_BASE_URL },
} as const;

function remoteOf(
  config: RerankerConfig,
  provider: keyof typeof REMOTE,
  { http, environment }: RerankerParts,
): Reranker {
  const { model, keyVariable, timeoutMs } = config;
  if (model === undefined)
    throw usageError(`A reranker of ${provider} needs reranker.model, the name its server knows it by.`);
  const key = keyIn(environment, { variable: keyVariable, model, setting: 'reranker.keyVariable' });
  const { create, baseUrl } = REMOTE[provider];
  return create({ http, baseUrl: config.baseUrl ?? baseUrl, model, timeoutMs, ...(key && { key }) });
}
