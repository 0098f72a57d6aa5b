/**
 * The sparse searcher's queries as trees of Lucene syntax, and the three ways to refine them (section "Sparse
 * Searcher"): extend with a quoted word, filter with `-`, emphasise with `^`. What the public code makes of the same
 * three is in repo-query.ts.
 */
import { NAME } from '../../text/decompose/grammar.js';
import { keepRareTokens } from '../../text/keep-rare.js';
import { type Clause, parseLucene, type QueryNode } from '../../text/lucene.js';
import { contentWords, isFunctionWord } from '../../text/question.js';
import { terms } from '../../text/terms.js';

export type KeywordQuery = readonly Clause[];

const clausesOf = (node: QueryNode): KeywordQuery =>
  node.type === 'group' && !node.boost ? node.clauses : [{ occur: 'should', node }];

/** A model's keywords; what they lost of the question's names and rare words is given back. */
export function keywordsFrom(question: string, keywords: string): KeywordQuery {
  return clausesOf(parseLucene(keepRareTokens(question, keywords), { fields: [] }).node);
}

const phrase = (text: string, boost?: number): QueryNode => ({
  type: 'phrase',
  text,
  slop: 0,
  ...(boost !== undefined && { boost }),
});

/** Names of several words, quoted ones first: "Who is the wife of Edric Poole?" has `Edric Poole`. */
export function namePhrases(question: string): string[] {
  const inside = question.replace(/^\s*\p{L}+/u, (word) => (isFunctionWord(word) ? ' ' : word));
  const names = [...inside.matchAll(new RegExp(NAME, 'gu'))].map(([name]) =>
    name
      .replace(/["“”]/g, '')
      .replace(/ \([^)]*\)$/, '')
      .trim(),
  );
  return [...new Set(names.filter((name) => contentWords(name).length > 0))];
}

/** Keywords without a model: every content word, and names of several words once more as a phrase. */
export function keywordsByRule(question: string): KeywordQuery {
  const phrases = namePhrases(question).filter((name) => /\s/.test(name));
  const words = contentWords(question.replace(/>>/g, ' '));
  return [...phrases.map((text) => should(phrase(text))), ...words.map((text) => should({ type: 'term', text }))];
}

const should = (node: QueryNode): Clause => ({ occur: 'should', node });
const textOf = (node: QueryNode): string => ('text' in node ? node.text : '');
const same = (left: string, right: string): boolean =>
  terms(left).join(' ') === terms(right).join(' ') && terms(left).length > 0;

/** Broadens: one more word, quoted so that it stays whole. */
export function extend(query: KeywordQuery, word: string): KeywordQuery {
  return query.some(({ node, occur }) => occur !== 'not' && same(textOf(node), word))
    ? query
    : [...query, should(phrase(word))];
}

/** Narrows: a word of the query is taken out of it, any other one is excluded. */
export function filter(query: KeywordQuery, word: string): KeywordQuery {
  const without = query.filter(({ node }) => !same(textOf(node), word));
  if (without.some(({ occur }) => occur !== 'not') && without.length < query.length) return without;
  return [...query, { occur: 'not', node: phrase(word) }];
}

/** Weighs: a word of the query counts one more, any other one comes in with double weight. */
export function emphasise(query: KeywordQuery, word: string): KeywordQuery {
  const isThere = query.some(({ node, occur }) => occur !== 'not' && same(textOf(node), word));
  if (!isThere) return [should(phrase(word, 2)), ...query];
  return query.map((clause) =>
    clause.occur !== 'not' && same(textOf(clause.node), word)
      ? { ...clause, node: { ...clause.node, boost: (clause.node.boost ?? 1) + 1 } }
      : clause,
  );
}
