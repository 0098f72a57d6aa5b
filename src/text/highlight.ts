/**
 * Marks the words of a query in a passage, as the index matched them: by stem, so that `running` is marked for `runs`.
 */
import type { QueryNode } from './lucene.js';
import { fold } from './stems.js';
import { analyze, terms } from './terms.js';

export type Range = { readonly start: number; readonly end: number };

type WantedTerms = { readonly exact: ReadonlySet<string>; readonly prefixes: readonly string[] };

/** Leaves that a hit may match; what is excluded is not marked. */
function leavesOf(node: QueryNode): Exclude<QueryNode, { type: 'group' | 'all' }>[] {
  if (node.type === 'all') return [];
  if (node.type !== 'group') return [node];
  return node.clauses.flatMap((clause) => (clause.occur === 'not' ? [] : leavesOf(clause.node)));
}

function wantedOf(query: string | QueryNode, language: string): WantedTerms {
  if (typeof query === 'string') return { exact: new Set(terms(query, language)), prefixes: [] };
  const leaves = leavesOf(query);
  const exact = leaves.flatMap((leaf) => (leaf.type === 'prefix' ? [] : terms(leaf.text, language)));
  return {
    exact: new Set(exact),
    prefixes: leaves.flatMap((leaf) => (leaf.type === 'prefix' ? [fold(leaf.text)] : [])),
  };
}

/** Places of the query's words, in order, none within another. */
export function highlights(text: string, query: string | QueryNode, language = 'en'): Range[] {
  const { exact, prefixes } = wantedOf(query, language);
  const found: Range[] = [];
  for (const { term, start, end } of analyze(text, language)) {
    const matches =
      exact.has(term) ||
      prefixes.some((prefix) => term.startsWith(prefix) || fold(text.slice(start, end)).startsWith(prefix));
    if (matches && start >= (found.at(-1)?.end ?? 0)) found.push({ start, end });
  }
  return found;
}

export type Snippet = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly marks: readonly Range[];
};

/**
 * The stretch of at most `limit` characters with the most marks, cut between words. Marks are given within the stretch.
 */
export function snippet(text: string, marks: readonly Range[], limit = 240): Snippet {
  const from = (mark: Range): number => Math.max(0, mark.start - Math.floor(limit / 4));
  const inside = (start: number): Range[] => marks.filter((mark) => mark.start >= start && mark.end <= start + limit);
  const start = marks
    .map(from)
    .reduce(
      (best, candidate) => (inside(candidate).length > inside(best).length ? candidate : best),
      marks[0] ? from(marks[0]) : 0,
    );
  const begin = start === 0 ? 0 : start + (/^\S*\s+/.exec(text.slice(start, start + 40))?.[0].length ?? 0);
  const cut = text.slice(begin, begin + limit);
  const end = begin + (begin + limit >= text.length ? cut.length : cut.replace(/\s+\S*$/, '').length);
  const shown = marks.filter((mark) => mark.start >= begin && mark.end <= end);
  return {
    text: text.slice(begin, end),
    start: begin,
    end,
    marks: shown.map((mark) => ({ start: mark.start - begin, end: mark.end - begin })),
  };
}
