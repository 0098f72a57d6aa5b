/**
 * Words as PostgreSQL's full text stores them. They are cut and stemmed here, exactly as for the embedded index, so
 * that a query means the same.
 */
import { analyze } from '../../text/terms.js';

/** Longer ones are blobs that nobody searches by; PostgreSQL refuses words of 2 kB. */
const LONGEST = 256;
/** Between title and text, so that no phrase reaches from one into the other. */
const GAP = 100;

/** NUL cannot be stored. */
export const stored = (term: string): string =>
  (term.length > LONGEST ? term.slice(0, LONGEST) : term).replaceAll('\u0000', '');

/** A word as it stands in a tsvector or tsquery. */
export const quoted = (term: string): string => `'${stored(term).replace(/['\\]/g, '$&$&')}'`;

type WordPlaces = { readonly places: Map<string, number[]>; end: number; length: number };

function place(placed: WordPlaces, text: string, language: string): void {
  const start = placed.end + 1;
  for (const { term, position } of analyze(text, language)) {
    const key = stored(term);
    const places = placed.places.get(key) ?? [];
    places.push(start + position);
    placed.places.set(key, places);
    placed.end = Math.max(placed.end, start + position);
    placed.length += 1;
  }
}

const written = ({ places }: WordPlaces): string =>
  Array.from(places, ([term, at]) => `${quoted(term)}:${at.join(',')}`).join(' ');

export type PlacedWords = {
  readonly words: string;
  readonly title: string;
  readonly text: string;
  readonly length: number;
  readonly terms: readonly string[];
};

/** The title counts as often as its weight says: it stands so often before the text. */
export function placedWords(
  title: string,
  text: string,
  { language, titleWeight }: { language: string; titleWeight: number },
): PlacedWords {
  const empty = (): WordPlaces => ({ places: new Map(), end: 0, length: 0 });
  const [all, inTitle, inText] = [empty(), empty(), empty()];
  for (let time = 0; time < Math.max(1, Math.round(titleWeight)); time += 1) {
    place(all, title, language);
    if (all.end > 0) all.end += GAP;
  }
  place(all, text, language);
  place(inTitle, title, language);
  place(inText, text, language);
  return {
    words: written(all),
    title: written(inTitle),
    text: written(inText),
    length: Math.max(1, all.length),
    terms: [...all.places.keys()],
  };
}
