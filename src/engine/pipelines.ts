/** The pipelines that come with Winnow, and how one of them is named and given options. */
import { usageError } from '../core/errors.js';
import { whatIsInvalid } from '../core/invalid.js';
import type { PipelineDefinition } from '../core/parts.js';
import { baselineDefinitions } from '../pipelines/baselines/index.js';
import { chunkRagDefinition } from '../pipelines/chunk-rag/index.js';
import { gRagDefinition } from '../pipelines/g-rag/index.js';
import { hifiRagDefinition } from '../pipelines/hifi-rag/index.js';
import { levelRagDefinition } from '../pipelines/level-rag/index.js';
import type { Config } from './config.js';

export const BUILT_IN_PIPELINES = [
  hifiRagDefinition,
  chunkRagDefinition,
  gRagDefinition,
  levelRagDefinition,
  ...baselineDefinitions,
] as const;

export type KnownPipelines = {
  readonly pipelines: readonly PipelineDefinition[];
  readonly config: Pick<Config, 'pipelines'>;
};

export type NamedOptions = { readonly name: string; readonly options?: Readonly<Record<string, unknown>> | undefined };

/**
 * The pipeline of that name with all its options: those given, over those configured, over those of the effort, over
 * the defaults.
 */
export function resolvePipeline(
  { pipelines, config }: KnownPipelines,
  { name, options }: NamedOptions,
): { definition: PipelineDefinition; options: unknown } {
  const definition = pipelines.findLast((known) => known.name === name);
  if (!definition)
    throw usageError(`There is no pipeline "${name}". There are: ${pipelines.map((known) => known.name).join(', ')}.`);
  const given: Readonly<Record<string, unknown>> = { ...config.pipelines[name], ...options };
  const parsed = definition.options.safeParse({ ...definition.efforts?.[String(given.effort)], ...given });
  if (!parsed.success)
    throw usageError(`Options of ${name}: ${whatIsInvalid(parsed.error, given, definition.options)}`);
  return { definition, options: parsed.data };
}
