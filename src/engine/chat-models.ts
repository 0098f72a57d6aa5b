/**
 * Chat models from configuration. A role that is not configured is served by a neighbour; with none configured there is
 * no model at all.
 */
import { usageError } from '../core/errors.js';
import type { ChatModel, ChatModels } from '../core/ports.js';
import { LONGEST_TIMER_MS } from '../core/run.js';
import { anthropic } from '../providers/chat/anthropic.js';
import { gemini } from '../providers/chat/gemini.js';
import { ggufChat } from '../providers/chat/gguf.js';
import { findModelFile } from '../providers/chat/gguf-files.js';
import { openAi, openAiCompatible } from '../providers/chat/openai-compatible.js';
import type { RemoteChatOptions } from '../providers/chat/wire.js';
import type { HttpClient } from '../providers/http.js';
import { HABITS, type ProviderName } from './config/models.js';
import type { Config, ModelConfig } from './config.js';
import { defaultDataDirectory, type Environment } from './environment.js';

export type ChatParts = {
  readonly http: HttpClient;
  readonly environment: Environment;
  /** Somebody else watches how long a call takes (engine/calls): the adapter sets no time of its own. */
  readonly timedElsewhere?: boolean;
};

export function createChatModels(config: Config, parts: ChatParts): ChatModels {
  const dataDirectory = config.dataDirectory ?? defaultDataDirectory();
  return modelsByRole(config, (model) =>
    model.provider === 'gguf' ? inProcess(model, dataDirectory) : remote(model, parts),
  );
}

export function modelsByRole(
  { models }: Pick<Config, 'models'>,
  create: (model: ModelConfig) => ChatModel,
): ChatModels {
  const [small, large] = [models.small ?? models.large, models.large ?? models.small];
  // A large model is dear, and would be asked about every sentence: it judges only where it is named.
  const judge = models.judge ?? models.small;
  // One model for several roles is one object: what it learns of its server, or loads into memory, is learned or loaded
  // once.
  const made = new Map<ModelConfig, ChatModel>();
  const once = (model: ModelConfig) => {
    const existing = made.get(model) ?? create(model);
    made.set(model, existing);
    return existing;
  };
  return {
    ...(small && { small: once(small) }),
    ...(large && { large: once(large) }),
    ...(judge && { judge: once(judge) }),
  };
}

const ADAPTERS: Readonly<Record<Exclude<ProviderName, 'gguf'>, (options: RemoteChatOptions) => ChatModel>> = {
  'openai-compatible': openAiCompatible,
  openai: openAi,
  anthropic,
  gemini,
};

function remote(configured: ModelConfig, { http, environment, timedElsewhere = false }: ChatParts): ChatModel {
  const { provider, keyVariable: _, baseUrl = '', ...rest } = configured;
  const create = ADAPTERS[provider as Exclude<ProviderName, 'gguf'>];
  const timeoutMs = timedElsewhere ? LONGEST_TIMER_MS : rest.timeoutMs;
  return create({ http, baseUrl, ...defined(rest), timeoutMs, ...keyOf(configured, environment) });
}

/** Without the fields that are there but empty, which options declared optional do not take. */
function defined({ price, extra, contextTokens, ...rest }: Omit<ModelConfig, 'provider' | 'keyVariable' | 'baseUrl'>) {
  return { ...rest, ...(price && { price }), ...(extra && { extra }), ...(contextTokens && { contextTokens }) };
}

function inProcess({ model, format, price, temperature, extra }: ModelConfig, dataDirectory: string): ChatModel {
  return ggufChat({
    name: model,
    file: () => findModelFile(model, dataDirectory),
    format,
    temperature,
    ...(price && { price }),
    ...(extra && { extra }),
  });
}

/** The key, and the variable it is in. A server at an address of the user's own may want none. */
function keyOf(
  { provider, keyVariable, baseUrl, model }: ModelConfig,
  environment: Environment,
): { key?: string; keyVariable?: string } {
  const { keyVariables, baseUrl: usual } = HABITS[provider];
  const names = keyVariable === undefined ? keyVariables : [keyVariable];
  const holder = names.find((name) => environment[name]);
  if (holder !== undefined) return { key: environment[holder] as string, keyVariable: holder };
  if (keyVariable === undefined && baseUrl !== usual) return {};
  if (names.length === 0) return {};
  const hint = keyVariable === undefined ? 'Set it, or name another as keyVariable.' : 'Set it, or remove keyVariable.';
  throw usageError(
    `The environment variable ${names.join(' or ')}, which holds the key of ${model}, is not set. ${hint}`,
  );
}
