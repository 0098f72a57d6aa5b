/** The four small models of our own as ports. Each loads on first use and can be switched off. */
import type { CallOptions, Embedder, LocalModels, Reader, Reranker, Verifier } from '../../core/ports.js';
import { EMBEDDER_DIMENSIONS, EMBEDDER_NAME, type LocalModelName } from './bundled.js';
import { runTasks } from './run.js';

export { LOCAL_MODEL_NAMES, type LocalModelName } from './bundled.js';

export function createLocalModels(wanted: readonly LocalModelName[]): LocalModels {
  return {
    ...(wanted.includes('embedder') && { embedder }),
    ...(wanted.includes('reranker') && { reranker }),
    ...(wanted.includes('verifier') && { verifier }),
    ...(wanted.includes('reader') && { reader }),
  };
}

const embedder: Embedder = {
  name: EMBEDDER_NAME,
  dimensions: EMBEDDER_DIMENSIONS,
  embed: (texts, { signal, keep = false }) =>
    runTasks(
      texts.map((text) => ({ model: 'embedder', text })),
      { signal, isBackground: keep },
    ),
};

/** What the embedder reads of the texts, its own marks counted: it takes the beginning of a long one. */
export async function countEmbedderTokens(texts: readonly string[], options: CallOptions): Promise<number> {
  const counts = await runTasks(
    texts.map((text) => ({ model: 'embedder-tokens', text })),
    options,
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

const reranker: Reranker = {
  name: 'winnow-reranker',
  score: (query, texts, options) =>
    runTasks(
      texts.map((text) => ({ model: 'reranker', query, text })),
      options,
    ),
};

const verifier: Verifier = {
  name: 'winnow-verifier',
  entail: (claim, passages, options) =>
    runTasks(
      passages.map((passage) => ({ model: 'verifier', claim, passage })),
      options,
    ),
};

const reader: Reader = {
  name: 'winnow-reader',
  read: (question, passages, options) =>
    runTasks(
      passages.map((passage) => ({ model: 'reader', question, passage })),
      options,
    ),
};
