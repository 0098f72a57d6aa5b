/** Builds an engine from configuration and parts. No global state: two engines in one process know nothing of each other. */
import { join } from 'node:path';
import { z } from 'zod';
import { untilAborted } from '../core/abort.js';
import { systemClock } from '../core/clock.js';
import type { Question } from '../core/data.js';
import { WinnowError } from '../core/errors.js';
import type { Parts, PipelineDefinition } from '../core/parts.js';
import { type Pipeline, runPipeline } from '../core/pipeline.js';
import type { ChatModels, Fetcher, LocalModels, Retriever, SearchEngine } from '../core/ports.js';
import { cachedEmbedder } from '../providers/embed/cache.js';
import type { FolderWeb } from '../providers/folder/index.js';
import { createHttpClient } from '../providers/http.js';
import { createLocalModels, LOCAL_MODEL_NAMES } from '../providers/local/models.js';
import { type Asking, startAsking } from './asking.js';
import { createChatModels } from './chat-models.js';
import { type Config, type ConfigInput, configSchema } from './config.js';
import { dataDirectoryOf } from './corpora/index.js';
import { withConfiguredEmbedder } from './embedders.js';
import { type Environment, processEnvironment } from './environment.js';
import { type OwnDocuments, openOwnDocuments } from './own-documents.js';
import { BUILT_IN_PIPELINES, resolvePipeline } from './pipelines.js';
import { withConfiguredReranker } from './rerankers.js';

export type EngineInput = {
  readonly config?: ConfigInput;
  /** Parts of one's own instead of the configured ones. */
  readonly models?: ChatModels;
  readonly local?: LocalModels;
  readonly search?: SearchEngine;
  readonly fetcher?: Fetcher;
  readonly retriever?: Retriever;
  /** Pipelines of one's own beside the built-in ones. */
  readonly pipelines?: readonly PipelineDefinition[];
  readonly environment?: Environment;
  readonly onProgress?: (done: number, total: number, what: string) => void;
};

export type AskOptions = {
  readonly pipeline?: string;
  /** Options of the pipeline, over the configured ones. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly maxCostUsd?: number;
};

export type Engine = {
  readonly config: Config;
  readonly pipelines: readonly PipelineDefinition[];
  readonly ask: (question: string | Question, options?: AskOptions) => Asking;
  /** Reads and indexes the folder now rather than with the first question. */
  readonly prepare: (signal?: AbortSignal) => Promise<{ pages: number; unread: FolderWeb['unread'] }>;
  readonly close: () => Promise<void>;
};

export function createEngine(input: EngineInput = {}): Engine {
  const config = checkedConfig(input.config ?? {});
  const http = createHttpClient({ allowPrivateHosts: config.allowPrivateHosts });
  const outside = { http, environment: input.environment ?? processEnvironment() };
  const models = input.models ?? createChatModels(config, outside);
  const inProcess = input.local ?? createLocalModels(LOCAL_MODEL_NAMES.filter((name) => config.local[name]));
  const configured = withConfiguredReranker(withConfiguredEmbedder(inProcess, config, outside), config.reranker, outside);
  const local = withCache(configured, config);
  const pipelines = [...BUILT_IN_PIPELINES, ...(input.pipelines ?? [])];

  // Opened once for all questions, so that it must not end with the question that happened to come first.
  const lifetime = new AbortController();
  let opening: Promise<OwnDocuments> | undefined;
  const open = (signal: AbortSignal) => {
    opening ??= openOwnDocuments(config, { local, signal: lifetime.signal, onProgress: input.onProgress });
    const shared = opening;
    shared.catch(() => {
      opening = undefined;
    });
    return untilAborted(() => shared, signal);
  };
  const name = config.corpus === '' ? 'folder' : 'corpus';
  const parts: Parts = {
    models,
    local,
    retriever: input.retriever ?? {
      name,
      retrieve: async (query, options) => (await (await open(options.signal)).retriever()).retrieve(query, options),
    },
    search: input.search ?? { name, search: async (query, options) => (await open(options.signal)).search.search(query, options) },
    fetcher: input.fetcher ?? { name, fetch: async (url, options) => (await open(options.signal)).fetcher.fetch(url, options) },
  };

  return {
    config,
    pipelines,
    prepare: async (signal = new AbortController().signal) => {
      choosePipeline({ pipelines, config, parts }, {}); // a mistake in the options must not wait for the index
      if (input.search && input.fetcher) return { pages: 0, unread: [] };
      const { pages, unread } = await open(signal);
      return { pages, unread };
    },
    ask: (question, options = {}) =>
      startAsking(async (onEvent) => {
        const chosen = choosePipeline({ pipelines, config, parts }, options);
        const asked = typeof question === 'string' ? { text: question, askedAt: systemClock.now() } : question;
        if (asked.text.trim() === '')
          throw new WinnowError('usage', 'The question is empty. Ask something, e.g. winnow ask "Who built the old bridge?"');
        const { timeoutMs = config.limits.timeoutMs, maxCostUsd = config.limits.maxCostUsd, signal } = options;
        checkBudget(models, maxCostUsd);
        return runPipeline(chosen, asked, {
          onEvent,
          timeoutMs,
          ...(maxCostUsd !== undefined && { maxCostUsd }),
          ...(signal && { signal }),
        });
      }),
    close: async () => {
      lifetime.abort(new WinnowError('cancelled', 'The engine was closed.'));
      await (await opening?.catch(() => undefined))?.close();
      await http.close();
    },
  };
}

function checkedConfig(input: ConfigInput): Config {
  const parsed = configSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new WinnowError('usage', `The configuration is not valid: ${z.prettifyError(parsed.error)}`);
}

/** A limit on money cannot be kept for a model whose price nobody knows: better said before it is spent. */
function checkBudget(models: ChatModels, maxCostUsd: number | undefined): void {
  const unpriced = Object.entries(models).find(([, model]) => !model.price);
  if (maxCostUsd === undefined || !unpriced) return;
  const [role, { name }] = unpriced;
  throw new WinnowError(
    'usage',
    `The price of ${name} is unknown, so a limit of $${maxCostUsd} cannot be kept. Give models.${role}.price in the configuration.`,
  );
}

function withCache(local: LocalModels, config: Config): LocalModels {
  if (!local.embedder) return local;
  return {
    ...local,
    embedder: cachedEmbedder(local.embedder, join(dataDirectoryOf(config), `vectors-${local.embedder.name}.bin`)),
  };
}

type Choosing = { readonly pipelines: readonly PipelineDefinition[]; readonly config: Config; readonly parts: Parts };

function choosePipeline({ pipelines, config, parts }: Choosing, { pipeline = config.pipeline, options }: AskOptions): Pipeline {
  const chosen = resolvePipeline({ pipelines, config }, { name: pipeline, options });
  const built = chosen.definition.create(parts, chosen.options);
  return Object.keys(parts.models).length > 0 ? built : sayingSo(built);
}

/** The result must say when no language model was used. */
function sayingSo(built: Pipeline): Pipeline {
  const reason = 'no language model is configured; every stage used its deterministic implementation';
  return {
    ...built,
    answer: (question, run) => {
      run.within('models').emit({ type: 'fallback', reason });
      return built.answer(question, run);
    },
  };
}
