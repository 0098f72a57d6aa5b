/**
 * Builds an engine from configuration and parts. No global state: two engines in one process know nothing of each
 * other.
 */
import type { Question, Result, Turn } from '../core/data.js';
import { usageError } from '../core/errors.js';
import { whatIsInvalid } from '../core/invalid.js';
import type { NamedPipeline, Parts, PipelineDefinition } from '../core/parts.js';
import { type Pipeline, runPipeline } from '../core/pipeline.js';
import type { ChatModels } from '../core/ports.js';
import { type Exchange, type Run, startRun } from '../core/run.js';
import type { TraceEvent } from '../core/trace.js';
import { standAlonePrompt } from '../prompts/stand-alone.js';
import { standAlone } from '../stages/stand-alone.js';
import { type AnswerStream, startAnswerStream } from './answer-stream.js';
import { checkQuestion } from './check-question.js';
import { type Config, type ConfigInput, configSchema } from './config.js';
import type { OwnDocuments } from './own-documents.js';
import { buildParts, type OwnParts } from './parts.js';
import { BUILT_IN_PIPELINES, resolvePipeline } from './pipelines.js';

/** Parts of one's own instead of the configured ones, and pipelines of one's own beside the built-in ones. */
export type EngineInput<Own extends readonly PipelineDefinition[] = readonly PipelineDefinition[]> = OwnParts & {
  readonly config?: ConfigInput;
  readonly pipelines?: Own;
};

export type AskOptions = {
  readonly pipeline?: string;
  /** Options of the pipeline, over the configured ones. */
  readonly options?: Readonly<Record<string, unknown>>;
  /**
   * Earlier turns of the conversation, oldest first: a follow-up such as "And how much is it?" is made to stand alone
   * by them.
   */
  readonly turns?: readonly Turn[];
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly maxCostUsd?: number;
  /** Told of every event in the moment it happens: with many of them this costs less than to iterate. */
  readonly onEvent?: (event: TraceEvent) => void;
  /** Told of every prompt and reply in full. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Puts what the writer was shown into the trace. */
  readonly keepsContext?: boolean;
};

/**
 * Work that is no question of its own, such as grading an answer. `name` and `options` tell it from others in a
 * recording.
 */
export type Task = {
  readonly name: string;
  readonly question: Question;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: TraceEvent) => void;
  /** Default: that of the configuration. */
  readonly maxCostUsd?: number;
};

/** The options that the pipelines of that name take; any, where the compiler does not know the pipeline. */
export type OptionsOf<Known, Name> =
  Known extends NamedPipeline<infer Own, infer Input>
    ? Name extends Own
      ? string extends Own
        ? NonNullable<AskOptions['options']>
        : Input
      : never
    : never;

export type AskOptionsFor<Known extends PipelineDefinition, Name> = Omit<AskOptions, 'pipeline' | 'options'> & {
  readonly pipeline?: Name;
  /** Options of the pipeline, over the configured ones. */
  readonly options?: OptionsOf<Known, Name>;
};

/** `Known`: the pipelines whose names and options the compiler checks. `Engine` alone takes any name. */
export type Engine<Known extends PipelineDefinition = PipelineDefinition> = {
  readonly config: Config;
  readonly pipelines: readonly PipelineDefinition[];
  /** A method, so that an engine with known pipelines can be used where any engine can. */
  ask<Name extends Known['name']>(question: string | Question, options?: AskOptionsFor<Known, Name>): AnswerStream;
  /** Reads and indexes the folder now rather than with the first question. */
  readonly prepare: (signal?: AbortSignal) => Promise<{ pages: number; unread: OwnDocuments['unread'] }>;
  /** The folder or corpus itself: its passages, and its pages as they were parsed. */
  readonly documents: (signal?: AbortSignal) => Promise<Pick<OwnDocuments, 'corpus' | 'fetcher' | 'unread'>>;
  /** Does a task with the engine's parts, under the same bounds as a question, recorded as one is. */
  readonly perform: <T>(
    task: Task,
    work: (given: { parts: Parts; question: Question }, run: Run) => Promise<T>,
  ) => Promise<T>;
  readonly close: () => Promise<void>;
};

export type BuiltInPipeline = (typeof BUILT_IN_PIPELINES)[number];

export function createEngine<const Own extends readonly PipelineDefinition[] = readonly []>(
  input: EngineInput<Own> = {},
): Engine<BuiltInPipeline | Own[number]> {
  return buildEngine(input);
}

