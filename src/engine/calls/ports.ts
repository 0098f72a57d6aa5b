/**
 * Each port as the one shape of a call, and back. Everything that decides the answer is part of the input; the signal
 * is not.
 */
import type { Parts } from '../../core/parts.js';
import type {
  ChatModel,
  ChatModels,
  Embedder,
  Fetcher,
  LocalModels,
  Reader,
  Reranker,
  Retriever,
  SearchEngine,
  SearchOptions,
  Verifier,
} from '../../core/ports.js';
import type { Wrap } from './call.js';

export function wrapChat(model: ChatModel, wrap: Wrap): ChatModel {
  return {
    ...model,
    complete: wrap((request, options) => model.complete(request, options), { port: 'chat', name: model.name }),
  };
}

type WithoutSignal<Options> = Omit<Options, 'signal'>;

export function wrapEmbedder(embedder: Embedder, wrap: Wrap): Embedder {
  type Input = { texts: readonly string[] } & WithoutSignal<Parameters<Embedder['embed']>[1]>;
  const call = wrap(
    ({ texts, ...rest }: Input, { signal }) => embedder.embed(texts, { ...rest, signal }),
    about('embed', embedder),
  );
  return { ...embedder, embed: (texts, { signal, ...rest }) => call({ texts, ...rest }, { signal }) };
}

export function wrapReranker(reranker: Reranker, wrap: Wrap): Reranker {
  type Input = { query: string; texts: readonly string[] };
  const call = wrap(
    ({ query, texts }: Input, options) => reranker.score(query, texts, options),
    about('rerank', reranker),
  );
  return { ...reranker, score: (query, texts, options) => call({ query, texts }, options) };
}

function wrapVerifier(verifier: Verifier, wrap: Wrap): Verifier {
  type Input = { claim: string; passages: readonly string[] };
  const call = wrap(
    ({ claim, passages }: Input, options) => verifier.entail(claim, passages, options),
    about('verify', verifier),
  );
  return { ...verifier, entail: (claim, passages, options) => call({ claim, passages }, options) };
}

function wrapReader(reader: Reader, wrap: Wrap): Reader {
  type Input = { question: string; passages: readonly string[] };
  const call = wrap(
    ({ question, passages }: Input, options) => reader.read(question, passages, options),
    about('read', reader),
  );
  return { ...reader, read: (question, passages, options) => call({ question, passages }, options) };
}

export function wrapSearch(engine: SearchEngine, wrap: Wrap): SearchEngine {
  type Input = { query: string } & Omit<SearchOptions, 'signal' | 'onNote'>;
  const call = wrap(
    ({ query, ...rest }: Input, { signal, onNote }) =>
      engine.search(query, { ...rest, signal, ...(onNote && { onNote }) }),
    about('search', engine),
  );
  return {
    ...engine,
    search: (query, { signal, onNote, ...rest }) => call({ query, ...rest }, { signal, ...(onNote && { onNote }) }),
  };
}

export function wrapFetcher(fetcher: Fetcher, wrap: Wrap): Fetcher {
  type Input = { url: string } & WithoutSignal<Parameters<Fetcher['fetch']>[1]>;
  const call = wrap(
    ({ url, ...rest }: Input, { signal }) => fetcher.fetch(url, { ...rest, signal }),
    about('fetch', fetcher),
  );
  return { ...fetcher, fetch: (url, { signal, ...rest }) => call({ url, ...rest }, { signal }) };
}

export function wrapRetriever(retriever: Retriever, wrap: Wrap): Retriever {
  type Input = { query: string } & WithoutSignal<Parameters<Retriever['retrieve']>[1]>;
  const call = wrap(
    ({ query, ...rest }: Input, { signal }) => retriever.retrieve(query, { ...rest, signal }),
    about('retrieve', retriever),
  );
  return { ...retriever, retrieve: (query, { signal, ...rest }) => call({ query, ...rest }, { signal }) };
}

const about = <Port>(port: Port, { name }: { readonly name: string }) => ({ port, name });

export function wrapModels(models: ChatModels, wrapOf: (role: string) => Wrap): ChatModels {
  return Object.fromEntries(Object.entries(models).map(([role, model]) => [role, wrapChat(model, wrapOf(role))]));
}

function wrapLocal({ embedder, reranker, verifier, reader }: LocalModels, wrap: Wrap): LocalModels {
  return {
    ...(embedder && { embedder: wrapEmbedder(embedder, wrap) }),
    ...(reranker && { reranker: wrapReranker(reranker, wrap) }),
    ...(verifier && { verifier: wrapVerifier(verifier, wrap) }),
    ...(reader && { reader: wrapReader(reader, wrap) }),
  };
}

/** Everything a pipeline is built from. */
export function wrapParts(parts: Parts, wrap: Wrap): Parts {
  return {
    ...parts,
    models: wrapModels(parts.models, () => wrap),
    local: wrapLocal(parts.local, wrap),
    retriever: wrapRetriever(parts.retriever, wrap),
    search: wrapSearch(parts.search, wrap),
    fetcher: wrapFetcher(parts.fetcher, wrap),
  };
}
