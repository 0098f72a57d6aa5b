/**
 * FActScore (Min et al., arXiv:2305.14251): the share of an answer's atomic facts that a source supports, less for
 * answers of few facts. The arithmetic alone: stages/check-facts.ts cuts answers into facts and checks them.
 */

/** Answers of fewer facts are marked down (the paper's code, `gamma`). */
export const GAMMA = 10;

import { anyOf } from '../any-of.js';

export type FactScore = {
  /** With the length penalty. */
  readonly score: number;
  /** The share of supported facts alone. */
  readonly plain: number;
  readonly facts: number;
};

/** e^(1 - gamma / n) below gamma facts, else 1; a gamma of 0 is no penalty. */
export function lengthPenalty(facts: number, gamma: number = GAMMA): number {
  return facts >= gamma ? 1 : Math.exp(1 - gamma / facts);
}

/** `null` for an answer without facts: it did not respond. A fact beside the point counts as not supported. */
export function factScore(supported: readonly boolean[], gamma: number = GAMMA): FactScore | null {
  if (supported.length === 0) return null;
  const plain = supported.filter(Boolean).length / supported.length;
  return { score: plain * lengthPenalty(supported.length, gamma), plain, facts: supported.length };
}

export type FactScores = {
  /** Means over the answers that responded; `null` when none did. */
  readonly score: number | null;
  readonly plain: number | null;
  readonly factsPerResponse: number | null;
  readonly respondRatio: number;
};

/**
 * Of a whole set. Abstentions are left out of the score and counted in the share of responses: so a model that says
 * little can score high.
 */
export function factScores(answers: readonly (readonly boolean[])[], gamma: number = GAMMA): FactScores {
  const scored = answers.map((supported) => factScore(supported, gamma)).filter((score) => score !== null);
  const mean = (of: (score: FactScore) => number) =>
    scored.length === 0 ? null : scored.reduce((sum, score) => sum + of(score), 0) / scored.length;
  return {
    score: mean(({ score }) => score),
    plain: mean(({ plain }) => plain),
    factsPerResponse: mean(({ facts }) => facts),
    respondRatio: answers.length === 0 ? 0 : scored.length / answers.length,
  };
}

const APOLOGY = /i['’]?m sorry|i am sorry|sorry\b|i apologi[sz]e|my apologies|unfortunately,? i\b|as an ai\b/;
const UNABLE =
  /i (?:do not|don['’]t|did not|didn['’]t|can ?not|can['’]t|could not|couldn['’]t|was unable|am unable|am not able)\b/;
const DECLINES = new RegExp(`^\\W*(?:${anyOf([APOLOGY, UNABLE])})`, 'i');

/** An answer that is none, in words: "I'm sorry, but I could not find ...". By its opening. */
export function declines(answer: string): boolean {
  return answer.trim() === '' || DECLINES.test(answer.trim());
}
