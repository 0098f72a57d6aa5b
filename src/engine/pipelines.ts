/** The pipelines that come with Winnow, and how one of them is named and given options. */
import { z } from 'zod';
import { WinnowError } from '../core/errors.js';
import { definePipeline, type PipelineDefinition } from '../core/parts.js';
import { crag, cragOptions } from '../pipelines/baselines/crag.js';
import { hyde, hydeOptions } from '../pipelines/baselines/hyde.js';
import { ircot, ircotOptions } from '../pipelines/baselines/ircot.js';
import { itrg, itrgOptions } from '../pipelines/baselines/itrg.js';
import { naive, naiveOptions } from '../pipelines/baselines/naive.js';
import { naiveWeb, naiveWebOptions } from '../pipelines/baselines/naive-web.js';
import { noRetrieval, noRetrievalOptions } from '../pipelines/baselines/no-retrieval.js';
import { react, reactOptions } from '../pipelines/baselines/react.js';
import { resp, respOptions } from '../pipelines/baselines/resp.js';
import { chunkRag } from '../pipelines/chunk-rag/index.js';
import { chunkRagOptions } from '../pipelines/chunk-rag/options.js';
import { gRag } from '../pipelines/g-rag/index.js';
import { gRagOptions } from '../pipelines/g-rag/options.js';
import { hifiRag } from '../pipelines/hifi-rag/index.js';
import { hifiRagOptions } from '../pipelines/hifi-rag/options.js';
import { levelRag } from '../pipelines/level-rag/index.js';
import { levelRagOptions } from '../pipelines/level-rag/options.js';
import type { Config } from './config.js';

export const BUILT_IN_PIPELINES = [
  definePipeline({
    name: 'hifi-rag',
    summary: 'filter results before fetching, filter sections, draft, refine, cite (arXiv:2512.22442)',
    options: hifiRagOptions,
    create: hifiRag,
  }),
  definePipeline({
    name: 'chunk-rag',
    summary: 'cut into small chunks, judge each, answer from those worth it (arXiv:2410.19572)',
    options: chunkRagOptions,
    create: chunkRag,
  }),
  definePipeline({
    name: 'g-rag',
    summary: 'imagine an answer, search for both, keep what helps, answer (arXiv:2506.14516)',
    options: gRagOptions,
    create: gRag,
  }),
  definePipeline({
    name: 'level-rag',
    summary: 'atomic questions, searchers that refine their queries, summaries, supplements (arXiv:2502.18139)',
    options: levelRagOptions,
    create: levelRag,
  }),
  definePipeline({ name: 'naive-sparse', summary: 'retrieve by words, answer', options: naiveOptions, create: naive('sparse') }),
  definePipeline({ name: 'naive-dense', summary: 'retrieve by meaning, answer', options: naiveOptions, create: naive('dense') }),
  definePipeline({
    name: 'naive-hybrid',
    summary: 'retrieve by words and meaning, answer',
    options: naiveOptions,
    create: naive('hybrid'),
  }),
  definePipeline({
    name: 'naive-web',
    summary: 'search the question, read the pages, answer from the best sections',
    options: naiveWebOptions,
    create: naiveWeb,
  }),
  definePipeline({ name: 'no-retrieval', summary: 'answer from memory, nothing cited', options: noRetrievalOptions, create: noRetrieval }),
  definePipeline({ name: 'hyde', summary: 'retrieve with an imagined passage (arXiv:2212.10496)', options: hydeOptions, create: hyde }),
  definePipeline({
    name: 'react',
    summary: 'an agent that searches, looks up and finishes (arXiv:2210.03629)',
    options: reactOptions,
    create: react,
  }),
  definePipeline({
    name: 'ircot',
    summary: 'retrieval and a chain of thought in turns (arXiv:2212.10509)',
    options: ircotOptions,
    create: ircot,
  }),
  definePipeline({
    name: 'itrg',
    summary: 'retrieve with the text written last, write anew, in rounds (arXiv:2310.05149)',
    options: itrgOptions,
    create: itrg,
  }),
  definePipeline({
    name: 'resp',
    summary: 'sub-questions with a global and a local memory (arXiv:2407.13101)',
    options: respOptions,
    create: resp,
  }),
  definePipeline({
    name: 'crag',
    summary: 'grade what was retrieved, correct it from the web (arXiv:2401.15884)',
    options: cragOptions,
    create: crag,
  }),
] as const;

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
