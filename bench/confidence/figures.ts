/** Calibration error and area under the risk-coverage curve over answers, with intervals drawn question by question. */
import type { Signals } from '../../src/text/confidence.js';
import { seededRandom } from '../../src/text/random.js';
import { calibration, excessArea, type GradedAnswer, riskCoverage } from '../../src/text/stats/calibration.js';

/** One question asked of one pipeline. `right` is null for abstentions. */
export type Row = {
  readonly set: string;
  readonly pipeline: string;
  readonly id: string;
  readonly status: 'answered' | 'abstained';
  readonly right: boolean | null;
  readonly answerable: boolean;
  readonly answer: string;
  readonly signals: Signals;
};

export type GradedRow = Row & { readonly confidence: number };

const RESAMPLES = 1000;

export function figuresOf(rows: readonly GradedRow[]) {
  const answered = rows.flatMap((row) =>
    row.right === null ? [] : [{ id: row.id, confidence: row.confidence, right: row.right }],
  );
  const of = (statistic: (items: readonly GradedAnswer[]) => number) =>
    [statistic(answered), ...interval(answered, statistic)].map(rounded);
  return {
    questions: new Set(rows.map(({ id }) => id)).size,
    answers: answered.length,
    right: rounded(answered.filter(({ right }) => right).length / Math.max(1, answered.length)),
    ece: of((items) => calibration(items).ece),
    aurc: of((items) => riskCoverage(items).area),
    excess: of(excessArea),
    brier: of((items) => calibration(items).brier),
  };
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** Answers to one question by several pipelines resemble each other: whole questions are drawn. */
function interval(
  items: readonly (GradedAnswer & { readonly id: string })[],
  statistic: (items: readonly GradedAnswer[]) => number,
): [number, number] {
  const random = seededRandom(1);
  const groups = [...new Set(items.map(({ id }) => id))].map((own) => items.filter(({ id }) => id === own));
  const drawn = Array.from({ length: RESAMPLES }, () =>
    statistic(groups.flatMap(() => groups[Math.floor(random() * groups.length)] as (typeof groups)[number])),
  ).sort((left, right) => left - right);
  return [drawn[Math.floor(RESAMPLES * 0.025)] ?? 0, drawn[Math.floor(RESAMPLES * 0.975)] ?? 0];
}
