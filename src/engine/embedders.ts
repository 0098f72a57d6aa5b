/** The embedder that the configuration asks for: the bundled one, or one behind an API. */
import { usageError } from '../core/errors.js';
import type { Embedder, LocalModels } from '../core/ports.js';
import { GEMINI_BASE_URL, geminiEmbedder } from '../providers/embed/gemini.js';
import { openAiCompatibleEmbedder } from '../providers/embed/openai-compatible.js';
import type { HttpClient } from '../providers/http.js';
import { createLocalModels } from '../providers/local/models.js';
import type { Config } from './config.js';
import { type Environment, keyIn } from './environment.js';

export type EmbedderParts = { readonly http: HttpClient; readonly environment: Environment };

/** Nothing where local.embedder is switched off. */
export function createEmbedder(config: Config, parts: EmbedderParts): Embedder | undefined {
  if (!config.local.embedder) return undefined;
  return remoteOf(config, parts) ?? createLocalModels(['embedder']).embedder;
}

/** The models with the configured embedder in the place of the bundled one. */
export function withConfiguredEmbedder(local: LocalModels, config: Config, parts: EmbedderParts): LocalModels {
  const remote = local.embedder && remoteOf(config, parts);
  return remote ? { ...local, embedder: remote } : local;
}

function remoteOf({ embedder }: Config, { http, environment }: EmbedderParts): Embedder | undefined {
  const { provider, model, dimensions, keyVariable, timeoutMs } = embedder;
  if (provider === 'local') return undefined;
  const baseUrl = embedder.baseUrl ?? (provider === 'gemini' ? GEMINI_BASE_URL : undefined);
  if (model === undefined || dimensions === undefined || baseUrl === undefined)
    throw usageError(
      `An embedder of ${provider} needs embedder.model, embedder.dimensions${provider === 'gemini' ? '' : ' and embedder.baseUrl'}.`,
    );
  const key = keyIn(environment, { variable: keyVariable, model, setting: 'embedder.keyVariable' });
  const create = provider === 'gemini' ? geminiEmbedder : openAiCompatibleEmbedder;
  return create({ http, baseUrl, model, dimensions, timeoutMs, ...(key && { key }) });
}
