/**
 * Prints a query tree in Lucene syntax, for engines that speak it and for people. `parseLucene(toLucene(node)).node` is
 * `node` again.
 */
import type { Clause, QueryLeaf, QueryNode } from './lucene.js';

const SIGNS = { should: '', must: '+', not: '-' } as const;

/** Escapes what has a meaning, and the first letter of AND, OR, NOT. */
export function escapeLucene(text: string): string {
  const escaped = text.replace(/[\\+\-!(){}[\]^"~*?:/&|\s]/g, '\\$&');
  return /^(?:AND|OR|NOT)$/.test(escaped) ? `\\${escaped}` : escaped;
}

const boostOf = (boost: number | undefined): string =>
  boost === undefined || boost === 1 ? '' : `^${Number(boost.toFixed(6))}`;
const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;

function printClause({ occur, node }: Clause): string {
  const text = print(node);
  return `${SIGNS[occur]}${node.type === 'group' && node.boost === undefined ? `(${text})` : text}`;
}

function printLeaf(node: QueryLeaf): string {
  if (node.type === 'phrase') return quoted(node.text) + (node.slop > 0 ? `~${node.slop}` : '');
  if (node.type === 'fuzzy') return `${escapeLucene(node.text)}~${node.edits}`;
  return escapeLucene(node.text) + (node.type === 'prefix' ? '*' : '');
}

function print(node: QueryNode): string {
  if (node.type === 'all') return `*${boostOf(node.boost)}`;
  if (node.type !== 'group')
    return (node.field === undefined ? '' : `${node.field}:`) + printLeaf(node) + boostOf(node.boost);
  const clauses = node.clauses.map(printClause).join(' ');
  return node.boost === undefined ? clauses : `(${clauses})${boostOf(node.boost)}`;
}

export function toLucene(node: QueryNode): string {
  return print(node);
}
