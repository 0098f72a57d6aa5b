/**
 * How far a confidence can be believed: expected calibration error and its bins, Brier score, and the risk-coverage
 * curve with its area. Every figure is 0 for no items: whoever shows one says how many there were.
 */
import { mean, sum } from './moments.js';

/** An answer, how sure it was, and whether it was right. */
export type GradedAnswer = { readonly confidence: number; readonly right: boolean };

/** Answers whose confidence lies from `from` up to, not including, `to` (the last bin includes 1). */
export type ReliabilityBin = {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Means over the bin. */
  readonly confidence: number;
  readonly accuracy: number;
};

/** `bins` holds those with an item in them. */
export type Calibration = { readonly ece: number; readonly brier: number; readonly bins: readonly ReliabilityBin[] };

/**
 * As usual since Guo et al. 2017 (arXiv:1706.04599), equation 3, who take 15; with a few hundred answers 10 are less
 * noisy.
 */
const BINS = 10;

export function calibration(items: readonly GradedAnswer[], bins = BINS): Calibration {
  const filled = reliabilityBins(items, bins);
  const gaps = filled.map(
    ({ count, confidence, accuracy }) => (count / items.length) * Math.abs(confidence - accuracy),
  );
  return {
    ece: sum(gaps),
    brier: mean(items.map(({ confidence, right }) => (confidence - Number(right)) ** 2)),
    bins: filled,
  };
}

function reliabilityBins(items: readonly GradedAnswer[], bins: number): ReliabilityBin[] {
  const binOf = ({ confidence }: GradedAnswer) => Math.min(bins - 1, Math.max(0, Math.floor(confidence * bins)));
  return Array.from({ length: bins }, (_, at) => at).flatMap((at) => {
    const own = items.filter((item) => binOf(item) === at);
    if (own.length === 0) return [];
    const accuracy = mean(own.map(({ right }) => Number(right)));
    return [
      {
        from: at / bins,
        to: (at + 1) / bins,
        count: own.length,
        confidence: mean(own.map((item) => item.confidence)),
        accuracy,
      },
    ];
  });
}

/**
 * Answering what is at least as sure as `threshold` answers the share `coverage`, of which the share `risk` is wrong.
 */
export type RiskPoint = { readonly coverage: number; readonly risk: number; readonly threshold: number };

export type RiskCoverage = { readonly points: readonly RiskPoint[]; readonly area: number };

/**
 * The most confident first; those of equal confidence are answered together or not at all. The area is the mean risk
 * over the coverage (Geifman, Uziel and El-Yaniv 2019, arXiv:1805.08206): lower is better, and without any order it is
 * the share of wrong answers.
 */
export function riskCoverage(items: readonly GradedAnswer[]): RiskCoverage {
  const thresholds = [...new Set(items.map(({ confidence }) => confidence))].sort((left, right) => right - left);
  const countsAt = countsBy(items);
  const points: RiskPoint[] = [];
  let [answered, wrong, area] = [0, 0, 0];
  for (const threshold of thresholds) {
    const step = countsAt.get(threshold) ?? { count: 0, wrong: 0 };
    answered += step.count;
    wrong += step.wrong;
    points.push({ coverage: answered / items.length, risk: wrong / answered, threshold });
    area += (step.count / items.length) * (wrong / answered);
  }
  return { points, area };
}

function countsBy(items: readonly GradedAnswer[]): Map<number, { count: number; wrong: number }> {
  const counts = new Map<number, { count: number; wrong: number }>();
  for (const { confidence, right } of items) {
    const { count, wrong } = counts.get(confidence) ?? { count: 0, wrong: 0 };
    counts.set(confidence, { count: count + 1, wrong: wrong + Number(!right) });
  }
  return counts;
}

/**
 * The area beyond what the best order of these answers, every right one first, would have: 0 is perfect ranking,
 * whatever the share of right ones.
 */
export function excessArea(items: readonly GradedAnswer[]): number {
  const right = items.filter((item) => item.right).length;
  const ideal = Array.from({ length: items.length - right }, (_, at) => (at + 1) / (right + at + 1));
  return items.length === 0 ? 0 : riskCoverage(items).area - sum(ideal) / items.length;
}
