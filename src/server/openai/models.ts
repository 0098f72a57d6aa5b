/**
 * The models a client may name: the pipelines, "winnow" for the configured one, and the small models that are switched
 * on.
 */
import type { AnswerEngine } from '../answering.js';
import { badRequest } from './errors.js';

export const DEFAULT_MODEL = 'winnow';

export type ModelEntry = {
  readonly id: string;
  readonly object: 'model';
  readonly created: number;
  readonly owned_by: 'winnow';
  readonly description: string;
};

export function modelsOf({ pipelines, config }: AnswerEngine, created: number): ModelEntry[] {
  const small = [
    ...(config.local.embedder ? [['winnow-embedder', 'vectors of texts: /v1/embeddings']] : []),
    ...(config.local.reranker ? [['winnow-reranker', 'relevance of texts to a query: /v1/rerank']] : []),
  ];
  const all = [
    [DEFAULT_MODEL, `the configured pipeline: ${config.pipeline}`],
    ...pipelines.map(({ name, summary }) => [name, summary]),
    ...small,
  ];
  return all.map(([id = '', description = '']) => ({ id, object: 'model', created, owned_by: 'winnow', description }));
}

export function pipelineNamed(model: string, { pipelines, config }: AnswerEngine): string {
  const name = model === DEFAULT_MODEL ? config.pipeline : model;
  if (pipelines.some((known) => known.name === name)) return name;
  throw noModel(
    model,
    `Ask with "${DEFAULT_MODEL}", or the name of a pipeline: ${pipelines.map((known) => known.name).join(', ')}.`,
  );
}

export function noModel(model: string, advice: string) {
  return badRequest(`The model "${model.slice(0, 100)}" does not exist. ${advice}`, 'model', 404, 'model_not_found');
}
