/**
 * Every call that a question makes, bounded and written down: what an engine needs of this folder. Calls that leave the
 * process are cached, retried, limited and timed (`bound`); all calls of a question are recorded or replayed
 * (`recorded`), in-process models included. docs/calls.md is the users' view, docs/decisions/outbound-calls.md says why
 * it is so.
 */
import { join } from 'node:path';
import { type Clock, systemClock } from '../../core/clock.js';
import type { Question } from '../../core/data.js';
import type { Parts } from '../../core/parts.js';
import type { ChatModels, Embedder, Fetcher, Reranker, Retriever, SearchEngine } from '../../core/ports.js';
import type { CallsConfig } from '../config/calls.js';
import type { Environment } from '../environment.js';
import { createBounds } from './bounds.js';
import type { Wrap } from './call.js';
import { serve } from './context.js';
import { createDiskCache } from './disk-cache.js';
import { withModelFile } from './model-file.js';
import { wrapEmbedder, wrapFetcher, wrapModels, wrapParts, wrapReranker, wrapRetriever, wrapSearch } from './ports.js';
import { createSecrets, secretsIn } from './secrets.js';
import { openTape, type RunStart } from './tape.js';

/** Parts that the configuration made and that stand outside this process. */
export type Outside = {
  readonly models?: ChatModels;
  readonly embedder?: Embedder | undefined;
  readonly reranker?: Reranker | undefined;
  readonly search?: SearchEngine;
  readonly fetcher?: Fetcher;
  readonly retriever?: Retriever;
};

/**
 * The settings behind each of them, which decide with the input what it answers; for models as configured: by role,
 * with neighbours for the rest.
 */
export type OutsideSettings = Partial<Record<keyof Outside, unknown>> & {
  readonly models?: Readonly<Record<string, unknown>>;
};

export type RunInput = RunStart & { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined };

/** What the run must be started with. */
export type StartedRun = { readonly question: Question; readonly boundary: string; readonly signal: AbortSignal };

export type Calls = {
  readonly bound: <Some extends Outside>(parts: Some, settings?: OutsideSettings) => Some;
  /** For the parts that pipelines are built from; not for those an index is built with. */
  readonly recorded: (parts: Parts) => Parts;
  readonly perform: <T>(asked: RunInput, work: (started: StartedRun) => Promise<T>) => Promise<T>;
  /** For whatever is built from keys. */
  readonly environment: Environment;
  /** Nothing outside is asked: no index needs to be opened. */
  readonly isReplay: boolean;
  readonly close: () => Promise<void>;
};

export type CallsInput = {
  /** The engine's configuration; besides `calls` the names of variables with keys are looked for in it. */
  readonly config: { readonly calls: CallsConfig };
  readonly dataDirectory: string;
  readonly environment: Environment;
  readonly clock?: Clock;
  readonly random?: () => number;
};

export function createCalls({
  config: all,
  dataDirectory,
  environment,
  clock = systemClock,
  random = Math.random,
}: CallsInput): Calls {
  const config = all.calls;
  const isReplay = config.replay !== undefined;
  const secrets = createSecrets(secretsIn(environment, all));
  const tape = openTape({ config: all, environment, secrets });
  const { enabled, maxMegabytes } = config.cache;
  const folder = join(dataDirectory, 'replies');
  const store = enabled && !isReplay ? createDiskCache({ folder, maxBytes: maxMegabytes * 2 ** 20, clock }) : undefined;
  const boundsOf = createBounds({ config, clock, random, secrets, store });
  const bounds = (settings: unknown) => boundsOf(withModelFile(settings, dataDirectory));
  return {
    isReplay: tape.isWhole,
    environment: tape.environment,
    bound: (parts, settings = {}) => boundParts(parts, settings, bounds),
    recorded: (parts) => wrapParts(parts, tape.wrap),
    perform: async ({ timeoutMs, signal: outer, ...start }, work) => {
      const { run, ...begun } = tape.begin(start);
      const failing = new AbortController();
      const signal = outer && isReplay ? AbortSignal.any([outer, failing.signal]) : (outer ?? failing.signal);
      const { boundary } = begun;
      const deadlineMs = clock.monotonicMs() + timeoutMs;
      return serve({ boundary, deadlineMs, run, made: new Map(), fail: (error) => failing.abort(error) }, () =>
        work({ ...begun, signal }),
      );
    },
    close: async () => {
      tape.close();
      await store?.settle();
    },
  };
}

function boundParts<Some extends Outside>(
  parts: Some,
  settings: OutsideSettings,
  bounds: (settings: unknown) => Wrap,
): Some {
  const { models, embedder, reranker, search, fetcher, retriever } = parts;
  const roles = settings.models ?? {};
  return {
    ...parts,
    ...(models && { models: wrapModels(models, (role) => bounds(roles[role] ?? roles.large ?? roles.small)) }),
    ...(embedder && { embedder: wrapEmbedder(embedder, bounds(settings.embedder)) }),
    ...(reranker && { reranker: wrapReranker(reranker, bounds(settings.reranker)) }),
    ...(search && { search: wrapSearch(search, bounds(settings.search)) }),
    ...(fetcher && { fetcher: wrapFetcher(fetcher, bounds(settings.fetcher)) }),
    ...(retriever && { retriever: wrapRetriever(retriever, bounds(settings.retriever)) }),
  };
}
