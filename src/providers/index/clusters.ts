/**
 * Spherical k-means over 8-bit vectors, for finding near neighbours without looking at all of them (an inverted file,
 * IVF).
 */

import { seededRandom } from '../../text/random.js';
import { dotKernel } from './kernel.js';
import { quantise } from './quantise.js';

export type Rows = {
  readonly count: number;
  readonly width: number;
  readonly codes: Int8Array;
  readonly scales: Float32Array;
};

export type Clusters = { readonly count: number; readonly centroids: Float32Array; readonly assignment: Uint16Array };

/**
 * Rows per cluster to learn from, and rounds of learning: more changed recall by less than a point in bench/retrieval.
 */
const SAMPLES_PER_CLUSTER = 40;
const ROUNDS = 6;
const MOST_CLUSTERS = 4096;

export const clusterCount = (rows: number): number => Math.min(MOST_CLUSTERS, Math.max(1, Math.round(Math.sqrt(rows))));

/** Finds the nearest centroid of any row. The centroids are the kernel's rows, the row is its query. */
function assigner(width: number, centroids: Float32Array): (row: Int8Array) => number {
  const count = centroids.length / width;
  const kernel = dotKernel(width, count);
  const scales = new Float32Array(count);
  for (let at = 0; at < count; at += 1) {
    scales[at] = quantise(
      centroids.subarray(at * width, (at + 1) * width),
      kernel.rows.subarray(at * width, (at + 1) * width),
    );
  }
  return (row) => {
    kernel.query.set(row);
    kernel.run(count);
    let best = 0;
    let highest = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < count; at += 1) {
      const similarity = kernel.products[at]! * scales[at]!;
      if (similarity > highest) {
        highest = similarity;
        best = at;
      }
    }
    return best;
  };
}

function sampleOf(rows: number, size: number): Uint32Array {
  const random = seededRandom(rows);
  return Uint32Array.from({ length: size }, (_, at) => Math.floor(((at + random()) / size) * rows));
}

const rowOf = ({ codes, width }: Rows, row: number): Int8Array => codes.subarray(row * width, (row + 1) * width);

/** Means of the rows given to each centroid; one that got none keeps its place. */
function moved(rows: Rows, sample: Uint32Array, centroids: Float32Array): Float32Array {
  const { width, scales } = rows;
  const nearest = assigner(width, centroids);
  const sums = new Float32Array(centroids.length);
  const counts = new Uint32Array(centroids.length / width);
  for (const row of sample) {
    const codes = rowOf(rows, row);
    const to = nearest(codes);
    const scale = scales[row]!;
    counts[to]! += 1;
    for (let at = 0; at < width; at += 1) sums[to * width + at]! += codes[at]! * scale;
  }
  counts.forEach((count, at) => {
    if (count === 0) sums.set(centroids.subarray(at * width, (at + 1) * width), at * width);
  });
  return sums;
}

/** Groups rows by direction. The same rows give the same clusters. */
export async function cluster(rows: Rows, count: number, pause: () => Promise<void>): Promise<Clusters> {
  const { width } = rows;
  const sample = sampleOf(rows.count, Math.min(rows.count, count * SAMPLES_PER_CLUSTER));
  let centroids = new Float32Array(count * width);
  sampleOf(sample.length, count).forEach((at, to) => {
    centroids.set(rowOf(rows, sample[at]!), to * width);
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    centroids = new Float32Array(moved(rows, sample, centroids));
    await pause();
  }
  const nearest = assigner(width, centroids);
  const assignment = new Uint16Array(rows.count);
  for (let row = 0; row < rows.count; row += 1) {
    assignment[row] = nearest(rowOf(rows, row));
    if (row % 2048 === 2047) await pause();
  }
  return { count, centroids, assignment };
}
