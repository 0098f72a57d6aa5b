/**
 * The local models with a memory: pipelines ask them the same of the same passages, and asking is what takes the time.
 */
import type { CallOptions, LocalModels } from '../../src/core/ports.js';

type Call<Out> = (query: string, texts: readonly string[], options: CallOptions) => Promise<readonly Out[]>;

export function remembering({ embedder, reranker, reader, ...others }: LocalModels): LocalModels {
  const embed = embedder && withMemory((_, texts, options) => embedder.embed(texts, options));
  return {
    ...others,
    ...(embedder && embed && { embedder: { ...embedder, embed: (texts, options) => embed('', texts, options) } }),
    ...(reranker && { reranker: { ...reranker, score: withMemory(reranker.score) } }),
    ...(reader && { reader: { ...reader, read: withMemory(reader.read) } }),
  };
}

/** Asks only for the texts it has not seen with this query. */
function withMemory<Out>(call: Call<Out>): Call<Out> {
  const known = new Map<string, Out>();
  return async (query, texts, options) => {
    const keyOf = (text: string) => `${query}\0${text}`;
    const fresh = [...new Set(texts)].filter((text) => !known.has(keyOf(text)));
    const made = fresh.length > 0 ? await call(query, fresh, options) : [];
    for (const [at, text] of fresh.entries()) known.set(keyOf(text), made[at] as Out);
    return texts.map((text) => known.get(keyOf(text)) as Out);
  };
}
