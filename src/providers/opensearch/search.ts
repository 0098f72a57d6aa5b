/** Searches of one index in the cluster: by words, by meaning, and the passages of a document. */
import type { Passage } from '../../core/data.js';
import { WinnowError } from '../../core/errors.js';
import { DEFAULT_B, DEFAULT_K1 } from '../index/bm25.js';
import { DEPTH } from '../index/joined.js';
import type { IndexHit, Metadata, SearchRequest } from '../index/types.js';
import type { Cluster } from './client.js';
import { explanationOf, type LuceneExplanation } from './explain.js';
import { filterClauses } from './filter.js';
import { nodeQuery, termsOf, textQuery } from './query.js';
import { stored } from './words.js';

type RawHit = {
  readonly _score: number | null;
  readonly _source: { readonly passage: Passage; readonly metadata?: Metadata };
  readonly sort: readonly unknown[];
  readonly _explanation?: LuceneExplanation;
};

/** Most that the cluster gives at a time by default. */
const PAGE = 10_000;

/** Hits in the order asked for, page by page; `sort` must tell any two apart. */
export async function* paged<T extends { readonly sort: readonly unknown[] }>(
  cluster: Cluster,
  path: string,
  body: object,
  most: number,
): AsyncGenerator<T> {
  let after: readonly unknown[] | undefined;
  for (let left = most; left > 0; ) {
    const size = Math.min(left, PAGE);
    const asked = { ...body, size, track_total_hits: false, ...(after && { search_after: after }) };
    const reply = await cluster.call<{ hits: { hits: readonly T[] } }>({ method: 'POST', path, body: asked });
    const { hits } = reply.body.hits;
    yield* hits;
    if (hits.length < size) return;
    left -= size;
    after = hits.at(-1)?.sort;
  }
}

const SOURCE = ['passage', 'metadata'];

function hitOf({ _score, _source: { passage, metadata }, _explanation }: RawHit): IndexHit {
  return {
    ...passage,
    score: _score ?? 0,
    ...(metadata && { metadata }),
    ...(_explanation && { explanation: explanationOf(_explanation) }),
  };
}

export type SearchTarget = {
  readonly cluster: Cluster;
  /** Name or alias of the index. */
  readonly index: string;
  readonly language: string;
  readonly factor: number;
  /** Words that are known to be in the index. */
  readonly known: Set<string>;
  readonly shards: number;
};

/** Version 2 multiplies every score by k1 + 1, as Lucene did before version 8. */
export const factorOf = (major: number): number => (major < 3 ? 1 / (DEFAULT_K1 + 1) : 1);

function checkFixed({ k1 = DEFAULT_K1, b = DEFAULT_B }: SearchRequest): void {
  if (k1 === DEFAULT_K1 && b === DEFAULT_B) return;
  throw new WinnowError(
    'usage',
    `k1 and b are fixed when a corpus is made in OpenSearch (${DEFAULT_K1} and ${DEFAULT_B}). Leave them out.`,
  );
}

export async function searchWords(searched: SearchTarget, request: SearchRequest, k: number): Promise<IndexHit[]> {
  checkFixed(request);
  const { cluster, index, language, factor, shards } = searched;
  const languages = request.languages && request.languages.length > 0 ? request.languages : [language];
  await learnWords(searched, termsOf(request, languages));
  const context = { language, languages, factor, isKnown: (term: string) => searched.known.has(term) };
  const query = request.node ? nodeQuery(request.node, context) : textQuery(request.text ?? '', context);
  const filter = filterClauses(request.filter);
  const body = {
    query: filter.length === 0 ? query : { bool: { must: [query], filter } },
    sort: [{ _score: 'desc' }, { id: 'asc' }],
    _source: SOURCE,
    ...(request.explain && { explain: true }),
  };
  // Statistics of all shards together: a small corpus on several shards would rank by chance else.
  const path = `/${index}/_search${shards > 1 ? '?search_type=dfs_query_then_fetch' : ''}`;
  const hits: IndexHit[] = [];
  for await (const hit of paged<RawHit>(cluster, path, body, k)) hits.push(hitOf(hit));
  return hits;
}

/** A word that is in no passage may stand for others; which are, is asked once. */
async function learnWords({ cluster, index, known }: SearchTarget, terms: readonly string[]): Promise<void> {
  const unsure = terms.filter((term) => !known.has(term));
  if (unsure.length === 0) return;
  const lines = unsure.map((term) => {
    const query = { term: { words: stored(term) } };
    return `{}\n${JSON.stringify({ size: 0, terminate_after: 1, track_total_hits: 1, query })}\n`;
  });
  type Counts = { readonly responses: readonly { readonly hits?: { readonly total: { readonly value: number } } }[] };
  const { body } = await cluster.call<Counts>({ method: 'POST', path: `/${index}/_msearch`, lines: lines.join('') });
  body.responses.forEach(({ hits }, at) => {
    if ((hits?.total.value ?? 0) > 0) known.add(unsure[at]!);
  });
}

/** The graph is walked with as many candidates as are asked for: a few would find the near, not the nearest. */
const FEWEST_CANDIDATES = DEPTH;

export async function searchMeaning(
  { cluster, index }: SearchTarget,
  { vector, request, k }: { readonly vector: Float32Array; readonly request: SearchRequest; readonly k: number },
): Promise<IndexHit[]> {
  const candidates = Math.min(PAGE, Math.max(k, FEWEST_CANDIDATES));
  const filter = filterClauses(request.filter);
  const near = {
    vector: Array.from(vector),
    k: candidates,
    ...(filter.length > 0 && { filter: { bool: { filter } } }),
  };
  const body = { size: Math.min(k, PAGE), track_total_hits: false, query: { knn: { vector: near } }, _source: SOURCE };
  const reply = await cluster.call<{ hits: { hits: readonly RawHit[] } }>({
    method: 'POST',
    path: `/${index}/_search`,
    body,
  });
  // The cluster's score is (1 + cosine) / 2.
  return reply.body.hits.hits.map((hit) => ({ ...hitOf(hit), score: 2 * (hit._score ?? 0) - 1 }));
}

const MANY = Number.MAX_SAFE_INTEGER;

export type OrderedHit = { readonly order: number; readonly hit: IndexHit };

/** In the order they were added. */
export async function passagesWhere(
  { cluster, index }: SearchTarget,
  where: { readonly document: string } | { readonly id: string },
): Promise<OrderedHit[]> {
  const body = { query: { term: where }, sort: ['order', 'id'], _source: SOURCE };
  const routing = 'document' in where ? `?routing=${encodeURIComponent(where.document)}` : '';
  const placed: OrderedHit[] = [];
  for await (const hit of paged<RawHit>(cluster, `/${index}/_search${routing}`, body, MANY))
    placed.push({ order: Number(hit.sort[0]), hit: hitOf(hit) });
  return placed;
}

export async function documentIds({ cluster, index }: SearchTarget): Promise<string[]> {
  const body = { query: { term: { order: 0 } }, sort: ['document'], _source: false };
  const ids: string[] = [];
  for await (const { sort } of paged<{ sort: readonly string[] }>(cluster, `/${index}/_search`, body, MANY))
    ids.push(sort[0]!);
  return ids.sort();
}
