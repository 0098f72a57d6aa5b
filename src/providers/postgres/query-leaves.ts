/** The words, phrases, prefixes and fields of a query, each as a condition and what it adds to the score. */
import type { QueryLeaf } from '../../text/lucene.js';
import { fold, normaliserFor } from '../../text/stems.js';
import { analyze, terms } from '../../text/terms.js';
import { keysMeantBy } from '../index/metadata.js';
import { PASSAGE_FIELDS, queryWords, unknownTerms } from '../index/query-words.js';
import type { Explanation } from '../index/types.js';
import { keyOf, storable } from './filter.js';
import { type PhrasePart, phraseFrequencies } from './phrase.js';
import {
  anyOf,
  type Column,
  type ColumnWeight,
  type CompiledQuery,
  constant,
  holds,
  NOTHING,
  type QueryContext,
  type ScoreExpression,
  saturated,
  shown,
} from './query-parts.js';
import { quoted } from './words.js';

export async function leafQuery(node: QueryLeaf, context: QueryContext, boost: number): Promise<CompiledQuery> {
  const part = node.field === undefined ? undefined : PASSAGE_FIELDS.get(node.field);
  if (node.field !== undefined && part === undefined) return metadataQuery(node, node.field, { boost, context });
  const weighted: ColumnWeight = { column: part === undefined ? 'words' : `${part}_words`, boost };
  if (node.type === 'term') return textQuery(node.text, context, weighted);
  if (node.type === 'phrase') return phraseQuery(node, context, weighted);
  return node.type === 'fuzzy' ? fuzzyQuery(node, context, weighted) : prefixQuery(node, context, weighted);
}

type Word = { readonly word: string; readonly count: number; readonly times: number };

function wordsQuery(found: readonly Word[], { column, boost }: ColumnWeight, context: QueryContext): CompiledQuery {
  const scored = found.map(({ word, count, times }): ScoreExpression => {
    const idf = context.measure.idf(count);
    const weight = boost * times * idf;
    const explain = (value: number): Explanation => ({
      value,
      what: `${word}${shown(column)}`,
      parts: [
        { value: idf, what: `idf: in ${count} passages` },
        { value: boost * times, what: 'boost' },
        { value: weight === 0 ? 0 : value / weight, what: 'saturation' },
      ],
    });
    return { score: saturated(frequencyIn(column, word, context), weight, context), explain };
  });
  const words = { column, words: found };
  return { match: anyOf(words, context), scored, words };
}

function frequencyIn(column: Column, word: string, { schema, values, measure }: QueryContext): string {
  const counted = `"${schema}".frequency(p.${column}, ${values.put(quoted(word), 'tsquery')})`;
  return column === 'title_words' ? `${values.put(measure.titleWeight, 'float8')} * ${counted}` : counted;
}

/** Words of plain text, as every language of the corpus stems them; those that nobody has written stand for others. */
export async function textQuery(
  text: string,
  context: QueryContext,
  weighted: ColumnWeight = { column: 'words', boost: 1 },
): Promise<CompiledQuery> {
  const asked = queryWords(text, context.languages);
  const counts = await context.vocabulary.counts([...asked.counts.keys()]);
  const unknown = new Set(unknownTerms(asked, (term) => counts.has(term)));
  const found: Word[] = [];
  for (const [term, times] of asked.counts) {
    const count = counts.get(term);
    if (count !== undefined) found.push({ word: term, count, times });
    else if (unknown.has(term))
      for (const meant of await context.vocabulary.meantBy(term, context.languages))
        found.push({ word: meant.word, count: meant.count, times: times * meant.closeness });
  }
  return wordsQuery(found, weighted, context);
}

async function fuzzyQuery(
  { text, edits }: Extract<QueryLeaf, { type: 'fuzzy' }>,
  context: QueryContext,
  weighted: ColumnWeight,
): Promise<CompiledQuery> {
  const [word = fold(text)] = terms(text, context.language);
  const near = await context.vocabulary.near(word, edits);
  return wordsQuery(
    near.map(({ closeness, ...found }) => ({ ...found, times: closeness })),
    weighted,
    context,
  );
}

async function phraseQuery(
  { text, slop }: Extract<QueryLeaf, { type: 'phrase' }>,
  context: QueryContext,
  { column, boost }: ColumnWeight,
): Promise<CompiledQuery> {
  const tokens = analyze(text, context.language);
  const [first] = tokens;
  if (!first) return NOTHING;
  const parts = tokens.map(({ term, position }): PhrasePart => ({ word: term, offset: position - first.position }));
  const counts = await context.vocabulary.counts(parts.map(({ word }) => word));
  if (parts.some(({ word }) => !counts.has(word))) return NOTHING;
  const weight = boost * parts.reduce((sum, { word }) => sum + context.measure.idf(counts.get(word) ?? 0), 0);
  const frequencies = await phraseFrequencies(parts, slop, { ...context, column });
  const joined = `phrase${context.joins.length}`;
  const [ns, values] = [
    context.values.put([...frequencies.keys()], 'bigint[]'),
    context.values.put([...frequencies.values()], 'float8[]'),
  ];
  context.joins.push(`left join unnest(${ns}, ${values}) as ${joined}(n, frequency) on ${joined}.n = p.n`);
  const explain = (value: number): Explanation => ({
    value,
    what: `phrase "${parts.map(({ word }) => word).join(' ')}"${shown(column)}`,
  });
  return {
    match: `${joined}.n is not null`,
    scored: [{ score: saturated(`coalesce(${joined}.frequency, 0)`, weight, context), explain }],
  };
}

function prefixQuery({ text }: QueryLeaf, context: QueryContext, { column, boost }: ColumnWeight): CompiledQuery {
  // Passages are stored by stem: `computing*` must find `comput`.
  const stem = normaliserFor(context.language)(text);
  const either = `${quoted(fold(text))}:*${stem === '' ? '' : ` | ${quoted(stem)}`}`;
  return constant(holds(column, either, context), boost, { what: `${fold(text)}*${shown(column)}`, context });
}

function metadataQuery(
  node: QueryLeaf,
  field: string,
  { boost, context }: { readonly boost: number; readonly context: QueryContext },
): CompiledQuery {
  const { values } = context;
  if (node.type === 'prefix') {
    const begin = values.put(keyOf(field, node.text), 'text');
    const match = `exists (select from unnest(p.keys) k where starts_with(k, ${begin}))`;
    return constant(match, boost, { what: `${field}:${node.text}*`, context });
  }
  const keys = values.put(keysMeantBy(field, node.text).map(storable), 'text[]');
  return constant(`p.keys && ${keys}`, boost, { what: `${field}:${node.text}`, context });
}
