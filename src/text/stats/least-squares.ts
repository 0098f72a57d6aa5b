/**
 * Least squares for many models over the same columns: the data are reduced to a small triangle once, and each model is
 * fitted in that.
 */

export type Columns = readonly Float64Array[];

export type Fit = {
  /** What the model leaves unexplained. */
  readonly residualSquares: number;
  /** How many of its columns say something the ones before do not. */
  readonly rank: number;
};

/** A column that keeps less than this share of its length beside the others is a sum of them. */
const DEPENDENT = 1e-9;

/**
 * Householder's reduction of [columns | response] to a triangle, which has the same inner products and so the same
 * fits. The response stands last.
 */
export function reduce(columns: Columns, response: Float64Array): Columns {
  const work = [...columns, response].map((column) => Float64Array.from(column));
  const rows = response.length;
  work.forEach((pivot, at) => {
    if (at >= rows) return;
    const reflection = pivot.slice(at);
    const length = Math.hypot(...chunked(reflection));
    if (length === 0) return;
    reflection[0]! += reflection[0]! >= 0 ? length : -length;
    const squares = dot(reflection, reflection);
    for (const column of work.slice(at)) {
      const share = (2 * dotFrom(column, at, reflection)) / squares;
      for (let row = 0; row < reflection.length; row += 1) column[at + row]! -= share * reflection[row]!;
    }
  });
  return work.map((column) => column.slice(0, Math.min(rows, work.length)));
}

/** Math.hypot takes arguments one by one, and engines limit how many. */
function chunked(values: Float64Array): number[] {
  const lengths: number[] = [];
  for (let from = 0; from < values.length; from += 4096)
    lengths.push(Math.hypot(...values.subarray(from, from + 4096)));
  return lengths;
}

function dot(left: Float64Array, right: Float64Array): number {
  return dotFrom(left, 0, right);
}

function dotFrom(column: Float64Array, from: number, other: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < other.length; row += 1) sum += column[from + row]! * other[row]!;
  return sum;
}

/**
 * Fits the response by the columns named, in order; columns that depend on earlier ones add nothing. Gram and Schmidt's
 * way, twice for accuracy.
 */
export function fitted(reduced: Columns, chosen: readonly number[]): Fit {
  const basis: Float64Array[] = [];
  for (const at of chosen) {
    const column = Float64Array.from(reduced[at]!);
    const before = Math.sqrt(dot(column, column));
    project(column, basis);
    const after = Math.sqrt(dot(column, column));
    if (before === 0 || after < DEPENDENT * before) continue;
    basis.push(column.map((value) => value / after));
  }
  const response = Float64Array.from(reduced.at(-1)!);
  project(response, basis);
  return { residualSquares: dot(response, response), rank: basis.length };
}

/** Takes out of the column what the basis explains. */
function project(column: Float64Array, basis: readonly Float64Array[]): void {
  for (const _ of [1, 2]) {
    for (const direction of basis) {
      const share = dot(column, direction);
      for (let row = 0; row < column.length; row += 1) column[row]! -= share * direction[row]!;
    }
  }
}
