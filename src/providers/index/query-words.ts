/**
 * The words of plain text as a query looks for them, and when one may stand for another. The same in every kind of
 * index.
 */
import { countTerms } from '../../text/lexical.js';
import { analyze } from '../../text/terms.js';

/** Names for the parts every passage has; other fields are metadata. */
export const PASSAGE_FIELDS: ReadonlyMap<string, 'title' | 'text'> = new Map([
  ['title', 'title'],
  ['text', 'text'],
  ['body', 'text'],
]);

export type QueryWords = {
  /** How often each term is said, as every language of the collection stems it. */
  readonly counts: ReadonlyMap<string, number>;
  /** The terms that one word of the text became. */
  readonly places: readonly ReadonlySet<string>[];
};

export function queryWords(text: string, languages: readonly string[]): QueryWords {
  const counts = new Map<string, number>();
  const places = new Map<number, Set<string>>();
  for (const language of languages) {
    const tokens = analyze(text, language);
    for (const { term, start } of tokens) places.set(start, (places.get(start) ?? new Set()).add(term));
    for (const [term, count] of countTerms(tokens.map((token) => token.term)))
      counts.set(term, Math.max(count, counts.get(term) ?? 0));
  }
  return { counts, places: [...places.values()] };
}

/** Terms that are not in the collection, of words that it has in none of its languages. */
export function unknownTerms({ counts, places }: QueryWords, isKnown: (term: string) => boolean): string[] {
  const found = new Set(places.filter((terms) => [...terms].some(isKnown)).flatMap((terms) => [...terms]));
  return [...counts.keys()].filter((term) => !isKnown(term) && !found.has(term));
}

/** Codes and numbers mean what they say. */
export const isPlainWord = (term: string): boolean => /^\p{Ll}+$/u.test(term);

const COMPOUNDING = new Set(['de', 'nl']);
const SHORTEST_PART = 4;
export const MOST_COMPOUNDS = 10;

export const mayBePart = (term: string, languages: readonly string[]): boolean =>
  term.length >= SHORTEST_PART && languages.some((language) => COMPOUNDING.has(language));

/** Shorter words have too many neighbours. */
const SHORTEST_MISSPELT = 5;
export const MOST_MEANT = 3;

export const mayBeMisspelt = (term: string): boolean => term.length >= SHORTEST_MISSPELT;
