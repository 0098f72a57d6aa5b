/** What a pipeline is built from, and how a pipeline is defined so that an engine can build it from options. */
import type { z } from 'zod';
import type { Pipeline } from './pipeline.js';
import type { ChatModels, Fetcher, LocalModels, Retriever, SearchEngine } from './ports.js';

export type Parts = {
  readonly models: ChatModels;
  readonly local: LocalModels;
  /** Passages of the corpus. */
  readonly retriever: Retriever;
  /** The web, or the corpus standing in for it. */
  readonly search: SearchEngine;
  readonly fetcher: Fetcher;
};

export type PipelineDefinition<Options = unknown> = {
  readonly name: string;
  readonly summary: string;
  /** Defaults and checks for the options; every option has a description, from which the documentation is made. */
  readonly options: z.ZodType<Options>;
  readonly create: (parts: Parts, options: Options) => Pipeline;
};

/** Keeps the options' type inside the definition, so that definitions of different pipelines can stand in one list. */
export function definePipeline<Options>(definition: PipelineDefinition<Options>): PipelineDefinition {
  return definition as PipelineDefinition;
}
