/**
 * The pages an answer cites against the gold pages of its question. Says nothing about whether a page supports its
 * sentence.
 */
import { distinctPages } from './pages.js';

export type CitationScores = {
  /**
   * Share of the cited pages that are gold; `null` when nothing is cited, so that silent answers neither gain nor lose.
   */
  readonly precision: number | null;
  /** Share of the gold pages that are cited. */
  readonly recall: number;
  readonly anyGold: boolean;
  readonly allGold: boolean;
};

/** A page cited twice counts once. A question without gold pages has no scores: `null`. */
export function scoreCitations(cited: readonly string[], gold: readonly string[]): CitationScores | null {
  const wanted = distinctPages(gold);
  if (wanted.length === 0) return null;
  const named = new Set(distinctPages(cited));
  const hits = wanted.filter((page) => named.has(page)).length;
  return {
    precision: named.size === 0 ? null : hits / named.size,
    recall: hits / wanted.length,
    anyGold: hits > 0,
    allGold: hits === wanted.length,
  };
}
