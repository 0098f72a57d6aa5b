/**
 * Whether a passage can carry a sentence, judged by words: the share of its content found there, and whether its
 * figures are.
 */
import { terms } from './terms.js';

export type WordSupport = {
  /** Share of the sentence's terms that the passage has; long terms count more than short ones. */
  readonly share: number;
  /** Every number of the sentence stands in the passage. */
  readonly figuresAgree: boolean;
};

export function supportByWords(sentence: string, passage: string): WordSupport {
  const present = new Set(terms(passage));
  let [found, total] = [0, 0];
  for (const term of new Set(terms(sentence))) {
    const weight = Math.min(term.length, 8);
    total += weight;
    if (present.has(term)) found += weight;
  }
  const known = new Set(figuresIn(passage));
  return {
    share: total === 0 ? 0 : found / total,
    figuresAgree: figuresIn(sentence).every((figure) => known.has(figure)),
  };
}

/** Numbers with their separators normalised: "1,200.50" -> "1200.50". */
export function figuresIn(text: string): string[] {
  return (text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((figure) => figure.replace(/,(?=\d{3}\b)/g, ''));
}
