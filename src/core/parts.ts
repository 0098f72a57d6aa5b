/** What a pipeline is built from, and how a pipeline is defined so that an engine can build it from options. */
import type { z } from 'zod';
import type { AblationDefinition } from './ablation.js';
import type { Pipeline } from './pipeline.js';
import type { ChatModels, Fetcher, LocalModels, Retriever, SearchEngine } from './ports.js';

export type TrustMode = 'mark' | 'mend' | 'strict';

/** What is asked of an answer before it is given. */
export type Trust = {
  /**
   * `mark`: what was written stays, every sentence under its verdict; `mend`: a wrong figure, date or name is replaced
   * by the source's;
   * `strict`: what no source carries is left out as well.
   */
  readonly mode: TrustMode;
  /** An answer of less confidence than this, 0 to 1, becomes an abstention; 0, the default, keeps every answer. */
  readonly abstainBelow?: number | undefined;
};

export const DEFAULT_TRUST: Trust = { mode: 'mark' };

export type Parts = {
  readonly models: ChatModels;
  readonly local: LocalModels;
  /** Passages of the corpus. */
  readonly retriever: Retriever;
  /** The web, or the corpus standing in for it. */
  readonly search: SearchEngine;
  readonly fetcher: Fetcher;
  readonly trust?: Trust | undefined;
};

export type PipelineDefinition<Options = unknown> = {
  readonly name: string;
  readonly summary: string;
  /** Defaults and checks for the options; every option has a description, from which the documentation is made. */
  readonly options: z.ZodType<Options>;
  /** What its option `effort` sets unless it is given: by the value of `effort`. */
  readonly efforts?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly create: (parts: Parts, options: Options) => Pipeline;
  /** The paper's own variants, for `winnow ablate`. */
  readonly ablation?: AblationDefinition<Readonly<Record<string, unknown>>, Options>;
  /** Why scores of a setting cannot be set against others of the pipeline; nothing where they can. */
  readonly whyNotComparable?: (options: Options, given: { readonly hasModel: boolean }) => string | undefined;
};

/** An ablation whose rows and options the compiler checks against the pipeline's schema. */
export function defineAblation<Schema extends z.ZodType>(
  _options: Schema,
  ablation: AblationDefinition<z.input<Schema>, z.output<Schema>>,
): NonNullable<PipelineDefinition<z.output<Schema>>['ablation']> {
  return ablation as NonNullable<PipelineDefinition<z.output<Schema>>['ablation']>;
}

/**
 * A definition whose name and options the compiler knows, so that `engine.ask` can check them; the options' type is
 * otherwise forgotten.
 */
export type NamedPipeline<Name extends string, Input> = PipelineDefinition & {
  readonly name: Name;
  /** Only for the compiler: nothing holds it. */
  readonly input?: Input;
};

/** Definitions of different pipelines can stand in one list. */
export function definePipeline<const Name extends string, Schema extends z.ZodType>(
  definition: Omit<PipelineDefinition<z.output<Schema>>, 'name' | 'options'> & {
    readonly name: Name;
    readonly options: Schema;
  },
): NamedPipeline<Name, z.input<Schema>> {
  return definition as PipelineDefinition & { readonly name: Name };
}
