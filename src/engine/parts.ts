/**
 * The parts that pipelines are built from, as the configuration asks for them: what leaves the process is bounded,
 * everything is recorded where that is asked for. Parts of one's own take the place of configured ones.
 */
import { join } from 'node:path';
import { untilAborted } from '../core/abort.js';
import type { UnreadPage } from '../core/data.js';
import { WinnowError } from '../core/errors.js';
import type { Parts } from '../core/parts.js';
import type { ChatModels, Fetcher, LocalModels, Retriever, SearchEngine } from '../core/ports.js';
import { cachedEmbedder } from '../providers/embed/cache.js';
import { createHttpClient } from '../providers/http.js';
import { createLocalModels, LOCAL_MODEL_NAMES } from '../providers/local/models.js';
import { createParser } from '../providers/parse/index.js';
import { type Calls, createCalls } from './calls/index.js';
import { createChatModels } from './chat-models.js';
import { checkedEmbedder } from './checked-embedder.js';
import type { Config } from './config.js';
import { dataDirectoryOf } from './corpora/index.js';
import { type EmbedderParts, withConfiguredEmbedder } from './embedders.js';
import { type Environment, processEnvironment } from './environment.js';
import { type OpenOptions, type OwnDocuments, openOwnDocuments, SAMPLE_VECTORS } from './own-documents.js';
import { withConfiguredReranker } from './rerankers.js';
import { lateWhileReading, unreadFiles } from './unread-files.js';
import { createWeb, searchesOwn } from './web.js';

export type OwnParts = {
  readonly models?: ChatModels;
  readonly local?: LocalModels;
  readonly search?: SearchEngine;
  readonly fetcher?: Fetcher;
  readonly retriever?: Retriever;
  readonly environment?: Environment;
  readonly onProgress?: OpenOptions['onProgress'];
};

export type BuiltParts = {
  readonly parts: Parts;
  readonly calls: Calls;
  /** Reads and indexes one's own documents, unless nothing will be asked of them. */
  readonly prepare: (signal: AbortSignal) => Promise<Pick<OwnDocuments, 'pages' | 'unread'>>;
  /** One's own documents themselves, for those who browse. */
  readonly documents: (signal: AbortSignal) => Promise<OwnDocuments>;
  /** Files of one's own documents that were left out, as far as they were read. */
  readonly unread: () => readonly UnreadPage[];
  readonly close: () => Promise<void>;
};

export function buildParts(config: Config, own: OwnParts): BuiltParts {
  const dataDirectory = dataDirectoryOf(config);
  const calls = createCalls({ config, dataDirectory, environment: own.environment ?? processEnvironment() });
  const http = createHttpClient({ allowPrivateHosts: config.allowPrivateHosts });
  const outside = { http, environment: calls.environment };
  const models =
    own.models ??
    calls.bound({ models: createChatModels(config, { ...outside, timedElsewhere: true }) }, { models: config.models })
      .models;
  const inProcess = own.local
    ? checkedLocal(own.local)
    : createLocalModels(LOCAL_MODEL_NAMES.filter((name) => config.local[name]));
  const local = withVectorCache(withConfigured(inProcess, config, { ...outside, calls }), dataDirectory);
  const documents = shareDocuments(config, { local, onProgress: own.onProgress });
  const web = createWeb(config, {
    ...outside,
    calls,
    dataDirectory,
    parse: createParser(config.parse),
    own: documents,
  });
  const isOwnWebEnough = own.search !== undefined && own.fetcher !== undefined;
  return {
    calls,
    parts: calls.recorded({
      models,
      local,
      retriever: own.retriever ?? documents.retriever,
      search: own.search ?? web.search,
      fetcher: own.fetcher ?? web.fetcher,
      trust: config.trust,
    }),
    prepare: async (signal) =>
      calls.isReplay || isOwnWebEnough || !searchesOwn(config.search)
        ? { pages: 0, unread: [] }
        : documents.open(signal),
    documents: documents.open,
    unread: documents.unread,
    close: async () => {
      await documents.close();
      await web.close();
      await calls.close();
      await http.close();
    },
  };
}

/** An embedder or reranker behind an API in the place of ours, with bounds. */
function withConfigured(
  inProcess: LocalModels,
  config: Config,
  { calls, ...outside }: EmbedderParts & { calls: Calls },
): LocalModels {
  const { embedder, reranker, ...rest } = withConfiguredReranker(
    withConfiguredEmbedder(inProcess, config, outside),
    config.reranker,
    outside,
  );
  const remote = {
    ...(embedder && embedder !== inProcess.embedder && { embedder }),
    ...(reranker && reranker !== inProcess.reranker && config.reranker.provider !== 'onnx' && { reranker }),
  };
  const bounded = calls.bound(remote, { embedder: config.embedder, reranker: config.reranker });
  return { ...rest, ...(embedder && { embedder }), ...(reranker && { reranker }), ...bounded };
}

function checkedLocal(local: LocalModels): LocalModels {
  return local.embedder ? { ...local, embedder: checkedEmbedder(local.embedder) } : local;
}

function withVectorCache(local: LocalModels, dataDirectory: string): LocalModels {
  if (!local.embedder) return local;
  const file = join(dataDirectory, `vectors-${local.embedder.name.replace(/[^\w.-]+/g, '_')}.bin`);
  return { ...local, embedder: cachedEmbedder(local.embedder, file, { shipped: SAMPLE_VECTORS }) };
}

type SharedDocuments = {
  readonly search: SearchEngine;
  readonly fetcher: Fetcher;
  readonly retriever: Retriever;
  readonly open: (signal: AbortSignal) => Promise<OwnDocuments>;
  readonly unread: () => readonly UnreadPage[];
  readonly close: () => Promise<void>;
};

/**
 * One's own documents, opened once for all questions, so that they must not end with the question that happened to come
 * first.
 */
function shareDocuments(
  config: Config,
  { local, onProgress }: Pick<OpenOptions, 'local' | 'onProgress'>,
): SharedDocuments {
  const lifetime = new AbortController();
  let opening: Promise<OwnDocuments> | undefined;
  let unread: readonly UnreadPage[] = [];
  let seen = { done: 0, total: 0, what: '' };
  const told: NonNullable<OpenOptions['onProgress']> = (done, total, what) => {
    seen = { done, total, what };
    onProgress?.(done, total, what);
  };
  const open = (signal: AbortSignal) => {
    opening ??= openOwnDocuments(config, { local, signal: lifetime.signal, onProgress: told });
    const shared = opening;
    shared.then(
      (opened) => {
        unread = unreadFiles(opened.unread);
      },
      () => {
        opening = undefined;
      },
    );
    return untilAborted(() => shared, signal).catch((error: unknown) => {
      throw lateWhileReading(error, { ...seen, docs: config.docs });
    });
  };
  const name = config.corpus === '' ? 'folder' : 'corpus';
  return {
    open,
    unread: () => unread,
    search: { name, search: async (query, options) => (await open(options.signal)).search.search(query, options) },
    fetcher: { name, fetch: async (url, options) => (await open(options.signal)).fetcher.fetch(url, options) },
    retriever: {
      name,
      retrieve: async (query, options) => (await open(options.signal)).retriever.retrieve(query, options),
    },
    close: async () => {
      lifetime.abort(new WinnowError('cancelled', 'The engine was closed.'));
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}
