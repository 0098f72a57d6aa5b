/**
 * Whether a sentence that claims nothing brings in something from elsewhere: an address, a figure or a name that the given texts do not have.
 * "Call Voss today!" cannot be checked against a source, and need not be said.
 */
import { namesIn, wordsOf } from '../question.js';

const ADDRESS = /\b(?:[a-z0-9-]+\.)+[a-z]{2,}\b|\S+@\S+/giu;
const FIGURE = /\d[\d.,-]*\d|\d/g;

export function isForeign(sentence: string, texts: readonly string[]): boolean {
  const told = texts.join('\n').toLowerCase();
  const words = new Set(wordsOf(told));
  const said = sentence.toLowerCase();
  if ([...(said.match(ADDRESS) ?? []), ...(said.match(FIGURE) ?? [])].some((part) => !told.includes(part))) return true;
  return namesIn(sentence).some((name) => !words.has(name.toLowerCase()));
}
