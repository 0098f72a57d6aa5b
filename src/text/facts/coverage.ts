/** How much of a claim's wording a text has. Figures and dates are checked by what they mean, and left out here: "nearly 10,000" is 9,742 in other words. */

import { momentsIn } from '../../english/calendar.js';
import { terms } from '../terms.js';
import { quantitiesIn } from './quantities.js';

/** Figures count as the longest words do. */
export const weightOf = (term: string): number => (/\d/.test(term) ? 8 : Math.min(term.length, 8));

export function coverage(claim: string, text: string): number {
  return coveredBy(claimedWords(claim), new Set(terms(text)));
}

/** The stems that count, each once. */
export const claimedWords = (claim: string): string[] => [...new Set(terms(withoutFigures(claim)))];

export function coveredBy(words: readonly string[], known: ReadonlySet<string>): number {
  let [found, total] = [0, 0];
  for (const word of words) {
    total += weightOf(word);
    if (known.has(word)) found += weightOf(word);
  }
  return total === 0 ? 0 : found / total;
}

function withoutFigures(claim: string): string {
  const places = [...quantitiesIn(claim), ...momentsIn(claim)];
  return places.reduce((rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), claim);
}
