/**
 * Writes to one index of the cluster. Changes wait in memory until the commit sends them. The first passage of each
 * document goes last: a document whose first passage is there was written whole, so that a crash at any moment leaves
 * nothing that could be taken for finished.
 */
import { createHash } from 'node:crypto';
import type { DocumentChange } from '../index/changes.js';
import { metadataKeys } from '../index/metadata.js';
import type { IndexEntry } from '../index/types.js';
import { type Write, writeAll } from './bulk.js';
import type { Cluster } from './client.js';
import { vectorMapping } from './mapping.js';
import type { Build } from './records.js';
import { paged } from './search.js';
import { placedWords } from './words.js';

const idOf = (document: string, order: number): string =>
  createHash('sha256').update(`${order} ${document}`).digest('base64url');

export type Target = { readonly cluster: Cluster; readonly build: Build };

/** How many passages each of these documents has, with what a writer that died left of it. */
async function committedCounts(target: Target, documents: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let from = 0; from < documents.length; from += 1000) {
    const query = { terms: { document: documents.slice(from, from + 1000) } };
    for await (const { sort } of placesWhere(target, query)) counts.set(sort[0], sort[1] + 1);
  }
  return counts;
}

/** The passages as their documents and orders, in this order. */
function placesWhere({ cluster, build }: Target, query: object): AsyncIterable<{ sort: readonly [string, number] }> {
  const body = { query, sort: ['document', 'order'], _source: false };
  return paged(cluster, `/${build.index}/_search`, body, Number.MAX_SAFE_INTEGER);
}

/** Sends all changes; every one of them is acknowledged when it resolves, and seen by searches. */
export async function writeChanges(
  target: Target,
  changes: readonly DocumentChange[],
  dimensions: number | null,
): Promise<void> {
  const { cluster, build } = target;
  if (dimensions !== null && build.dimensions === null)
    await cluster.call({ method: 'PUT', path: `/${build.index}/_mapping`, body: vectorMapping(dimensions) });
  const documents = changes.map(({ document }) => document);
  const counts = await committedCounts(target, documents);
  const ordered = changes.flatMap((change) => ordersOf(change, counts.get(change.document) ?? 0));
  const [first, others] = [ordered.filter(({ order }) => order === 0), ordered.filter(({ order }) => order > 0)];
  await writeAll(cluster, build.index, writesOf(others, build));
  await writeAll(cluster, build.index, writesOf(first, build));
  await refresh(cluster, build.index);
}

/**
 * What a writer that died had sent is seen by searches from now on, and goes when its document is written again. Where
 * nothing was committed yet, all of it goes at once: the corpus is as empty as its record says.
 */
export async function takeOver(target: Target): Promise<void> {
  const { cluster, build } = target;
  await refresh(cluster, build.index);
  if (build.passages > 0) return;
  const left: Write[] = [];
  for await (const { sort } of placesWhere(target, { match_all: {} }))
    left.push({ id: idOf(...sort), routing: sort[0] });
  if (left.length === 0) return;
  await writeAll(cluster, build.index, left);
  await refresh(cluster, build.index);
}

/** Searches see what was written so far. */
async function refresh(cluster: Cluster, index: string): Promise<void> {
  await cluster.call({ method: 'POST', path: `/${index}/_refresh` });
}

type OrderedEntry = { readonly document: string; readonly order: number; readonly entry?: IndexEntry };

/** The passages of a document that come, and those of the ones that are there that go. */
function ordersOf({ document, isCleared, entries }: DocumentChange, there: number): OrderedEntry[] {
  const start = isCleared ? 0 : there;
  const come = entries.map((entry, at) => ({ document, order: start + at, entry }));
  const end = start + entries.length;
  const gone = Array.from({ length: Math.max(0, there - end) }, (_, at) => ({ document, order: end + at }));
  return [...come, ...gone];
}

function* writesOf(ordered: readonly OrderedEntry[], build: Build): Generator<Write> {
  for (const { document, order, entry } of ordered) {
    const source = entry && sourceOf(entry, order, build);
    yield { id: idOf(document, order), routing: document, ...(source !== undefined && { source }) };
  }
}

/** As a unit vector with seven digits behind the point, which is what a cosine needs: half as many bytes to send. */
function writtenVector(vector: Float32Array): number[] | undefined {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? undefined : Array.from(vector, (value) => Math.round((value / length) * 1e7) / 1e7);
}

function sourceOf({ passage, vector, metadata, language }: IndexEntry, order: number, build: Build): string {
  const own = language ?? build.language;
  const title = placedWords(passage.source.title, own);
  return JSON.stringify({
    id: passage.id,
    document: passage.source.id,
    order,
    has_vector: vector !== undefined,
    keys: metadataKeys(passage, metadata),
    title_words: title === '' ? [] : Array<string>(Math.max(1, Math.round(build.titleWeight))).fill(title),
    text_words: placedWords(passage.text, own),
    passage,
    ...(metadata && { metadata }),
    ...(vector && { vector: writtenVector(vector) }),
  });
}

type CountResponse = {
  readonly hits: { readonly total: { readonly value: number } };
  readonly aggregations: {
    readonly documents: { readonly doc_count: number };
    readonly vectors: { readonly doc_count: number };
  };
};

/** What the index holds now. */
export async function countAll({
  cluster,
  build,
}: Target): Promise<Pick<Build, 'passages' | 'documents' | 'vectors' | 'bytes'>> {
  const aggs = { documents: { filter: { term: { order: 0 } } }, vectors: { filter: { term: { has_vector: true } } } };
  const [{ body }, stats] = await Promise.all([
    cluster.call<CountResponse>({
      method: 'POST',
      path: `/${build.index}/_search`,
      body: { size: 0, track_total_hits: true, aggs },
    }),
    cluster.call<{ _all?: { primaries?: { store?: { size_in_bytes?: number } } } }>({
      method: 'GET',
      path: `/${build.index}/_stats/store`,
    }),
  ]);
  return {
    passages: body.hits.total.value,
    documents: body.aggregations.documents.doc_count,
    vectors: body.aggregations.vectors.doc_count,
    bytes: stats.body._all?.primaries?.store?.size_in_bytes ?? 0,
  };
}
