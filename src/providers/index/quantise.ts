/** Unit vectors as 8-bit codes with one scale each: a quarter of the size, and what the kernel multiplies. */

export const MULTIPLE = 16;
export const paddedWidth = (dimensions: number): number => Math.ceil(dimensions / MULTIPLE) * MULTIPLE;

const HIGHEST_CODE = 127;

function highest(vector: Float32Array): number {
  let most = 0;
  for (let at = 0; at < vector.length; at += 1) most = Math.max(most, Math.abs(vector[at]!));
  return most;
}

function lengthOf(vector: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < vector.length; at += 1) sum += vector[at]! * vector[at]!;
  return Math.sqrt(sum);
}

/** Writes the codes of a vector and returns its scale: component = code * scale, at length 1. */
export function quantise(vector: Float32Array, codes: Int8Array): number {
  const most = highest(vector);
  if (most === 0) return 0;
  const factor = HIGHEST_CODE / most;
  for (let at = 0; at < vector.length; at += 1) codes[at] = Math.round(vector[at]! * factor);
  return 1 / (factor * lengthOf(vector));
}

/** The query in 16 bits, as large as sums of `dimensions` products with 8-bit codes allow. Returns its scale. */
export function quantiseQuery(vector: Float32Array, codes: Int16Array): number {
  codes.fill(0);
  const most = highest(vector);
  if (most === 0) return 0;
  const limit = Math.min(32_767, Math.floor(0x7fffffff / (HIGHEST_CODE * vector.length)));
  const factor = limit / most;
  for (let at = 0; at < vector.length; at += 1) codes[at] = Math.round(vector[at]! * factor);
  return 1 / (factor * lengthOf(vector));
}
