/**
 * How relevant texts are to a question, without a language model: words (BM25 within the pool) and meaning (cosine) as
 * a mean of z-scores, and our reranker as a further term on the best of them. Weights from the reranker's card
 * (models/reranker/CARD.md).
 */
import type { LocalModels } from '../core/ports.js';
import type { Run } from '../core/run.js';
import { lexicalPool } from '../text/lexical.js';
import { zScores } from '../text/stats/moments.js';
import { dot } from '../text/vectors.js';
import { rerankLogits } from './rerank-logits.js';

export type Relevance = {
  readonly score: number;
  readonly lexical: number;
  readonly cosine?: number;
  /** The reranker's logit; only the best of the pool have one. */
  readonly rerank?: number;
};

export type RelevanceOptions = {
  readonly local: LocalModels;
  readonly rerankTop: number;
  /**
   * Embedding is what costs: of a large pool only the best by words are compared by meaning, the rest count as the
   * least alike of them.
   */
  readonly embedMost?: number;
};

const EMBED_MOST = 64;

export async function relevanceOf(
  question: string,
  texts: readonly string[],
  options: RelevanceOptions,
  run: Run,
): Promise<Relevance[]> {
  if (texts.length === 0) return [];
  const lexical = lexicalPool(texts).score(question);
  const cosine = await cosines(question, texts, { lexical, ...options }, run);
  const [lexicalZ, cosineZ] = [zScores(lexical), cosine && zScores(cosine)];
  const base = texts.map((_, at) =>
    cosineZ ? ((lexicalZ[at] as number) + (cosineZ[at] as number)) / 2 : (lexicalZ[at] as number),
  );
  const reranked = await rerankBest(question, texts, { base, ...options }, run);
  return texts.map((_, at) => {
    const rerank = reranked.get(at);
    return {
      score: (base[at] as number) + (rerank?.z ?? (reranked.size > 0 ? REST_OF_POOL : 0)),
      lexical: lexical[at] as number,
      ...(cosine && { cosine: cosine[at] as number }),
      ...(rerank && { rerank: rerank.logit }),
    };
  });
}

/** What the reranker did not see stands below what it saw. */
const REST_OF_POOL = -3;

type CosineInput = RelevanceOptions & { readonly lexical: readonly number[] };

async function cosines(
  question: string,
  texts: readonly string[],
  { lexical, local: { embedder }, embedMost = EMBED_MOST }: CosineInput,
  run: Run,
): Promise<number[] | undefined> {
  if (!embedder) return undefined;
  const chosen = bestPlaces(lexical, embedMost);
  const [asked, ...vectors] = await embedder.embed([question, ...chosen.map((at) => texts[at] as string)], {
    signal: run.signal,
  });
  const known = new Map(chosen.map((at, place) => [at, dot(asked as Float32Array, vectors[place] as Float32Array)]));
  const least = Math.min(...known.values());
  return texts.map((_, at) => known.get(at) ?? least);
}

/** Places of the highest values, best first; ties in order. */
function bestPlaces(values: readonly number[], most: number): number[] {
  return values
    .map((value, at) => ({ value, at }))
    .sort((a, b) => b.value - a.value || a.at - b.at)
    .slice(0, most)
    .map(({ at }) => at);
}

type RerankInput = RelevanceOptions & { readonly base: readonly number[] };

async function rerankBest(
  question: string,
  texts: readonly string[],
  { base, local, rerankTop }: RerankInput,
  run: Run,
) {
  const best = bestPlaces(base, rerankTop);
  const logits = await rerankLogits({ query: question, texts: best.map((at) => texts[at] as string) }, local, run);
  if (!logits) return new Map<number, { logit: number; z: number }>();
  const z = zScores(logits);
  return new Map(best.map((at, rank) => [at, { logit: logits[rank] as number, z: z[rank] as number }]));
}
