/**
 * Words as the cluster stores them. They are cut and stemmed here, each document in its own language, exactly as for
 * the embedded index, so that a query means the same in both; the cluster's analyser only tells the places apart:
 * "state _ _ art" has two stop words between its words, and "a-17|a 17" has a code and its first part in one place.
 */
import { analyze } from '../../text/terms.js';

export const GAP = '_';
export const SAME_PLACE = '|';
/** Longer ones are blobs that nobody searches by; Lucene refuses terms of 32 kB. */
const LONGEST = 256;

export const stored = (term: string): string => (term.length > LONGEST ? term.slice(0, LONGEST) : term);

export function placedWords(text: string, language: string): string {
  const places: string[] = [];
  for (const { term, position } of analyze(text, language)) {
    while (places.length <= position) places.push('');
    const before = places[position];
    places[position] = before === '' ? stored(term) : `${before}${SAME_PLACE}${stored(term)}`;
  }
  return places.map((place) => (place === '' ? GAP : place)).join(' ');
}

/** One word for each place, the most telling one, which comes first: `A-17` and not `a`. */
export function phraseWords(text: string, language: string): string[] {
  const places: string[] = [];
  for (const { term, position } of analyze(text, language)) {
    while (places.length < position) places.push(GAP);
    if (places.length === position) places.push(stored(term));
    else if (places[position] === GAP) places[position] = stored(term);
  }
  while (places[0] === GAP) places.shift();
  return places;
}
