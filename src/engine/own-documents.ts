/**
 * One's own documents, a corpus or a folder, through the ports: searched and fetched like a small web, and retrieved
 * passage by passage.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LeftOut } from '../core/data.js';
import { usageError, WinnowError } from '../core/errors.js';
import type { Fetcher, LocalModels, Retriever, SearchEngine } from '../core/ports.js';
import { readFolder } from '../providers/folder/index.js';
import { createParser } from '../providers/parse/index.js';
import type { Config } from './config.js';
import { type Corpus, corpusRetriever, corpusWeb, memoryCorpus, openCorpus, placeIn } from './corpora/index.js';

export type OwnDocuments = {
  readonly search: SearchEngine;
  readonly fetcher: Fetcher;
  readonly retriever: Retriever;
  /** The same documents passage by passage, for those who browse. */
  readonly corpus: Corpus;
  /** Files that could not be read, and why. */
  readonly unread: readonly LeftOut[];
  readonly pages: number;
  readonly close: () => Promise<void>;
};

export type OpenOptions = {
  readonly local: LocalModels;
  readonly signal: AbortSignal;
  readonly onProgress?: ((done: number, total: number, what: string) => void) | undefined;
};

export const SAMPLE_CORPUS = fileURLToPath(new URL('../../corpus', import.meta.url));
/**
 * Vectors of the sample's sections, so that the first question need not wait for them: made by
 * scripts/sample-vectors.mjs.
 */
export const SAMPLE_VECTORS = fileURLToPath(new URL('../../corpus/vectors.cache', import.meta.url));

export async function openOwnDocuments(config: Config, opening: OpenOptions): Promise<OwnDocuments> {
  return config.corpus === '' ? openPlainFolder(config, opening) : openNamedCorpus(config, opening);
}

async function openNamedCorpus(config: Config, { local }: OpenOptions): Promise<OwnDocuments> {
  const corpus = await openCorpus(placeIn(config, config.corpus), local);
  const retriever = corpusRetriever(corpus, { hasEmbedder: local.embedder !== undefined });
  return {
    ...corpusWeb(corpus),
    retriever,
    corpus,
    pages: corpus.describe().documents,
    unread: [],
    close: corpus.close,
  };
}

async function openPlainFolder(config: Config, { local, signal, onProgress }: OpenOptions): Promise<OwnDocuments> {
  const folder = config.docs === 'sample' ? SAMPLE_CORPUS : config.docs;
  if (!existsSync(folder))
    throw usageError(`There is no file or folder ${folder}. Name one that holds your documents in the setting docs.`);
  const { documents, unread } = await readFolder({
    folder,
    parse: createParser(config.parse),
    signal,
    ...(onProgress && { onProgress }),
  });
  const corpus = await memoryCorpus({ name: folder, documents, signal, onProgress }, local);
  const retriever = corpusRetriever(corpus, { hasEmbedder: local.embedder !== undefined });
  const byUrl = new Map(documents.map((document) => [document.url, document]));
  return {
    search: { ...corpusWeb(corpus).search, name: 'folder' },
    fetcher: { name: 'folder', fetch: async (url) => byUrl.get(url) ?? throwMissingPage(url) },
    retriever,
    corpus,
    pages: documents.length,
    unread,
    close: corpus.close,
  };
}

function throwMissingPage(url: string): never {
  throw new WinnowError('unavailable', `The folder has no page ${url}.`);
}
