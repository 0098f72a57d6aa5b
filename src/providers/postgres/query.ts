/**
 * A query tree as conditions and scores in SQL, with the meaning it has in the embedded index
 * (providers/index/compile.ts).
 */
import type { Clause, QueryNode } from '../../text/lucene.js';
import { fold, normaliserFor } from '../../text/stems.js';
import { analyze, terms } from '../../text/terms.js';
import type { Similarity } from '../index/bm25.js';
import { queryWords, unknownTerms } from '../index/query-words.js';
import type { Explanation } from '../index/types.js';
import type { Query } from './connect.js';
import { keyOf } from './filter.js';
import { type PhrasePart, phraseFrequencies } from './phrase.js';
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

type AnyWords = {
  readonly column: Column;
  readonly words: readonly { readonly word: string; readonly count: number }[];
};

/** `words` where the condition is nothing but that one of them is there. */
export type CompiledQuery = {
  readonly match: string;
  readonly scored: readonly ScoreExpression[];
  readonly words?: AnyWords;
};

type Column = 'words' | 'title_words' | 'text_words';
type ColumnWeight = { readonly column: Column; readonly boost: number };

const COLUMNS: ReadonlyMap<string, Column> = new Map([
  ['title', 'title_words'],
  ['text', 'text_words'],
  ['body', 'text_words'],
]);
const NOTHING: CompiledQuery = { match: 'false', scored: [] };
const shown = (column: Column): string => (column === 'words' ? '' : ` in ${column.replace('_words', '')}`);

/** The index is over all words; a single field is looked at in what it finds. */
function holds(column: Column, tsquery: string, { values }: QueryContext): string {
  const given = values.put(tsquery, 'tsquery');
  return column === 'words' ? `p.words @@ ${given}` : `(p.words @@ ${given} and p.${column} @@ ${given})`;
}

const anyOf = ({ column, words }: AnyWords, context: QueryContext): string =>
  words.length === 0 ? 'false' : holds(column, words.map(({ word }) => quoted(word)).join(' | '), context);

/** f / (f + K) with a frequency that stands in it once. */
function saturated(frequency: string, weight: number, { measure, values }: QueryContext): string {
  const constant = `(${values.put(measure.base, 'float8')} + ${values.put(measure.slope, 'float8')} * p.length)`;
  return `${values.put(weight, 'float8')} * (1 - ${constant} / (${frequency} + ${constant}))`;
}

