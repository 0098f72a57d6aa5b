/**
 * A query as the corpus understands it: words, or Lucene syntax as a tree; its text for the embedder; and what it
 * strictly demands.
 */
import { type Clause, type Problem, parseLucene, type QueryNode } from '../../text/lucene.js';

export const SYNTAXES = ['plain', 'lucene'] as const;
export type Syntax = (typeof SYNTAXES)[number];

export type ParsedQuery = {
  /** What is embedded. */
  readonly text: string;
  readonly node?: QueryNode;
  readonly problems: readonly Problem[];
  /** What every hit must fulfil, also one that was found by its meaning; nothing where the query demands nothing. */
  readonly demands?: QueryNode;
};

const FIELDS = ['title', 'text', 'body', 'url', 'date'];

export function parseQuery(query: string, syntax: Syntax): ParsedQuery {
  if (syntax === 'plain') return { text: query, problems: [] };
  const { node, problems } = parseLucene(query, { fields: FIELDS });
  const demands = demandsOf(node);
  return { text: wordsOf(node).join(' '), node, problems, ...(demands && { demands }) };
}

/** Words and phrases that are not excluded. */
function wordsOf(node: QueryNode): string[] {
  if (node.type === 'all') return [];
  if (node.type !== 'group') return node.field === 'url' || node.field === 'date' ? [] : [node.text];
  return node.clauses.flatMap((clause) => (clause.occur === 'not' ? [] : wordsOf(clause.node)));
}

/** `+required words -excluded` demands `+required -excluded`; words that merely add to the score are left out. */
function demandsOf(node: QueryNode): QueryNode | undefined {
  if (node.type !== 'group') return undefined;
  const strict = node.clauses.filter(({ occur }) => occur !== 'should');
  if (strict.length === 0) return undefined;
  const anything: Clause = { occur: 'must', node: { type: 'all' } };
  return { type: 'group', clauses: [anything, ...strict] };
}
