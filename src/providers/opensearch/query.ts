/**
 * A query tree in the cluster's query language, with the meaning it has in the embedded index
 * (providers/index/compile.ts).
 */
import type { QueryLeaf, QueryNode } from '../../text/lucene.js';
import { fold, normaliserFor } from '../../text/stems.js';
import { terms } from '../../text/terms.js';
import { keysMeantBy, metadataKey } from '../index/metadata.js';
import {
  isPlainWord,
  MOST_COMPOUNDS,
  MOST_MEANT,
  mayBeMisspelt,
  mayBePart,
  PASSAGE_FIELDS,
  queryWords,
  unknownTerms,
} from '../index/query-words.js';
import { phraseWords, stored } from './words.js';

export type QueryContext = {
  readonly language: string;
  readonly languages: readonly string[];
  /** What makes a BM25 score of this cluster one of ours: version 2 multiplies by k1 + 1. */
  readonly factor: number;
  readonly isKnown: (term: string) => boolean;
};

type Dsl = Readonly<Record<string, unknown>>;

const should = (clauses: readonly Dsl[]): Dsl => {
  if (clauses.length === 0) return { match_none: {} };
  return clauses.length === 1 ? clauses[0]! : { bool: { should: clauses, minimum_should_match: 1 } };
};

/** The terms whose presence the query depends on. */
export function termsOf(
  query: { readonly text?: string | undefined; readonly node?: QueryNode | undefined },
  languages: readonly string[],
): string[] {
  const texts = query.node ? plainTexts(query.node) : [query.text ?? ''];
  return [...new Set(texts.flatMap((text) => [...queryWords(text, languages).counts.keys()]))];
}

function plainTexts(node: QueryNode): string[] {
  if (node.type === 'group') return node.clauses.flatMap((clause) => plainTexts(clause.node));
  return node.type === 'term' && (node.field === undefined || PASSAGE_FIELDS.has(node.field)) ? [node.text] : [];
}

export function textQuery(
  text: string,
  context: QueryContext,
  { field = 'words', boost = 1 }: { field?: string; boost?: number } = {},
): Dsl {
  const words = queryWords(text, context.languages);
  const unknown = new Set(unknownTerms(words, context.isKnown));
  const weight = boost * context.factor;
  const clauses = Array.from(words.counts).flatMap(([term, count]): Dsl[] => {
    if (unknown.has(term)) return expansionsOf(term, context, { field, boost: weight * count });
    return context.isKnown(term) ? [{ term: { [field]: { value: stored(term), boost: weight * count } } }] : [];
  });
  return should(clauses);
}

type FieldWeight = { readonly field: string; readonly boost: number };

/** What a word that nobody has written may stand for: compounds that hold it, or neighbours in spelling. */
function expansionsOf(term: string, { languages }: QueryContext, { field, boost }: FieldWeight): Dsl[] {
  if (!isPlainWord(term)) return [];
  const compounds = mayBePart(term, languages)
    ? [`${term}*`, `*${term}`].map((value) => ({
        wildcard: { [field]: { value, boost: boost / 2, rewrite: `top_terms_${MOST_COMPOUNDS}` } },
      }))
    : [];
  if (!mayBeMisspelt(term)) return compounds;
  const fuzzy = {
    value: term,
    fuzziness: 1,
    prefix_length: 1,
    max_expansions: MOST_MEANT,
    rewrite: `top_terms_${MOST_MEANT}`,
    boost,
  };
  return [...compounds, { fuzzy: { [field]: fuzzy } }];
}

/** As many words as Lucene takes by default. */
const MOST_EXPANSIONS = 50;

function leafQuery(node: QueryLeaf, context: QueryContext, boost: number): Dsl {
  const part = node.field === undefined ? undefined : PASSAGE_FIELDS.get(node.field);
  if (node.field !== undefined && part === undefined) return metadataQuery(node, node.field, boost);
  const field = part === undefined ? 'words' : `${part}_words`;
  const weighted = { field, boost };
  if (node.type === 'term') return textQuery(node.text, context, weighted);
  if (node.type === 'phrase') return phraseQuery(node, context, weighted);
  if (node.type === 'fuzzy') return fuzzyQuery(node, context, weighted);
  // Passages are stored by stem: `computing*` must find `comput`.
  const stem = normaliserFor(context.language)(node.text);
  const either = [
    { prefix: { [field]: { value: fold(node.text) } } },
    ...(stem === '' ? [] : [{ term: { [field]: { value: stem } } }]),
  ];
  return { constant_score: { filter: should(either), boost } };
}

function phraseQuery(
  { text, slop }: Extract<QueryLeaf, { type: 'phrase' }>,
  { language, factor }: QueryContext,
  { field, boost }: FieldWeight,
): Dsl {
  const words = phraseWords(text, language);
  if (words.length === 0) return { match_none: {} };
  return { match_phrase: { [field]: { query: words.join(' '), slop, boost: boost * factor } } };
}

function fuzzyQuery(
  { text, edits }: Extract<QueryLeaf, { type: 'fuzzy' }>,
  { language, factor }: QueryContext,
  { field, boost }: FieldWeight,
): Dsl {
  const [value = fold(text)] = terms(text, language);
  const rewrite = `top_terms_${MOST_EXPANSIONS}`;
  return {
    fuzzy: { [field]: { value, fuzziness: edits, max_expansions: MOST_EXPANSIONS, rewrite, boost: boost * factor } },
  };
}

function metadataQuery(node: QueryLeaf, field: string, boost: number): Dsl {
  if (node.type === 'prefix')
    return { constant_score: { filter: { prefix: { keys: metadataKey(field, node.text) } }, boost } };
  return { constant_score: { filter: { terms: { keys: keysMeantBy(field, node.text) } }, boost } };
}

export function nodeQuery(node: QueryNode, context: QueryContext, outer = 1): Dsl {
  const boost = outer * (node.boost ?? 1);
  if (node.type === 'all') return { match_all: { boost } };
  if (node.type !== 'group') return leafQuery(node, context, boost);
  const of = (occur: string) =>
    node.clauses.filter((clause) => clause.occur === occur).map((clause) => nodeQuery(clause.node, context, boost));
  const [must, optional, not] = [of('must'), of('should'), of('not')];
  if (must.length + optional.length + not.length === 0) return { match_none: {} };
  const onlyNot = must.length + optional.length === 0;
  return {
    bool: {
      ...(must.length > 0 && { must }),
      ...(optional.length > 0 && { should: optional, minimum_should_match: must.length > 0 ? 0 : 1 }),
      ...(not.length > 0 && { must_not: not }),
      ...(onlyNot && { filter: [{ match_all: {} }] }),
    },
  };
}
