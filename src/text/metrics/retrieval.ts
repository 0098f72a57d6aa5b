/**
 * Ranked documents (ids or URLs, best first) against the gold ones. A document that comes twice counts once, at its
 * first place. A question without gold documents has no scores: `null`.
 */
import { distinctPages, pageKey } from './pages.js';

export type RetrievalScores = {
  /** 1 when a gold document was found. */
  readonly success: number;
  /** Share of the gold documents that were found. */
  readonly recall: number;
  /**
   * Share of the documents found that are gold. The divisor is what was returned, not the cutoff; 0 when nothing was.
   */
  readonly precision: number;
  readonly ndcg: number;
  /** One over the rank of the first gold document; the mean over questions is MRR. */
  readonly reciprocalRank: number;
  /** 1 when every gold document was found. */
  readonly allFound: number;
};

export type RetrievalOptions = {
  /** Only the first so many documents count; all by default. */
  readonly cutoff?: number;
  /**
   * Judged grades of gold documents, where they differ: nDCG uses them as they are (linear gain, as trec_eval does).
   */
  readonly grades?: Readonly<Record<string, number>>;
};

export function scoreRetrieval(
  ranked: readonly string[],
  gold: readonly string[],
  options: RetrievalOptions = {},
): RetrievalScores | null {
  const wanted = distinctPages(gold);
  if (wanted.length === 0) return null;
  const { cutoff = Number.POSITIVE_INFINITY, grades = {} } = options;
  const seen = distinctPages(ranked).slice(0, cutoff);
  const isGold = new Set(wanted);
  const hits = seen.filter((page) => isGold.has(page)).length;
  const first = seen.findIndex((page) => isGold.has(page));
  return {
    success: hits > 0 ? 1 : 0,
    recall: hits / wanted.length,
    precision: seen.length === 0 ? 0 : hits / seen.length,
    ndcg: ndcg(seen, { wanted, cutoff, grades }),
    reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
    allFound: hits === wanted.length ? 1 : 0,
  };
}

type RelevanceJudgement = {
  readonly wanted: readonly string[];
  readonly cutoff: number;
  readonly grades: Readonly<Record<string, number>>;
};

/**
 * The ideal list holds all gold documents, found or not; trectools on retrieved documents alone would hide what was
 * missed.
 */
function ndcg(seen: readonly string[], { wanted, cutoff, grades }: RelevanceJudgement): number {
  const gradeOf = new Map(wanted.map((page) => [page, 1]));
  for (const [page, grade] of Object.entries(grades)) if (gradeOf.has(pageKey(page))) gradeOf.set(pageKey(page), grade);
  const ideal = [...gradeOf.values()].sort((left, right) => right - left).slice(0, cutoff);
  const best = discountedGain(ideal);
  return best === 0 ? 0 : discountedGain(seen.map((page) => gradeOf.get(page) ?? 0)) / best;
}

function discountedGain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, index) => sum + grade / Math.log2(index + 2), 0);
}
