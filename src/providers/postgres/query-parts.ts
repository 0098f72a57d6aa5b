/** What the conditions and scores of a query are made of. */
import type { Similarity } from '../index/bm25.js';
import type { Explanation } from '../index/types.js';
import type { Query } from './connect.js';
import type { Values } from './values.js';
import type { Vocabulary } from './vocabulary.js';
import { quoted } from './words.js';

export type QueryContext = {
  readonly query: Query;
  readonly table: string;
  readonly schema: string;
  readonly vocabulary: Vocabulary;
  readonly language: string;
  readonly languages: readonly string[];
  readonly measure: Similarity;
  readonly values: Values;
  /** Tables of frequencies that were counted here, joined to the passages. */
  readonly joins: string[];
};

/** What one word or phrase adds to a score; 0 where it is not there. */
export type ScoreExpression = { readonly score: string; readonly explain: (value: number) => Explanation };

export type AnyWords = {
  readonly column: Column;
  readonly words: readonly { readonly word: string; readonly count: number }[];
};

/** `words` where the condition is nothing but that one of them is there. */
export type CompiledQuery = {
  readonly match: string;
  readonly scored: readonly ScoreExpression[];
  readonly words?: AnyWords;
};

export type Column = 'words' | 'title_words' | 'text_words';
export type ColumnWeight = { readonly column: Column; readonly boost: number };

export const NOTHING: CompiledQuery = { match: 'false', scored: [] };

export const shown = (column: Column): string => (column === 'words' ? '' : ` in ${column.replace('_words', '')}`);

/** The index is over all words; a single field is looked at in what it finds. */
export function holds(column: Column, tsquery: string, { values }: QueryContext): string {
  const given = values.put(tsquery, 'tsquery');
  return column === 'words' ? `p.words @@ ${given}` : `(p.words @@ ${given} and p.${column} @@ ${given})`;
}

export const anyOf = ({ column, words }: AnyWords, context: QueryContext): string =>
  words.length === 0 ? 'false' : holds(column, words.map(({ word }) => quoted(word)).join(' | '), context);

/** f / (f + K) with a frequency that stands in it once. */
export function saturated(frequency: string, weight: number, { measure, values }: QueryContext): string {
  const constant = `(${values.put(measure.base, 'float8')} + ${values.put(measure.slope, 'float8')} * p.length)`;
  return `${values.put(weight, 'float8')} * (1 - ${constant} / (${frequency} + ${constant}))`;
}

export function constant(
  match: string,
  boost: number,
  { what, context }: { readonly what: string; readonly context: QueryContext },
): CompiledQuery {
  const score = `case when ${match} then ${context.values.put(boost, 'float8')} else 0 end`;
  return { match, scored: [{ score, explain: (value) => ({ value, what }) }] };
}
