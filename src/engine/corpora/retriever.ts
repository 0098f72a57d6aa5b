/**
 * A corpus through the port of a retriever. Where it has no vectors, words alone are searched, and the reply says so.
 */
import type { Retriever } from '../../core/ports.js';
import type { Corpus } from './corpus.js';

export function corpusRetriever(corpus: Corpus, { hasEmbedder }: { readonly hasEmbedder: boolean }): Retriever {
  const hasVectors = hasEmbedder && corpus.notes.embedder !== null;
  return {
    name: `corpus ${corpus.name}`,
    retrieve: async (query, { limit, mode: wanted, syntax, fusion, signal }) => {
      const mode = hasVectors ? wanted : 'sparse';
      const found = await corpus.search({ query, k: limit, mode, syntax, fusion, signal });
      return { passages: found.hits, mode: found.mode, problems: found.query.problems.map(({ message }) => message) };
    },
  };
}