function buildEngine(input: EngineInput): Engine {
  const config = checkedConfig(input.config ?? {});
  const { parts, calls, prepare, documents, unread, close } = buildParts(config, input);
  const pipelines: readonly PipelineDefinition[] = [...BUILT_IN_PIPELINES, ...(input.pipelines ?? [])];
  let closed: Promise<void> | undefined;
  const checkOpen = () => {
    if (closed) throw usageError('The engine is closed. Make another one with createEngine().');
  };

  return {
    config,
    pipelines,
    prepare: async (signal = new AbortController().signal) => {
      checkOpen();
      choosePipeline({ pipelines, config, parts }, {}); // a mistake in the options must not wait for the index
      const prepared = await prepare(signal);
      return { pages: prepared.pages, unread: prepared.unread };
    },
    documents: async (signal = new AbortController().signal) => {
      checkOpen();
      return documents(signal);
    },
    ask: (question, options = {}) =>
      startAnswerStream(async (tell) => {
        checkOpen();
        const context = { pipelines, config, parts, calls, tell };
        const result = await answer(context, checkQuestion(question), options as AskOptions);
        return { ...result, unread: [...unread(), ...result.unread] };
      }),
    perform: async ({ name, question, options, signal, onEvent, maxCostUsd: given }, work) => {
      checkOpen();
      checkBudget(parts.models, given);
      const maxCostUsd = given ?? config.limits.maxCostUsd;
      const { timeoutMs } = config.limits;
      return calls.perform(
        { question, pipeline: name, options, timeoutMs, signal },
        ({ question: asked, ...started }) => {
          const bounds = { timeoutMs, ...(maxCostUsd !== undefined && { maxCostUsd }), ...(onEvent && { onEvent }) };
          return startRun({ ...started, ...bounds }).perform((run) => work({ parts, question: asked }, run));
        },
      );
    },
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

type AskContext = PipelineContext &
  Pick<ReturnType<typeof buildParts>, 'calls'> & { readonly tell: (event: TraceEvent) => void };

async function answer(
  { calls, tell, ...context }: AskContext,
  question: Question,
  options: AskOptions,
): Promise<Result> {
  const { limits, trust } = context.config;
  const { timeoutMs = limits.timeoutMs, maxCostUsd = limits.maxCostUsd, signal, onExchange, turns } = options;
  const chosen = followUpPipeline(choosePipeline(context, options), context.parts, turns);
  const onEvent = (event: TraceEvent) => {
    tell(event);
    options.onEvent?.(event);
  };
  checkBudget(context.parts.models, maxCostUsd);
  const start = { question, pipeline: chosen.pipeline.name, options: options.options, timeoutMs, signal };
  const bounds = { timeoutMs, ...(maxCostUsd !== undefined && { maxCostUsd }) };
  const told = { onEvent, onExchange, keepsContext: options.keepsContext ?? false, showsDoubtful: trust.showDoubtful };
  const result = await calls.perform(start, (started) =>
    runPipeline(chosen.pipeline, started.question, { ...started, ...told, ...bounds }),
  );
  return withAskedAs(result, chosen.askedAs());
}

function checkedConfig(input: ConfigInput): Config {
  const parsed = configSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw usageError(`The configuration is not valid. ${whatIsInvalid(parsed.error, input, configSchema)}`);
}

/** A limit on money cannot be kept for a model whose price nobody knows: better said before it is spent. */
function checkBudget(models: ChatModels, maxCostUsd: number | undefined): void {
  const unpriced = Object.entries(models).find(([, model]) => !model.price);
  if (maxCostUsd === undefined || !unpriced) return;
  const [role, { name }] = unpriced;
  throw usageError(
    `The price of ${name} is unknown, so a limit of $${maxCostUsd} cannot be kept. Give models.${role}.price in the configuration.`,
  );
}

type PipelineContext = {
  readonly pipelines: readonly PipelineDefinition[];
  readonly config: Config;
  readonly parts: Parts;
};

function choosePipeline(
  { pipelines, config, parts }: PipelineContext,
  { pipeline = config.pipeline, options }: AskOptions,
): Pipeline {
  const chosen = resolvePipeline({ pipelines, config }, { name: pipeline, options });
  const built = chosen.definition.create(parts, chosen.options);
  return Object.keys(parts.models).length > 0 ? built : withoutModelNotice(built);
}

type FollowUpPipeline = { readonly pipeline: Pipeline; readonly askedAs: () => string | undefined };

/** The same pipeline for a question that earlier turns explain. */
function followUpPipeline(chosen: Pipeline, { models }: Parts, turns: readonly Turn[] = []): FollowUpPipeline {
  const rewrite = standAlone({ models, prompt: standAlonePrompt });
  let asked: string | undefined;
  const answer: Pipeline['answer'] = async (question, run) => {
    const whole = turns.length > 0 ? await rewrite({ question, turns }, run) : question;
    asked = whole.text;
    return chosen.answer(whole, run);
  };
  return { pipeline: { ...chosen, answer }, askedAs: () => asked };
}

function withAskedAs(result: Result, askedAs: string | undefined): Result {
  return askedAs === undefined || askedAs === result.question ? result : { ...result, askedAs };
}

/** The result must say when no language model was used. */
function withoutModelNotice(built: Pipeline): Pipeline {
  const reason = 'no language model is configured; every stage used its deterministic implementation';
  return {
    ...built,
    answer: (question, run) => {
      run.within('models').emit({ type: 'fallback', reason });
      return built.answer(question, run);
    },
  };
}
