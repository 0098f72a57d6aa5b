/** Chat models from configuration. A role that is not configured is served by a neighbour; with none configured there is no model at all. */
import { WinnowError } from '../core/errors.js';
import type { ChatModel, ChatModels } from '../core/ports.js';
import { openAiCompatible } from '../providers/chat/openai-compatible.js';
import type { HttpClient } from '../providers/http.js';
import type { Config, ModelConfig } from './config.js';
import type { Environment } from './environment.js';

export type ChatParts = { readonly http: HttpClient; readonly environment: Environment };

export function createChatModels(config: Config, parts: ChatParts): ChatModels {
  return modelsByRole(config, (model) => createChatModel(model, parts));
}

export function modelsByRole({ models }: Pick<Config, 'models'>, create: (model: ModelConfig) => ChatModel): ChatModels {
  const [small, large] = [models.small ?? models.large, models.large ?? models.small];
  const judge = models.judge ?? large;
  return { ...(small && { small: create(small) }), ...(large && { large: create(large) }), ...(judge && { judge: create(judge) }) };
}

function createChatModel(
  { baseUrl, model, keyVariable, format, price, timeoutMs }: ModelConfig,
  { http, environment }: ChatParts,
): ChatModel {
  const key = keyVariable === undefined ? undefined : environment[keyVariable];
  if (keyVariable !== undefined && !key) {
    throw new WinnowError(
      'usage',
      `The environment variable ${keyVariable}, named as the key of ${model}, is not set. Set it, or remove keyVariable.`,
    );
  }
  return openAiCompatible({ http, baseUrl, model, format, timeoutMs, ...(key && { key }), ...(price && { price }) });
}
