/** Numbers as the report writes them. */

export function figure(value: number | null | undefined, digits = 3): string {
  return value === null || value === undefined || !Number.isFinite(value) ? '–' : value.toFixed(digits);
}

export function signed(value: number): string {
  const digits = Math.abs(value).toFixed(3);
  return Number(digits) === 0 ? digits : `${value < 0 ? '−' : '+'}${digits}`;
}

export function probability(value: number): string {
  return value < 0.0001 ? '<0.0001' : value.toFixed(4);
}

export function percent(share: number | null | undefined): string {
  return share === null || share === undefined ? '–' : `${(share * 100).toFixed(1)} %`;
}

export function dollars(value: number | null | undefined): string {
  if (value === null || value === undefined) return 'unknown';
  return value === 0 ? '$0' : `$${value < 0.01 ? value.toPrecision(2) : value.toFixed(value < 10 ? 3 : 2)}`;
}

/** Few digits for axes: 0.25, 5, 1,000. */
export function tickText(value: number): string {
  return Number(value.toPrecision(6)).toLocaleString('en', { maximumFractionDigits: 6 });
}
