/**
 * How likely the sentence in which our reader found a span answers the question: a logistic model over what reader, reranker and retrieval say.
 * Fitted over several collections, each left out in turn: docs/decisions/extractive-answers.md.
 */

export type OddsSignals = {
  /** The reader's probability that the passage answers the question at all. */
  readonly answerable: number;
  /** Place of the passage among those that were found, from 0. */
  readonly rank: number;
  /** The reranker's logit, where it looked at the passage. */
  readonly rerank: number | undefined;
};

/** A candidate of less is not taken for an answer. */
export const LOWEST_ODDS = 0.1;
/** From here on one sentence is enough. */
export const SURE_ODDS = 0.8;

export const ODDS_WEIGHTS = { bias: -1.15, answerable: 0.62, rank: -0.23, rerank: 0.14 } as const;

const clipped = (value: number, lowest: number, highest: number): number => Math.min(highest, Math.max(lowest, value));
const logit = (probability: number): number => Math.log(clipped(probability, 1e-4, 1 - 1e-4) / (1 - clipped(probability, 1e-4, 1 - 1e-4)));

export function answerOdds({ answerable, rank, rerank = 0 }: OddsSignals): number {
  const sum =
    ODDS_WEIGHTS.bias +
    ODDS_WEIGHTS.answerable * logit(answerable) +
    ODDS_WEIGHTS.rank * Math.min(rank, 8) +
    ODDS_WEIGHTS.rerank * clipped(rerank, -8, 10);
  return 1 / (1 + Math.exp(-sum));
}
