/** Winnow's passages for LangChain.js: a runnable from a question to LangChain documents, as its retrievers are. Needs `@langchain/core`. */
import { Document } from '@langchain/core/documents';
import { RunnableLambda } from '@langchain/core/runnables';
import { systemClock } from '../core/clock.js';
import type { RetrievalMode } from '../core/ports.js';
import type { Engine } from '../engine/index.js';

export type LangChainRetrieverOptions = {
  /** How many passages at most. */
  readonly k?: number;
  /** By words, by meaning, or both. */
  readonly mode?: RetrievalMode;
};

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
  { k = 5, mode = 'hybrid' }: LangChainRetrieverOptions = {},
): RunnableLambda<string, Document<PassageMetadata>[]> {
  return RunnableLambda.from(async (query: string, { signal } = {}) => {
    const question = { text: query, askedAt: systemClock.now() };
    const task = { name: 'retrieve', question, options: { k, mode }, ...(signal && { signal }) };
    const { passages } = await engine.perform(task, ({ parts }, run) =>
      parts.retriever.retrieve(query, { limit: k, mode, signal: run.signal }),
    );
    return passages.map(({ id, score, text, headings, source: { url, title } }) => {
      return new Document<PassageMetadata>({ pageContent: text, id, metadata: { id, score, url, title, headings } });
    });
  });
}
