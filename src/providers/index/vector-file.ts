/**
 * The vectors of a segment on disk, grouped by cluster, and the search through them. A small segment is one cluster:
 * its search is exact.
 */
import { type Clusters, cluster, clusterCount, type Rows } from './clusters.js';
import type { FileReader, FileWriter } from './files.js';
import { type DotKernel, dotKernel } from './kernel.js';
import { quantiseQuery } from './quantise.js';

/** Below this a scan of everything takes a few milliseconds and is exact. */
export const EXACT_UP_TO = 20_000;
/** Share of the clusters looked at, and the least number: set by recall in bench/retrieval. */
const PROBED_SHARE = 0.05;
const LEAST_PROBED = 48;

const HEADER_VALUES = 4;
const ROWS_AT_ONCE = 2048;

const bytesOf = (array: ArrayBufferView): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

export type VectorRows = Rows & {
  readonly dimensions: number /** Passage of each row. */;
  readonly passages: Uint32Array;
};

/** Row numbers by cluster, and where each cluster starts. */
function ordered({ count, assignment }: Clusters): { order: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(count + 1);
  for (const to of assignment) starts[to + 1]! += 1;
  for (let at = 0; at < count; at += 1) starts[at + 1]! += starts[at]!;
  const next = starts.slice();
  const order = new Uint32Array(assignment.length);
  assignment.forEach((to, row) => {
    order[next[to]!++] = row;
  });
  return { order, starts };
}

async function clustersOf(rows: VectorRows, pause: () => Promise<void>): Promise<Clusters> {
  if (rows.count > EXACT_UP_TO) return cluster(rows, clusterCount(rows.count), pause);
  return { count: 1, centroids: new Float32Array(0), assignment: new Uint16Array(rows.count) };
}

export async function writeVectors(file: FileWriter, rows: VectorRows, pause: () => Promise<void>): Promise<void> {
  const clusters = await clustersOf(rows, pause);
  const { order, starts } = ordered(clusters);
  file.write(bytesOf(Float64Array.of(rows.dimensions, rows.width, rows.count, clusters.count)));
  file.write(bytesOf(clusters.centroids));
  file.write(bytesOf(starts));
  file.write(bytesOf(Uint32Array.from(order, (row) => rows.passages[row]!)));
  file.write(bytesOf(Float32Array.from(order, (row) => rows.scales[row]!)));
  for (const row of order) file.write(bytesOf(rows.codes.subarray(row * rows.width, (row + 1) * rows.width)));
  file.finish();
}

export type VectorSearch = {
  /** Similarities below this are of no use. */
  readonly threshold: () => number;
  readonly accepts: (passage: number) => boolean;
  readonly offer: (passage: number, similarity: number) => void;
};

export type Vectors = {
  readonly dimensions: number;
  readonly count: number;
  /** Offers passages with their cosine; `everywhere` looks at all clusters. */
  search(query: Float32Array, everywhere: boolean, found: VectorSearch): void;
  /** Passage of each row. */
  passages(): Uint32Array;
  rows(): VectorRows;
  close(): void;
};

type Layout = {
  readonly width: number;
  readonly count: number;
  readonly lists: number;
  readonly passagesAt: number;
  readonly scalesAt: number;
  readonly codesAt: number;
};

function nearestLists(query: Float32Array, centroids: Float32Array, { lists, width }: Layout): number[] {
  if (lists === 1) return [0];
  const similarities = new Float32Array(lists);
  for (let list = 0; list < lists; list += 1) {
    let sum = 0;
    let square = 0;
    for (let at = 0; at < query.length; at += 1) {
      const value = centroids[list * width + at]!;
      sum += query[at]! * value;
      square += value * value;
    }
    similarities[list] = square === 0 ? -1 : sum / Math.sqrt(square);
  }
  return Array.from(similarities.keys()).sort((left, right) => similarities[right]! - similarities[left]!);
}

function floats(file: FileReader, at: number, count: number): Float32Array {
  return new Float32Array(file.read(at, count * 4).buffer);
}

function integers(file: FileReader, at: number, count: number): Uint32Array {
  return new Uint32Array(file.read(at, count * 4).buffer);
}

/** Kernels by width, shared by all segments: their memory holds one batch of rows at a time. */
const kernels = new Map<number, DotKernel>();

function kernelOf(width: number): DotKernel {
  const known = kernels.get(width) ?? dotKernel(width, ROWS_AT_ONCE);
  kernels.set(width, known);
  return known;
}

export function openVectors(file: FileReader): Vectors {
  const [dimensions = 0, width = 0, count = 0, lists = 1] = new Float64Array(file.read(0, HEADER_VALUES * 8).buffer);
  const centroidCount = lists === 1 ? 0 : lists * width;
  const startsAt = HEADER_VALUES * 8 + centroidCount * 4;
  const passagesAt = startsAt + (lists + 1) * 4;
  const layout: Layout = {
    width,
    count,
    lists,
    passagesAt,
    scalesAt: passagesAt + count * 4,
    codesAt: passagesAt + count * 8,
  };
  const centroids = floats(file, HEADER_VALUES * 8, centroidCount);
  const starts = integers(file, startsAt, lists + 1);

  const scan = ({ from, to }: { from: number; to: number }, scale: number, found: VectorSearch): void => {
    const kernel = kernelOf(width);
    const size = to - from;
    const passages = integers(file, layout.passagesAt + from * 4, size);
    const scales = floats(file, layout.scalesAt + from * 4, size);
    file.readInto(bytesOf(kernel.rows.subarray(0, size * width)), layout.codesAt + from * width);
    kernel.run(size);
    const { products } = kernel;
    let threshold = found.threshold();
    for (let at = 0; at < size; at += 1) {
      const similarity = products[at]! * scales[at]! * scale;
      if (similarity < threshold || !found.accepts(passages[at]!)) continue;
      found.offer(passages[at]!, similarity);
      threshold = found.threshold();
    }
  };

  return {
    dimensions,
    count,
    search(query, everywhere, found) {
      const scale = quantiseQuery(query, kernelOf(width).query);
      const probed = everywhere ? lists : Math.max(LEAST_PROBED, Math.ceil(lists * PROBED_SHARE));
      for (const list of nearestLists(query, centroids, layout).slice(0, probed)) {
        for (let from = starts[list]!; from < starts[list + 1]!; from += ROWS_AT_ONCE) {
          scan({ from, to: Math.min(from + ROWS_AT_ONCE, starts[list + 1]!) }, scale, found);
        }
      }
    },
    passages: () => integers(file, passagesAt, count),
    rows() {
      const codes = new Int8Array(file.read(layout.codesAt, count * width).buffer);
      return {
        dimensions,
        width,
        count,
        codes,
        scales: floats(file, layout.scalesAt, count),
        passages: integers(file, passagesAt, count),
      };
    },
    close: () => file.close(),
  };
}
