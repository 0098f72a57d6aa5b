/**
 * A query tree as conditions and scores in SQL, with the meaning it has in the embedded index
 * (providers/index/compile.ts).
 */
import type { Clause, QueryNode } from '../../text/lucene.js';
import { leafQuery } from './query-leaves.js';
import {
  type AnyWords,
  anyOf,
  type CompiledQuery,
  constant,
  NOTHING,
  type QueryContext,
  type ScoreExpression,
} from './query-parts.js';

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
