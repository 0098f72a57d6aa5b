/** One search: keywords, meaning, or both joined; then the passages of the hits are read. */
import { usageError, WinnowError } from '../../core/errors.js';
import { type RankedItem, reciprocalRankFusion, withStandIns } from '../../text/fuse.js';
import { hasBit } from './bits.js';
import { searchDense } from './dense.js';
import { bitsOfKeys } from './evaluate.js';
import { explainNode, type Target } from './explain.js';
import { metadataKey } from './metadata.js';
import type { Segment } from './segment.js';
import type { Snapshot } from './snapshot.js';
import { collectionOf, compileQuery, type SparseHit, searchSparse } from './sparse.js';
import { type Explanation, type IndexHit, PENDING_VECTOR, type SearchRequest } from './types.js';

/** Taken from each list before joining: deep enough for a top ten, shallow enough to stay fast. */
const DEPTH = 100;

function place({ segments }: Snapshot, number: number): Target {
  let first = 0;
  for (const segment of segments) {
    if (number < first + segment.info.passages) return { segment, passage: number - first };
    first += segment.info.passages;
  }
  throw new WinnowError('internal', `There is no passage number ${number} in this index.`);
}

function required(vector: Float32Array | undefined, mode: string): Float32Array {
  if (vector) return vector;
  throw usageError(`A ${mode} search needs the query's vector. Give one, or search with the mode "sparse".`);
}

type Lists = { readonly sparse: readonly SparseHit[]; readonly dense: readonly SparseHit[] };

function listsOf(snapshot: Snapshot, request: SearchRequest): Lists {
  const { mode, k, filter } = request;
  const depth = mode === 'hybrid' ? Math.max(k, request.depth ?? DEPTH) : k;
  return {
    sparse: mode === 'dense' ? [] : searchSparse(snapshot, { ...request, k: depth }),
    dense: mode === 'sparse' ? [] : searchDense(snapshot, { vector: required(request.vector, mode), k: depth, filter }),
  };
}

const lacksVectors = ({ info: { passages, deleted, vectors } }: Segment): boolean => vectors < passages - deleted;

/** Tells passages whose vector comes later; nothing where all have theirs. */
function pendingIn(snapshot: Snapshot): ((passage: number) => boolean) | undefined {
  if (!snapshot.segments.some(lacksVectors)) return undefined;
  const key = metadataKey('vector', PENDING_VECTOR.vector);
  const marked = new Map(snapshot.segments.filter(lacksVectors).map((each) => [each, bitsOfKeys(each, [key])]));
  return (number) => {
    const { segment, passage } = place(snapshot, number);
    const bits = marked.get(segment);
    return bits !== undefined && hasBit(bits, passage);
  };
}

const ranked = (found: readonly SparseHit[]): RankedItem[] =>
  found.map(({ passage, score }) => ({ id: String(passage), score }));

/**
 * Joined and cut at k; whoever has the score of the last one stays, because ties are settled by passage ids, which are
 * not read yet.
 */
function joined(
  snapshot: Snapshot,
  { sparse, dense }: Lists,
  { k, fusion = reciprocalRankFusion() }: SearchRequest,
): SparseHit[] {
  const isPending = pendingIn(snapshot);
  const lists = [ranked(sparse), ranked(dense)] as const;
  const all = fusion(isPending ? withStandIns(lists, (id) => isPending(Number(id))) : lists);
  const last = all[k - 1]?.score ?? Number.NEGATIVE_INFINITY;
  return all.filter(({ score }) => score >= last).map(({ id, score }) => ({ passage: Number(id), score }));
}

function rankIn(found: readonly SparseHit[], passage: number, what: string): Explanation[] {
  const at = found.findIndex((item) => item.passage === passage);
  return at < 0 ? [] : [{ value: found[at]!.score, what: `${what}, rank ${at + 1}` }];
}

function explanationOf(snapshot: Snapshot, request: SearchRequest, lists: Lists): (found: SparseHit) => Explanation {
  const collection = collectionOf(snapshot, request);
  const compiled = request.mode === 'dense' ? undefined : compileQuery(request, collection);
  return ({ passage, score }) => {
    const words = compiled && explainNode(compiled, place(snapshot, passage), collection);
    if (request.mode === 'sparse') return words ?? { value: score, what: 'no word of the query' };
    const meaning = rankIn(lists.dense, passage, 'cosine');
    if (request.mode === 'dense') return meaning[0] ?? { value: score, what: 'cosine' };
    const sparse = rankIn(lists.sparse, passage, 'keywords').map((entry) => ({
      ...entry,
      ...(words ? { parts: [words] } : {}),
    }));
    return { value: score, what: 'joined lists', parts: [...sparse, ...meaning] };
  };
}

const byScoreAndId = (left: IndexHit, right: IndexHit): number =>
  right.score - left.score || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);

export function searchSnapshot(snapshot: Snapshot, request: SearchRequest): IndexHit[] {
  const lists = listsOf(snapshot, request);
  const hybrid = request.mode === 'hybrid';
  const found = hybrid ? joined(snapshot, lists, request) : request.mode === 'sparse' ? lists.sparse : lists.dense;
  const explain = request.explain ? explanationOf(snapshot, request, lists) : undefined;
  const hits = found.map((item): IndexHit => {
    const { segment, passage } = place(snapshot, item.passage);
    return { ...segment.stored(passage), score: item.score, ...(explain ? { explanation: explain(item) } : {}) };
  });
  return hybrid ? hits.sort(byScoreAndId).slice(0, request.k) : hits;
}
