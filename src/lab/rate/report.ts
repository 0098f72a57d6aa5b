/** What the raters said: means per pipeline, how far they agree, and Borda counts. */
import { type MeanInterval, meanInterval } from '../../text/metrics/bootstrap.js';
import { meanOrNull } from '../../text/stats/moments.js';
import { type Ballot, bordaCounts, krippendorffAlpha } from '../../text/stats/ratings.js';
import type { RatedSheet } from './read.js';
import { CRITERIA, type Criterion, type SheetKey } from './sheet.js';

export type RatedPipeline = {
  readonly pipeline: string;
  /** Over questions; several raters of one answer count as their mean. */
  readonly means: Readonly<Record<Criterion, Omit<MeanInterval, 'missing'>>>;
  readonly borda: Readonly<Record<Criterion, number>> & { readonly total: number };
};

export type RatingReport = {
  readonly raters: readonly string[];
  readonly questions: number;
  /** Best first by Borda count. */
  readonly pipelines: readonly RatedPipeline[];
  /** Krippendorff's alpha for ordered values; `null` with one rater, or where all ratings are the same. */
  readonly alpha: Readonly<Record<Criterion, number | null>>;
  /** Ballots (one rater, one question, one criterion) counted, and those left out because a rating is missing. */
  readonly ballots: { readonly counted: number; readonly incomplete: number };
  /** Places that were left empty. */
  readonly empty: number;
};

const byCriterion = <T>(of: (criterion: Criterion) => T): Record<Criterion, T> =>
  Object.fromEntries(CRITERIA.map((criterion) => [criterion, of(criterion)])) as Record<Criterion, T>;

export function reportRatings(sheets: readonly RatedSheet[], key: SheetKey, seed = 0): RatingReport {
  const scores = sheets.map(({ ratings }) => new Map(ratings.map(({ item, scores: own }) => [item, own])));
  const ratingsOf = (item: string, criterion: Criterion): number[] =>
    scores.map((sheet) => sheet.get(item)?.[criterion] ?? null).filter((score) => score !== null);
  const ballots = byCriterion((criterion) => ballotsOf(criterion, scores, key));
  const counted = byCriterion((criterion) => ballots[criterion].filter((ballot) => ballot !== null));
  const counts = byCriterion((criterion) => bordaCounts(counted[criterion], key.pipelines));
  const rated = (pipeline: string): RatedPipeline => {
    const items = key.items.filter((item) => item.pipeline === pipeline);
    const meansBy = (criterion: Criterion) => items.map(({ item }) => meanOrNull(ratingsOf(item, criterion)));
    const borda = byCriterion((criterion) => counts[criterion][pipeline]!);
    const total = CRITERIA.reduce((sum, criterion) => sum + borda[criterion], 0);
    return {
      pipeline,
      means: byCriterion((criterion) => interval(meansBy(criterion), seed)),
      borda: { ...borda, total },
    };
  };
  const sum = (lists: Record<Criterion, readonly unknown[]>) => CRITERIA.flatMap((name) => lists[name]).length;
  const given = byCriterion((criterion) => key.items.flatMap(({ item }) => ratingsOf(item, criterion)));
  return {
    raters: sheets.map(({ rater }) => rater),
    questions: new Set(key.items.map(({ id }) => id)).size,
    pipelines: key.pipelines.map(rated).sort((left, right) => right.borda.total - left.borda.total),
    alpha: byCriterion((name) => krippendorffAlpha(key.items.map(({ item }) => ratingsOf(item, name)))),
    ballots: { counted: sum(counted), incomplete: sum(ballots) - sum(counted) },
    empty: sheets.length * key.items.length * CRITERIA.length - sum(given),
  };
}

/** One ballot for each rater and question; `null` where a pipeline has no rating. */
function ballotsOf(
  criterion: Criterion,
  sheets: readonly ReadonlyMap<string, RatedSheet['ratings'][number]['scores']>[],
  key: SheetKey,
): (Ballot | null)[] {
  const ids = [...new Set(key.items.map(({ id }) => id))];
  return sheets.flatMap((sheet) =>
    ids.map((id) => {
      const items = key.items.filter((item) => item.id === id);
      const given = items.map(({ item, pipeline }) => [pipeline, sheet.get(item)?.[criterion] ?? null] as const);
      return given.some(([, score]) => score === null) ? null : (Object.fromEntries(given) as Ballot);
    }),
  );
}

function interval(values: readonly (number | null)[], seed: number): Omit<MeanInterval, 'missing'> {
  const { missing: _, ...rest } = meanInterval(values, { seed });
  return rest;
}
