/** How far raters agree, and who wins their votes. */

/** One unit's ratings, one per rater who gave one. */
export type Unit = readonly number[];

export type Scale = 'nominal' | 'ordinal' | 'interval';

/**
 * Krippendorff's alpha by coincidences: 1 - observed / expected disagreement (K. Krippendorff, Computing Krippendorff's
 * Alpha-Reliability, 2011). Units with one rating say nothing. `null` when nothing can be said: no unit has two, or all
 * ratings are the same.
 */
export function krippendorffAlpha(units: readonly Unit[], scale: Scale = 'ordinal'): number | null {
  const paired = units.filter(({ length }) => length > 1);
  const values = [...new Set(paired.flat())].sort((left, right) => left - right);
  const counts = values.map((value) => paired.flat().filter((rating) => rating === value).length);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const distance = distances(values, counts, scale);
  const observed = paired.reduce(
    (sum, unit) =>
      sum + pairsWithin(unit, (one, other) => distance(values.indexOf(one), values.indexOf(other))) / (unit.length - 1),
    0,
  );
  let expected = 0;
  for (const [first, count] of counts.entries())
    for (const [second, other] of counts.entries())
      if (first !== second) expected += count * other * distance(first, second);
  return expected === 0 ? null : 1 - ((total - 1) * observed) / expected;
}

/** Over ordered pairs of different raters. */
function pairsWithin(unit: Unit, distance: (one: number, other: number) => number): number {
  return unit.reduce(
    (sum, one, at) => sum + unit.reduce((own, other, place) => own + (at === place ? 0 : distance(one, other)), 0),
    0,
  );
}

/**
 * Squared differences, between places in the list of values. Ordinal: the ratings that lie between, half of those at
 * the ends.
 */
function distances(
  values: readonly number[],
  counts: readonly number[],
  scale: Scale,
): (first: number, second: number) => number {
  return (first, second) => {
    if (first === second) return 0;
    if (scale === 'nominal') return 1;
    if (scale === 'interval') return (values[first]! - values[second]!) ** 2;
    const [low, high] = [Math.min(first, second), Math.max(first, second)];
    const between = counts.slice(low, high + 1).reduce((sum, count) => sum + count, 0);
    return (between - (counts[low]! + counts[high]!) / 2) ** 2;
  };
}

/** A vote: the score of each candidate. */
export type Ballot = Readonly<Record<string, number>>;

/**
 * Borda counts: on each ballot a point for every candidate scored lower, half a point for every one scored the same.
 */
export function bordaCounts(ballots: readonly Ballot[], candidates: readonly string[]): Record<string, number> {
  const points = (ballot: Ballot, own: string) =>
    candidates
      .filter((other) => other !== own)
      .reduce((sum, other) => sum + (ballot[own]! > ballot[other]! ? 1 : ballot[own] === ballot[other] ? 0.5 : 0), 0);
  return Object.fromEntries(
    candidates.map((own) => [own, ballots.reduce((sum, ballot) => sum + points(ballot, own), 0)]),
  );
}
