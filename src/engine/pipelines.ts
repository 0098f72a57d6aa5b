/** The pipelines that come with Winnow, and how one of them is named and given options. */
import { z } from 'zod';
import { WinnowError } from '../core/errors.js';
import { definePipeline, type PipelineDefinition } from '../core/parts.js';
import { naive, naiveOptions } from '../pipelines/baselines/naive.js';
import { hifiRag } from '../pipelines/hifi-rag/index.js';
import { hifiRagOptions } from '../pipelines/hifi-rag/options.js';
import type { Config } from './config.js';

export const BUILT_IN_PIPELINES: readonly PipelineDefinition[] = [
  definePipeline({
    name: 'hifi-rag',
    summary: 'filter results before fetching, filter sections, draft, refine, cite (arXiv:2512.22442)',
    options: hifiRagOptions,
    create: hifiRag,
  }),
  definePipeline({ name: 'naive-sparse', summary: 'retrieve by words, answer', options: naiveOptions, create: naive('sparse') }),
  definePipeline({ name: 'naive-dense', summary: 'retrieve by meaning, answer', options: naiveOptions, create: naive('dense') }),
  definePipeline({
    name: 'naive-hybrid',
    summary: 'retrieve by words and meaning, answer',
    options: naiveOptions,
    create: naive('hybrid'),
  }),
];

export type Known = { readonly pipelines: readonly PipelineDefinition[]; readonly config: Pick<Config, 'pipelines'> };

export type Named = { readonly name: string; readonly options?: Readonly<Record<string, unknown>> | undefined };

/** The pipeline of that name with all its options: those given, over those configured, over the defaults. */
export function resolvePipeline(
  { pipelines, config }: Known,
  { name, options }: Named,
): { definition: PipelineDefinition; options: unknown } {
  const definition = pipelines.findLast((known) => known.name === name);
  if (!definition)
    throw new WinnowError('usage', `There is no pipeline "${name}". There are: ${pipelines.map((known) => known.name).join(', ')}.`);
  const parsed = definition.options.safeParse({ ...config.pipelines[name], ...options });
  if (!parsed.success)
    throw new WinnowError('usage', `Options of ${name}: ${z.prettifyError(parsed.error)}\ndocs/configuration.md lists the options.`);
  return { definition, options: parsed.data };
}
