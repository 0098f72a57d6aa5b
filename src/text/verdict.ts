/**
 * The verdict on a claim from what the verifier says of it and what can be compared exactly. Every limit and every rule
 * is measured on answers that people wrote and on altered twins of them: experiments/survival.yaml,
 * docs/verification.md.
 */
import type { Verdict } from '../core/data.js';
import type { Entailment } from '../core/ports.js';
import type { Mismatch } from './exact.js';

/** From here on the verifier's word is enough; it is its own decision boundary. */
export const ENOUGH = 0.5;
/**
 * Below this no source carries a sentence: 1.7 % of the true ones, 84 to 100 % of the altered ones. Between the two
 * nobody can tell.
 */
const LOWEST = 0.35;
/**
 * The same for a short answer, written as "Question? answer": wrong ones stay below it, true ones from two passages do
 * not.
 */
const LOWEST_SHORT = 0.05;
/** So sure a verifier says that the source says otherwise, not only that it says something else. */
const CONTRADICTED = 0.9;
/** Enough where something exact differs as well. */
const CONTRADICTED_EXACTLY = 0.5;

export type VerdictInput = {
  readonly odds: Entailment;
  readonly mismatches: readonly Mismatch[];
  readonly isShort: boolean;
};

export function verdictOf({ odds, mismatches, isShort }: VerdictInput): Verdict {
  if (mismatches.length === 0 && odds.supported >= ENOUGH) return 'supported';
  if (mismatches.length === 0 && odds.supported >= (isShort ? LOWEST_SHORT : LOWEST)) return 'unchecked';
  const isOtherwise = odds.contradicted >= (mismatches.length > 0 ? CONTRADICTED_EXACTLY : CONTRADICTED);
  return isOtherwise ? 'contradicted' : 'unsupported';
}
