/**
 * Finds the stretch of a passage that speaks of what a claim says: one or two neighbouring sentences, with what stands
 * before them as context.
 */
import { splitSentences } from './sentences.js';
import { terms } from './terms.js';

export type EvidenceSpan = {
  /** Offsets in the passage's text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Sentences before the span, nearest last: whom "she" means. */
  readonly before: string;
  /** Share of the claim's words found in the span, long words counting more. */
  readonly share: number;
};

/** A claim may join two neighbouring sentences; three would hide a wrong word among right ones. */
const WIDEST = 2;
/** A second sentence must add this much of the claim, or the span stays with one. */
const WORTH_ADDING = 0.12;
const SENTENCES_BEFORE = 3;

const weight = (term: string): number => (/\d/.test(term) ? 8 : Math.min(term.length, 8));

export function evidenceSpan(claim: string, passage: string): EvidenceSpan | undefined {
  const wanted = new Set(terms(claim));
  const total = [...wanted].reduce((sum, term) => sum + weight(term), 0);
  const sentences = splitSentences(passage).map((sentence) => ({
    ...sentence,
    terms: terms(sentence.text).filter((term) => wanted.has(term)),
  }));
  if (total === 0 || sentences.length === 0) return undefined;
  const shareOf = (from: number, to: number) => {
    const found = new Set(sentences.slice(from, to).flatMap((sentence) => sentence.terms));
    return [...found].reduce((sum, term) => sum + weight(term), 0) / total;
  };
  let best = { from: 0, to: 1, share: -1 };
  for (let from = 0; from < sentences.length; from += 1) {
    for (let to = from + 1; to <= Math.min(sentences.length, from + WIDEST); to += 1) {
      const share = shareOf(from, to);
      if (share - WORTH_ADDING * (to - from - 1) > best.share - WORTH_ADDING * (best.to - best.from - 1))
        best = { from, to, share };
    }
  }
  const [start, end] = [sentences[best.from]!.start, sentences[best.to - 1]!.end];
  const beforeFrom = sentences[Math.max(0, best.from - SENTENCES_BEFORE)]!.start;
  return {
    start,
    end,
    text: passage.slice(start, end),
    before: passage.slice(beforeFrom, start).trim(),
    share: best.share,
  };
}
