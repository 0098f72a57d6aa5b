/**
 * How likely a stretch of a passage, and then each of its sentences, answers the question: logistic models over what
 * reader, reranker and retrieval say. Fitted over six collections, each left out in turn:
 * docs/decisions/extractive-answers.md.
 */

export type OddsSignals = {
  /** The reader's probability that the passage answers the question at all. */
  readonly answerable: number;
  /** Place of the passage among those that were found, from 0. */
  readonly rank: number;
  /** The reranker's logit, where it looked at the passage. */
  readonly rerank: number | undefined;
  /** How many, how long or how much is asked, and the span that was found says no number. */
  readonly lacksNumber?: boolean;
};

export type SentenceSignals = {
  /** Of the stretch that the sentence stands in. */
  readonly odds: number;
  /** The reader's probability, of the sentence read alone under its headings. */
  readonly answerable: number;
  /** Whether the span that the reader found in the whole stretch lies in it. */
  readonly holdsSpan: boolean;
};

/** A candidate of less is not taken for an answer. */
export const LOWEST_ODDS = 0.12;
/** From here on one sentence is enough. */
export const SURE_ODDS = 0.85;

export const ODDS_WEIGHTS = { bias: -1.1, answerable: 0.51, rank: -0.23, rerank: 0.22, lacksNumber: -1 } as const;
export const SENTENCE_WEIGHTS = { bias: -2.42, stretch: 0.57, answerable: 0.31, holdsSpan: 1.91 } as const;

const clipped = (value: number, lowest: number, highest: number): number => Math.min(highest, Math.max(lowest, value));
const logit = (probability: number): number =>
  Math.log(clipped(probability, 1e-4, 1 - 1e-4) / (1 - clipped(probability, 1e-4, 1 - 1e-4)));
const sigmoid = (sum: number): number => 1 / (1 + Math.exp(-sum));

export function answerOdds({ answerable, rank, rerank = 0, lacksNumber = false }: OddsSignals): number {
  const { bias, ...weights } = ODDS_WEIGHTS;
  return sigmoid(
    bias +
      weights.answerable * logit(answerable) +
      weights.rank * Math.min(rank, 8) +
      weights.rerank * clipped(rerank, -8, 10) +
      weights.lacksNumber * Number(lacksNumber),
  );
}

/** What the odds are at most, whatever the reader says of the passage. */
export const highestOdds = (known: Omit<OddsSignals, 'answerable'>): number => answerOdds({ ...known, answerable: 1 });

export function sentenceOdds({ odds, answerable, holdsSpan }: SentenceSignals): number {
  const { bias, ...weights } = SENTENCE_WEIGHTS;
  return sigmoid(
    bias +
      weights.stretch * logit(odds) +
      weights.answerable * logit(answerable) +
      weights.holdsSpan * Number(holdsSpan),
  );
}
