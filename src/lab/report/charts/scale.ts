/** From values to places on a chart, and the values at which an axis is marked. */

export type Span = readonly [low: number, high: number];

export type Scale = { readonly place: (value: number) => number; readonly ticks: readonly number[] };

export function linear(values: Span, places: Span, wanted = 5): Scale {
  const [low, high] = wideEnough(values);
  return {
    place: (value) => places[0] + ((value - low) / (high - low)) * (places[1] - places[0]),
    ticks: ticksBetween([low, high], wanted),
  };
}

/** For values above 0 that lie orders of magnitude apart; marked at powers of ten. */
export function logarithmic(values: Span, places: Span): Scale {
  const [low, high] = [Math.floor(Math.log10(values[0])), Math.ceil(Math.log10(values[1]))];
  const { place } = linear([low, high], places);
  const ticks = Array.from({ length: Math.max(high - low, 1) + 1 }, (_, at) => 10 ** (low + at));
  return { place: (value) => place(Math.log10(value)), ticks };
}

/** One value alone still needs an axis. */
function wideEnough([low, high]: Span): Span {
  return high > low ? [low, high] : [low, low + 1];
}

/** Multiples of 1, 2 or 5 times a power of ten within the span, about as many as wanted. */
export function ticksBetween([low, high]: Span, wanted: number): number[] {
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough - 1e-12 * power) ?? 10);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** The span of the values with a little room on both sides, within the limits that values can have. */
export function spanOf(
  values: readonly number[],
  limits: Span = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
): Span {
  if (values.length === 0) return [0, 1];
  const low = values.reduce((least, value) => Math.min(least, value));
  const high = values.reduce((most, value) => Math.max(most, value));
  const room = (high - low || Math.abs(high) || 1) * 0.08;
  return [Math.max(limits[0], low - room), Math.min(limits[1], high + room)];
}
