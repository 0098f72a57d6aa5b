/**
 * How likely an answer is right, from signals of filter, reading and verification: a logistic model with few weights.
 * Where the signals come from: stages/weigh-confidence.ts; how they and their weights were found: docs/confidence.md.
 */

export type SignalName = 'focus' | 'reading' | 'meaning' | 'supported';

/** `null` where the model that gives the signal is not there. */
export type Signals = Readonly<Record<SignalName, number | null>>;

/** A weight counts in deviations from the mean over the tuning answers. */
export type SignalWeight = { readonly mean: number; readonly deviation: number; readonly weight: number };

export type ConfidenceModel = { readonly bias: number; readonly signals: Readonly<Record<SignalName, SignalWeight>> };

/** For text that a model wrote. Fitted on the tuning questions: experiments/data/confidence.yaml. */
export const CONFIDENCE_MODEL: ConfidenceModel = {
  bias: 0.649,
  signals: {
    focus: { mean: 0.503, deviation: 0.3, weight: 0.087 },
    reading: { mean: -3.173, deviation: 7.062, weight: 0.446 },
    meaning: { mean: 0.541, deviation: 0.118, weight: 0.505 },
    supported: { mean: 0.888, deviation: 0.244, weight: 0.524 },
  },
};

/**
 * Of an answer taken from pages: the odds of the likeliest candidate, brought to the share of right answers over ten
 * collections (docs/confidence.md).
 */
export const ODDS_SCALE = { bias: 0.35, weight: 0.66 } as const;

export function confidenceOfOdds(odds: number): number {
  const clipped = Math.min(1 - 1e-4, Math.max(1e-4, odds));
  return 1 / (1 + Math.exp(-(ODDS_SCALE.bias + ODDS_SCALE.weight * Math.log(clipped / (1 - clipped)))));
}

/** A missing signal counts as its mean over the tuning answers: it speaks neither for the answer nor against it. */
export function confidenceOf(
  signals: Partial<Signals>,
  { bias, signals: weights }: ConfidenceModel = CONFIDENCE_MODEL,
): number {
  const terms = Object.entries(weights).map(([name, { mean, deviation, weight }]) => {
    const value = signals[name as SignalName] ?? mean;
    return (weight * (value - mean)) / deviation;
  });
  return 1 / (1 + Math.exp(-terms.reduce((total, term) => total + term, bias)));
}
