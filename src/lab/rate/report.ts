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

export function reportRatings(sheets: readonly RatedSheet[], key: SheetKey, seed = 0): RatingReport {
  const scores = sheets.map(({ ratings }) => new Map(ratings.map(({ item, scores: own }) => [item, own])));
  const ratingsOf = (item: string, criterion: Criterion) =>
    scores.flatMap((sheet) => {
      const score = sheet.get(item)?.[criterion] ?? null;
      return score === null ? [] : [score];
    });
  const ballots = Object.fromEntries(
    CRITERIA.map((criterion) => [criterion, ballotsOf(criterion, scores, key)]),
  ) as Record<Criterion, (Ballot | null)[]>;
  const counts = Object.fromEntries(
    CRITERIA.map((criterion) => [
      criterion,
      bordaCounts(
        ballots[criterion].filter((ballot) => ballot !== null),
        key.pipelines,
      ),
    ]),
  ) as Record<Criterion, Record<string, number>>;
  const all = CRITERIA.flatMap((criterion) => ballots[criterion]);
  return {
    raters: sheets.map(({ rater }) => rater),
    questions: new Set(key.items.map(({ id }) => id)).size,
    pipelines: key.pipelines
      .map((pipeline): RatedPipeline => {
        const items = key.items.filter((item) => item.pipeline === pipeline);
        const means = CRITERIA.map(
          (criterion) =>
            [
              criterion,
              interval(
                items.map(({ item }) => meanOrNull(ratingsOf(item, criterion))),
                seed,
              ),
            ] as const,
        );
        const borda = CRITERIA.map((criterion) => [criterion, counts[criterion][pipeline]!] as const);
        const total = borda.reduce((sum, [, count]) => sum + count, 0);
        return {
          pipeline,
          means: Object.fromEntries(means) as RatedPipeline['means'],
          borda: { ...(Object.fromEntries(borda) as Record<Criterion, number>), total },
        };
      })
      .sort((left, right) => right.borda.total - left.borda.total),
    alpha: Object.fromEntries(
      CRITERIA.map((criterion) => [
        criterion,
        krippendorffAlpha(key.items.map(({ item }) => ratingsOf(item, criterion))),
      ]),
    ) as RatingReport['alpha'],
    ballots: {
      counted: all.filter((ballot) => ballot !== null).length,
      incomplete: all.filter((ballot) => ballot === null).length,
    },
    empty:
      sheets.length * key.items.length * CRITERIA.length -
      CRITERIA.flatMap((criterion) => key.items.flatMap(({ item }) => ratingsOf(item, criterion))).length,
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
