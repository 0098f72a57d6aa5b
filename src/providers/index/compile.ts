/**
 * Turns a query tree into what the index can look up: keys with weights. Text is analysed as the passages were; weights
 * use the whole collection.
 */

import type { QueryLeaf, QueryNode } from '../../text/lucene.js';
import { fold, normaliserFor } from '../../text/stems.js';
import { analyze, terms } from '../../text/terms.js';
import type { Field, Similarity } from './bm25.js';
import { termKey } from './dictionary.js';
import { compoundsOf, fuzzyTerms } from './fuzzy.js';
import { keysMeantBy, metadataKey } from './metadata.js';
import {
  isPlainWord,
  MOST_COMPOUNDS,
  MOST_MEANT,
  mayBeMisspelt,
  mayBePart,
  PASSAGE_FIELDS,
  queryWords,
  unknownTerms,
} from './query-words.js';
import type { Segment } from './segment.js';

export type CompiledQuery =
  | { readonly kind: 'term'; readonly key: string; readonly weight: number; readonly field: Field }
  | {
      readonly kind: 'phrase';
      readonly parts: readonly PhrasePart[];
      readonly slop: number;
      readonly weight: number;
      readonly field: Field;
    }
  /** Every passage with a key that starts so, or with one of these keys; all score the same. */
  | {
      readonly kind: 'prefix';
      readonly prefix: string;
      readonly also: string;
      readonly score: number;
      readonly field: Field;
    }
  | { readonly kind: 'keys'; readonly keys: readonly string[]; readonly score: number }
  | { readonly kind: 'all'; readonly score: number }
  | { readonly kind: 'group'; readonly clauses: readonly CompiledClause[] };

export type CompiledClause = { readonly occur: 'should' | 'must' | 'not'; readonly node: CompiledQuery };
export type PhrasePart = { readonly key: string; readonly offset: number };

export type Collection = {
  readonly segments: readonly Segment[];
  readonly language: string;
  readonly languages: readonly string[];
  readonly measure: Similarity;
};

export function countOf({ segments }: Collection, key: string): number {
  return segments.reduce((sum, segment) => sum + (segment.dictionary.find(key)?.count ?? 0), 0);
}

const idfOf = (collection: Collection, key: string): number => collection.measure.idf(countOf(collection, key));

const shoulds = (nodes: readonly CompiledQuery[]): CompiledQuery => ({
  kind: 'group',
  clauses: nodes.map((node) => ({ occur: 'should', node })),
});

/** Words of plain text, each once with its weight times its count, as every language of the collection stems it. */
export function compileText(
  text: string,
  collection: Collection,
  { field = 'any', boost = 1 }: { field?: Field; boost?: number } = {},
): CompiledQuery {
  const words = queryWords(text, collection.languages);
  const unknown = new Set(unknownTerms(words, (word) => countOf(collection, termKey(word)) > 0));
  const term = (key: string, weight: number): CompiledQuery => ({
    kind: 'term',
    key,
    field,
    weight: boost * weight * idfOf(collection, key),
  });
  const nodes = Array.from(words.counts).flatMap(([word, count]): CompiledQuery[] => {
    if (!unknown.has(word)) return countOf(collection, termKey(word)) > 0 ? [term(termKey(word), count)] : [];
    return expansionsOf(word, collection).map(({ key: meant, closeness }) => term(meant, count * closeness));
  });
  return nodes.length === 1 ? nodes[0]! : shoulds(nodes);
}

type TermExpansion = { readonly key: string; readonly closeness: number };

/** The words that one nobody has written may stand for: compounds that hold it, else the nearest in spelling. */
function expansionsOf(term: string, collection: Collection): TermExpansion[] {
  if (!isPlainWord(term)) return [];
  const compounds = compoundsWith(term, collection);
  return compounds.length > 0 ? compounds : misspelt(term, collection);
}

