/**
 * Winnow's passages for LangChain.js: a runnable from a question to LangChain documents, as its retrievers are. Needs
 * `@langchain/core`.
 */
import { Document } from '@langchain/core/documents';
import { RunnableLambda } from '@langchain/core/runnables';
import type { Engine } from '../engine/index.js';
import { type RetrieveOptions, retrieve } from '../engine/retrieve.js';

export type PassageMetadata = {
  readonly id: string;
  readonly score: number;
  readonly url: string;
  readonly title: string;
  readonly headings: readonly string[];
};

/** `const documents = await langChainRetriever(engine, { k: 5 }).invoke('When was the bridge opened?')` */
export function langChainRetriever(
  engine: Pick<Engine, 'perform'>,
  options: Omit<RetrieveOptions, 'signal'> = {},
): RunnableLambda<string, Document<PassageMetadata>[]> {
  return RunnableLambda.from(async (query: string, { signal } = {}) => {
    const passages = await retrieve(engine, query, { ...options, signal });
    return passages.map(({ id, score, text, headings, source: { url, title } }) => {
      return new Document<PassageMetadata>({ pageContent: text, id, metadata: { id, score, url, title, headings } });
    });
  });
}
