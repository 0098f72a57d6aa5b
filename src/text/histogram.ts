/** Counts values in bins of equal width. */

export type Bin = { readonly from: number; readonly to: number; readonly count: number };

export type HistogramOptions = { readonly bins?: number; readonly low?: number; readonly high?: number };

const BINS = 10;

/**
 * From 0 to 1 where all values lie there, else from the least to the greatest. The last bin holds its upper border too.
 */
export function histogram(values: readonly number[], { bins = BINS, low, high }: HistogramOptions = {}): Bin[] {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) return [];
  const least = finite.reduce((worst, value) => Math.min(worst, value));
  const greatest = finite.reduce((best, value) => Math.max(best, value));
  const shares = least >= 0 && greatest <= 1;
  const from = low ?? (shares ? 0 : least);
  const to = high ?? (shares ? 1 : greatest);
  if (to <= from) return [{ from, to, count: finite.length }];
  const counts = new Array<number>(bins).fill(0);
  for (const value of finite) counts[binOf(value, { bins, from, to })]! += 1;
  const border = (at: number) => from + ((to - from) * at) / bins;
  return counts.map((count, at) => ({ from: border(at), to: border(at + 1), count }));
}

/** Values outside the borders count in the outermost bins. */
export function binOf(
  value: number,
  { bins, from, to }: { readonly bins: number; readonly from: number; readonly to: number },
): number {
  return Math.min(bins - 1, Math.max(0, Math.floor(((value - from) / (to - from)) * bins)));
}