function compoundsWith(term: string, { segments, languages }: Collection): TermExpansion[] {
  if (!mayBePart(term, languages)) return [];
  const found = compoundsOf(segments, term, MOST_COMPOUNDS);
  return found.map((key) => ({ key, closeness: term.length / (key.length - termKey('').length) }));
}

/** Nearest first, the first letter taken for right. */
function misspelt(term: string, { segments }: Collection): TermExpansion[] {
  if (!mayBeMisspelt(term)) return [];
  const near = fuzzyTerms(segments, term, { edits: 1, shared: 1 });
  const nearest = near.filter(({ distance }) => distance === near[0]?.distance).slice(0, MOST_MEANT);
  return nearest.map(({ key, distance }) => ({ key, closeness: 1 - distance / term.length }));
}

function compilePhrase(
  node: Extract<QueryNode, { type: 'phrase' }>,
  collection: Collection,
  { field, boost }: { field: Field; boost: number },
): CompiledQuery {
  const tokens = analyze(node.text, collection.language);
  const [first] = tokens;
  if (!first) return shoulds([]);
  const parts = tokens.map(({ term, position }) => ({ key: termKey(term), offset: position - first.position }));
  const weight = boost * parts.reduce((sum, { key }) => sum + idfOf(collection, key), 0);
  if (parts.length === 1) return { kind: 'term', key: parts[0]!.key, field, weight };
  return { kind: 'phrase', parts, slop: node.slop, weight, field };
}

/** A fuzzy word stands for the words of the collection that are near; the nearer, the more each counts. */
function compileFuzzy(
  node: Extract<QueryNode, { type: 'fuzzy' }>,
  collection: Collection,
  { field, boost }: { field: Field; boost: number },
): CompiledQuery {
  const [term = fold(node.text)] = terms(node.text, collection.language);
  const near = fuzzyTerms(collection.segments, term, { edits: node.edits });
  return shoulds(
    near.map(({ key, distance }): CompiledQuery => {
      const closeness = 1 - distance / Math.max(term.length, 1 + distance);
      return { kind: 'term', key, field, weight: boost * closeness * idfOf(collection, key) };
    }),
  );
}

function compileMetadata(node: QueryLeaf, field: string, boost: number): CompiledQuery {
  if (node.type === 'prefix')
    return { kind: 'prefix', prefix: metadataKey(field, node.text), also: '', score: boost, field: 'any' };
  return { kind: 'keys', keys: keysMeantBy(field, node.text), score: boost };
}

function compileLeaf(node: QueryLeaf, collection: Collection, boost: number): CompiledQuery {
  const field = node.field === undefined ? 'any' : PASSAGE_FIELDS.get(node.field);
  if (!field) return compileMetadata(node, node.field ?? '', boost);
  if (node.type === 'phrase') return compilePhrase(node, collection, { field, boost });
  if (node.type === 'fuzzy') return compileFuzzy(node, collection, { field, boost });
  if (node.type === 'term') return compileText(node.text, collection, { field, boost });
  // Passages are stored by stem: `computing*` must find `comput`.
  const also = termKey(normaliserFor(collection.language)(node.text));
  return { kind: 'prefix', prefix: termKey(fold(node.text)), also, score: boost, field };
}

export function compile(node: QueryNode, collection: Collection, outer = 1): CompiledQuery {
  const boost = outer * (node.boost ?? 1);
  if (node.type === 'all') return { kind: 'all', score: boost };
  if (node.type !== 'group') return compileLeaf(node, collection, boost);
  const clauses = node.clauses.map((clause) => ({
    occur: clause.occur,
    node: compile(clause.node, collection, boost),
  }));
  const onlyNot = clauses.length > 0 && clauses.every(({ occur }) => occur === 'not');
  return {
    kind: 'group',
    clauses: onlyNot ? [{ occur: 'must', node: { kind: 'all', score: 0 } }, ...clauses] : clauses,
  };
}
