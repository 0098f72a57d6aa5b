/** Arithmetic on embedding vectors. The index has its own faster kernels for whole collections; these are for pairs. */

export type Vector = Float32Array | readonly number[];

export function dot(left: Vector, right: Vector): number {
  const length = Math.min(left.length, right.length);
  let sum = 0;
  for (let at = 0; at < length; at += 1) sum += left[at]! * right[at]!;
  return sum;
}

export function norm(vector: Vector): number {
  return Math.sqrt(dot(vector, vector));
}

/** 0 where either vector has no direction. */
export function cosine(left: Vector, right: Vector): number {
  const lengths = norm(left) * norm(right);
  return lengths === 0 ? 0 : dot(left, right) / lengths;
}

/** The vector at length 1; a zero vector stays as it is. */
export function normalise(vector: Vector): Float32Array {
  const length = norm(vector);
  return Float32Array.from(vector, (value) => (length === 0 ? value : value / length));
}
