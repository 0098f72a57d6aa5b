/**
 * A search of an index on a server: its two lists, asked for at the same time and joined by us, so that every kind of
 * index joins alike.
 */
import { usageError } from '../../core/errors.js';
import { reciprocalRankFusion, withStandIns } from '../../text/fuse.js';
import { checkDimensions } from './dense.js';
import { type Explanation, type IndexHit, PENDING_VECTOR, type SearchRequest } from './types.js';

export type Lists = {
  /** Hits with their explanations where the request asks for them. */
  readonly sparse: (request: SearchRequest, k: number) => Promise<IndexHit[]>;
  /** Scored by cosine. */
  readonly dense: (vector: Float32Array, request: SearchRequest, k: number) => Promise<IndexHit[]>;
};

/** Taken from each list before joining: deep enough for a top ten, shallow enough to stay fast. */
export const DEPTH = 100;

export function requiredVector({ vector, mode }: SearchRequest, dimensions: number | null): Float32Array {
  if (!vector)
    throw usageError(`A ${mode} search needs the query's vector. Give one, or search with the mode "sparse".`);
  checkDimensions(vector.length, dimensions);
  return vector;
}

export async function searchLists(
  lists: Lists,
  request: SearchRequest,
  dimensions: number | null,
): Promise<IndexHit[]> {
  const { mode, k, explain } = request;
  if (mode === 'sparse') return lists.sparse(request, k);
  const vector = requiredVector(request, dimensions);
  if (mode === 'dense') return (await lists.dense(vector, request, k)).map((hit, at) => withRank(hit, at, explain));
  const depth = Math.max(k, request.depth ?? DEPTH);
  const [sparse, dense] = await Promise.all([lists.sparse(request, depth), lists.dense(vector, request, depth)]);
  return joined({ sparse, dense }, request);
}

const withRank = (hit: IndexHit, at: number, explain = false): IndexHit =>
  explain ? { ...hit, explanation: { value: hit.score, what: `cosine, rank ${at + 1}` } } : hit;

function joined(
  { sparse, dense }: { sparse: readonly IndexHit[]; dense: readonly IndexHit[] },
  request: SearchRequest,
): IndexHit[] {
  const { k, fusion = reciprocalRankFusion(), explain } = request;
  const byId = new Map([...dense, ...sparse].map((hit) => [hit.id, hit]));
  const isPending = (id: string) => byId.get(id)?.metadata?.vector === PENDING_VECTOR.vector;
  const top = fusion(withStandIns([sparse, dense], isPending)).slice(0, k);
  return top.map(({ id, score }) => {
    const { explanation: _, ...hit } = byId.get(id) as IndexHit;
    if (!explain) return { ...hit, score };
    const words = partOf(sparse, id, 'keywords').map((part) => withParts(part, sparse, id));
    return {
      ...hit,
      score,
      explanation: { value: score, what: 'joined lists', parts: [...words, ...partOf(dense, id, 'cosine')] },
    };
  });
}

function partOf(list: readonly IndexHit[], id: string, what: string): Explanation[] {
  const at = list.findIndex((hit) => hit.id === id);
  return at < 0 ? [] : [{ value: list[at]!.score, what: `${what}, rank ${at + 1}` }];
}

function withParts(part: Explanation, list: readonly IndexHit[], id: string): Explanation {
  const words = list.find((hit) => hit.id === id)?.explanation;
  return words ? { ...part, parts: [words] } : part;
}