function frequencyIn(column: Column, word: string, { schema, values, measure }: QueryContext): string {
  const counted = `"${schema}".frequency(p.${column}, ${values.put(quoted(word), 'tsquery')})`;
  return column === 'title_words' ? `${values.put(measure.titleWeight, 'float8')} * ${counted}` : counted;
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

type Leaf = Exclude<QueryNode, { type: 'group' | 'all' }>;

async function fuzzyQuery(
  { text, edits }: Extract<Leaf, { type: 'fuzzy' }>,
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
  { text, slop }: Extract<Leaf, { type: 'phrase' }>,
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

function constant(
  match: string,
  boost: number,
  { what, context }: { readonly what: string; readonly context: QueryContext },
): CompiledQuery {
  const score = `case when ${match} then ${context.values.put(boost, 'float8')} else 0 end`;
  return { match, scored: [{ score, explain: (value) => ({ value, what }) }] };
}

function prefixQuery({ text }: Leaf, context: QueryContext, { column, boost }: ColumnWeight): CompiledQuery {
  // Passages are stored by stem: `computing*` must find `comput`.
  const stem = normaliserFor(context.language)(text);
  const either = `${quoted(fold(text))}:*${stem === '' ? '' : ` | ${quoted(stem)}`}`;
  return constant(holds(column, either, context), boost, { what: `${fold(text)}*${shown(column)}`, context });
}

function metadataQuery(
  node: Leaf,
  field: string,
  { boost, context }: { readonly boost: number; readonly context: QueryContext },
): CompiledQuery {
  const { values } = context;
  const number = Number(node.text);
  if (node.type === 'prefix') {
    const match = `exists (select from unnest(p.keys) k where starts_with(k, ${values.put(keyOf(field, node.text), 'text')}))`;
    return constant(match, boost, { what: `${field}:${node.text}*`, context });
  }
  const meant = [
    node.text,
    ...(node.text.trim() !== '' && Number.isFinite(number) ? [number] : []),
    ...(node.text === 'true' || node.text === 'false' ? [node.text === 'true'] : []),
  ];
  const match = `p.keys && ${values.put(
    meant.map((value) => keyOf(field, value)),
    'text[]',
  )}`;
  return constant(match, boost, { what: `${field}:${node.text}`, context });
}

async function leafQuery(node: Leaf, context: QueryContext, boost: number): Promise<CompiledQuery> {
  const column = node.field === undefined ? 'words' : COLUMNS.get(node.field);
  if (!column) return metadataQuery(node, node.field ?? '', { boost, context });
  const weighted = { column, boost };
  if (node.type === 'term') return textQuery(node.text, context, weighted);
  if (node.type === 'phrase') return phraseQuery(node, context, weighted);
  return node.type === 'fuzzy' ? fuzzyQuery(node, context, weighted) : prefixQuery(node, context, weighted);
}

export async function nodeQuery(node: QueryNode, context: QueryContext, outer = 1): Promise<CompiledQuery> {
  const boost = outer * (node.boost ?? 1);
  if (node.type === 'all') return constant('true', boost, { what: 'every passage', context });
  if (node.type !== 'group') return leafQuery(node, context, boost);
  const parts: { readonly occur: Clause['occur']; readonly part: CompiledQuery }[] = [];
  for (const { occur, node: inner } of node.clauses)
    parts.push({ occur, part: await nodeQuery(inner, context, boost) });
  return groupOf(parts);
}

function groupOf(parts: readonly { readonly occur: Clause['occur']; readonly part: CompiledQuery }[]): CompiledQuery {
  const of = (occur: Clause['occur']) => parts.filter((one) => one.occur === occur).map(({ part }) => part);
  const [must, should, not] = [of('must'), of('should'), of('not')];
  if (parts.length === 0) return NOTHING;
  const conditions = [
    ...must.map(({ match }) => match),
    ...(must.length === 0 && should.length > 0 ? [`(${should.map(({ match }) => match).join(' or ')})`] : []),
    ...not.map(({ match }) => `not coalesce(${match}, false)`),
  ];
  const match = `(${conditions.join(' and ')})`;
  const isOpen = must.length === 0 && not.length === 0;
  // A part of the query that does not hold as a whole adds nothing, whatever of it is there.
  const guard = ({ score, explain }: ScoreExpression): ScoreExpression => ({
    score: isOpen ? score : `case when ${match} then ${score} else 0 end`,
    explain,
  });
  const words = isOpen ? joinedWords(should) : undefined;
  return { match, scored: [...must, ...should].flatMap(({ scored }) => scored.map(guard)), ...(words && { words }) };
}

function joinedWords(parts: readonly CompiledQuery[]): AnyWords | undefined {
  const all = parts.map(({ words }) => words);
  const isPlain = (words: AnyWords | undefined): words is AnyWords => words?.column === 'words';
  return all.every(isPlain) ? { column: 'words', words: all.flatMap(({ words }) => words) } : undefined;
}

/**
 * A question of common words would have every passage scored. Its rarest words choose which are, as many as these; the
 * others add to the score.
 */
const MOST_SCORED = 20_000;

/** The condition for a whole query. */
export function candidates({ match, words }: CompiledQuery, context: QueryContext): string {
  if (!words) return match;
  const rarest = words.words.toSorted((left, right) => left.count - right.count);
  let total = 0;
  const kept = rarest.filter(({ count }, at) => {
    total += count;
    return at === 0 || total <= MOST_SCORED;
  });
  return kept.length === rarest.length ? match : anyOf({ ...words, words: kept }, context);
}
