/** Keyword search over a snapshot: plans the query, then searches segment by segment with one list of the best. */
import type { QueryNode } from '../../text/lucene.js';
import { type Bits, emptyBits, setBit } from './bits.js';
import { similarity } from './bm25.js';
import { type Collection, type CompiledQuery, compile, compileText } from './compile.js';
import { type Leaf, searchDisjunction } from './disjunction.js';
import { evaluate } from './evaluate.js';
import { blockedBy, isBlocked } from './filter.js';
import type { Segment } from './segment.js';
import type { Snapshot } from './snapshot.js';
import { type Top, topOf } from './top.js';
import type { Filter } from './types.js';

export type SparseHit = { readonly passage: number; readonly score: number };

export type SparseQuery = {
  readonly text?: string | undefined;
  readonly node?: QueryNode | undefined;
  readonly k: number;
  readonly filter?: Filter | undefined;
  readonly k1?: number | undefined;
  readonly b?: number | undefined;
};

export function collectionOf(
  { manifest, segments }: Snapshot,
  {
    k1,
    b,
    languages = [],
  }: { k1?: number | undefined; b?: number | undefined; languages?: readonly string[] | undefined } = {},
): Collection {
  const passages = segments.reduce((sum, { info }) => sum + info.passages - info.deleted, 0);
  const length = segments.reduce((sum, { info }) => sum + info.length, 0);
  const statistics = {
    passages,
    averageLength: passages > 0 ? length / passages : 1,
    titleWeight: manifest.titleWeight,
  };
  const measure = similarity(statistics, { ...(k1 === undefined ? {} : { k1 }), ...(b === undefined ? {} : { b }) });
  return {
    segments,
    language: manifest.language,
    languages: languages.length > 0 ? languages : [manifest.language],
    measure,
  };
}

export function compileQuery({ text, node }: SparseQuery, collection: Collection): CompiledQuery {
  return node ? compile(node, collection) : compileText(text ?? '', collection);
}

/** A query as an OR of leaves minus exclusions; nothing where something is required, which needs everything scored. */
type Plan = { readonly leaves: readonly CompiledQuery[]; readonly excluded: readonly CompiledQuery[] };

function planOf(node: CompiledQuery): Plan | undefined {
  if (node.kind !== 'group') return { leaves: [node], excluded: [] };
  if (node.clauses.some(({ occur }) => occur === 'must')) return undefined;
  const excluded = node.clauses.flatMap((clause) => (clause.occur === 'not' ? [clause.node] : []));
  const leaves = node.clauses.flatMap((clause) => (clause.occur === 'should' ? flattened(clause.node) : []));
  return { leaves: joinTerms(leaves), excluded };
}

function flattened(node: CompiledQuery): readonly CompiledQuery[] {
  const open = node.kind === 'group' && node.clauses.every(({ occur }) => occur === 'should');
  return open ? node.clauses.flatMap((clause) => flattened(clause.node)) : [node];
}

/** A word asked for twice is one leaf with both weights. */
function joinTerms(leaves: readonly CompiledQuery[]): CompiledQuery[] {
  const joined = new Map<string, CompiledQuery>();
  leaves.forEach((leaf, at) => {
    const id = leaf.kind === 'term' ? `${leaf.field} ${leaf.key}` : `${at}`;
    const known = joined.get(id);
    joined.set(
      id,
      known?.kind === 'term' && leaf.kind === 'term' ? { ...leaf, weight: leaf.weight + known.weight } : leaf,
    );
  });
  return [...joined.values()];
}

function leafOf(node: CompiledQuery, segment: Segment, collection: Collection): Leaf[] {
  if (node.kind !== 'term') return [{ kind: 'list', ...evaluate(node, { segment, measure: collection.measure }) }];
  const info = segment.dictionary.find(node.key);
  return info ? [{ kind: 'term', cursor: segment.cursor(info), weight: node.weight, field: node.field }] : [];
}

function without(
  blocked: Bits | undefined,
  excluded: readonly CompiledQuery[],
  { segment, collection }: { segment: Segment; collection: Collection },
): Bits | undefined {
  if (excluded.length === 0) return blocked;
  const all = blocked?.slice() ?? emptyBits(segment.info.passages);
  for (const node of excluded)
    for (const passage of evaluate(node, { segment, measure: collection.measure }).passages) setBit(all, passage);
  return all;
}

function searchAll(
  node: CompiledQuery,
  {
    segment,
    collection,
    blocked,
    first,
  }: { segment: Segment; collection: Collection; blocked: Bits | undefined; first: number },
  top: Top,
): void {
  const { passages, scores } = evaluate(node, { segment, measure: collection.measure });
  passages.forEach((passage, at) => {
    if (!isBlocked(blocked, passage)) top.offer(first + passage, scores[at]!);
  });
}

/** The best passages by their number in the snapshot. */
export function searchSparse(snapshot: Snapshot, query: SparseQuery): SparseHit[] {
  const collection = collectionOf(snapshot, query);
  const compiled = compileQuery(query, collection);
  const plan = planOf(compiled);
  const top = topOf(query.k);
  let first = 0;
  for (const segment of snapshot.segments) {
    const blocked = blockedBy(segment, query.filter);
    if (plan) {
      const leaves = plan.leaves.flatMap((leaf) => leafOf(leaf, segment, collection));
      const { info, lengths } = segment;
      const outside = without(blocked, plan.excluded, { segment, collection });
      searchDisjunction(
        { leaves, passages: info.passages, lengths, measure: collection.measure, blocked: outside, first },
        top,
      );
    } else searchAll(compiled, { segment, collection, blocked, first }, top);
    first += segment.info.passages;
  }
  return top.results();
}
