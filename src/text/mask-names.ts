/**
 * Text with its names taken out: "The Kestrel Bridge was opened by Cordelia Amsinck in May 1934" -> "it was opened by
 * it in May 1934". A question and a sentence that share a name look alike to an embedder whatever they say of it;
 * without names what is asked and what is said can be compared. Measured in docs/decisions/extractive-answers.md.
 */
import { isCalendarName } from '../english/lexicon.js';

const NAME = /(?:\b[Tt]he )?\b\p{Lu}[\p{L}\p{M}'’-]*(?: (?:of |the |and )?\p{Lu}[\p{L}\p{M}'’-]*)*/gu;

const ASKING =
  /^(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|can|could|in|on|at|from|for|to|by|with|of|has|have|name)$/i;

export function maskNames(text: string): string {
  return text.replace(NAME, (name: string, at: number) => {
    const words = name.split(' ').filter((word) => !/^(?:the|of|and)$/i.test(word));
    if (words.length === 0 || words.every(isCalendarName)) return name;
    if (at > 0) return 'it';
    if (words.length === 1) return name; // any word is capitalised at the beginning
    return ASKING.test(words[0] as string) ? `${words[0]} it` : 'it';
  });
}
