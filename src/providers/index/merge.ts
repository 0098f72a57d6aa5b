/**
 * Makes one segment of several neighbours, without their deleted passages. Order is kept, so equal scores rank as
 * before.
 */

import { type DictionaryEntry, DOCUMENTS } from './dictionary.js';
import type { Files } from './files.js';
import type { SegmentInfo } from './manifest.js';
import { growingBytes } from './packing.js';
import { advance, NO_MORE, needFrequencies, type PostingList } from './postings.js';
import { isDeleted, type Segment } from './segment.js';
import { type SegmentWriter, segmentWriter } from './segment-writer.js';
import { emptyList } from './stream.js';
import type { VectorRows } from './vector-file.js';

/** Neighbours of similar size that are merged together: Lucene's default. */
const MERGE_FACTOR = 10;
/** Smaller segments count as this small. */
const SMALLEST = 10_000;
/** Share of deleted passages above which a segment is written anew: Lucene's default, too. */
const MOST_DELETED = 0.2;
const GONE = 0xffffffff;
/** Keys between pauses, so that a server that ingests keeps answering. */
const KEYS_AT_ONCE = 2000;

const levelOf = ({ passages }: SegmentInfo): number => Math.floor(Math.log10(Math.max(passages, SMALLEST) / SMALLEST));

/** The last segments that should become one, ten or more of the same level or below; else one with much deleted. */
export function toMerge(segments: readonly SegmentInfo[]): { from: number; to: number } | undefined {
  const highest = segments.reduce((most, segment) => Math.max(most, levelOf(segment)), 0);
  for (let level = 0; level <= highest; level += 1) {
    let from = segments.length;
    while (from > 0 && levelOf(segments[from - 1]!) <= level) from -= 1;
    if (segments.length - from >= MERGE_FACTOR) return { from, to: segments.length };
  }
  const worn = segments.findIndex(({ passages, deleted }) => deleted > passages * MOST_DELETED);
  return worn < 0 ? undefined : { from: worn, to: worn + 1 };
}

/** New numbers of a segment's passages; deleted ones are gone. */
function renumber(segment: Segment, first: number): { numbers: Uint32Array; next: number } {
  let next = first;
  const numbers = new Uint32Array(segment.info.passages);
  for (let passage = 0; passage < numbers.length; passage += 1)
    numbers[passage] = isDeleted(segment, passage) ? GONE : next++;
  return { numbers, next };
}

type Source = {
  readonly segment: Segment;
  readonly numbers: Uint32Array;
  readonly entries: Iterator<DictionaryEntry>;
  head: DictionaryEntry | undefined;
};

function endOfVarints(bytes: Uint8Array, from: number, count: number): number {
  let at = from;
  for (let left = count; left > 0; at += 1) if (bytes[at]! < 128) left -= 1;
  return at;
}

/** Appends one segment's live postings of a key. */
function append(
  { segment, numbers, head }: Source,
  list: PostingList,
  positions: ReturnType<typeof growingBytes>,
): void {
  const { info } = head!;
  const cursor = segment.passing(info);
  const bytes = info.positionBytes > 0 ? segment.positions(info) : undefined;
  let at = 0;
  for (let passage = cursor.passage; passage !== NO_MORE; passage = advance(cursor)) {
    needFrequencies(cursor);
    const body = cursor.bodies[cursor.at]!;
    const title = cursor.titles[cursor.at]!;
    const end = bytes ? endOfVarints(bytes, at, body + title) : 0;
    const number = numbers[passage]!;
    if (number !== GONE) {
      if (bytes) positions.raw(bytes.subarray(at, end));
      list.passages[list.count] = number;
      list.bodies[list.count] = body;
      list.titles[list.count] = title;
      list.positionEnds[list.count] = positions.length;
      list.count += 1;
    }
    at = end;
  }
}

const step = (source: Source): void => {
  const next = source.entries.next();
  source.head = next.done ? undefined : next.value;
};

function lowestKey(sources: readonly Source[]): string | undefined {
  let lowest: string | undefined;
  for (const { head } of sources) if (head && (lowest === undefined || head.key < lowest)) lowest = head.key;
  return lowest;
}

async function mergeKeys(
  sources: readonly Source[],
  writer: SegmentWriter,
  { passages, pause }: { passages: number; pause: () => Promise<void> },
): Promise<number> {
  const list = emptyList(passages);
  const positions = growingBytes(1 << 16);
  let documents = 0;
  let keys = 0;
  for (let key = lowestKey(sources); key !== undefined; key = lowestKey(sources)) {
    list.count = 0;
    positions.clear();
    for (const source of sources) {
      if (source.head?.key !== key) continue;
      append(source, list, positions);
      step(source);
    }
    if (list.count > 0) writer.key(key, list, positions.view());
    if (list.count > 0 && key.startsWith(DOCUMENTS)) documents += 1;
    keys += 1;
    if (keys % KEYS_AT_ONCE === 0) await pause();
  }
  return documents;
}

/** All live vectors under their new passage numbers. */
function mergedVectors(sources: readonly Source[]): VectorRows | undefined {
  const parts = sources.flatMap(({ segment, numbers }) =>
    segment.vectors ? [{ rows: segment.vectors.rows(), numbers }] : [],
  );
  const [first] = parts;
  if (!first) return undefined;
  const { width, dimensions } = first.rows;
  const most = parts.reduce((sum, { rows }) => sum + rows.count, 0);
  const merged = {
    codes: new Int8Array(most * width),
    scales: new Float32Array(most),
    passages: new Uint32Array(most),
  };
  let count = 0;
  for (const { rows, numbers } of parts) {
    for (let row = 0; row < rows.count; row += 1) {
      const number = numbers[rows.passages[row]!]!;
      if (number === GONE) continue;
      merged.codes.set(rows.codes.subarray(row * width, (row + 1) * width), count * width);
      merged.scales[count] = rows.scales[row]!;
      merged.passages[count] = number;
      count += 1;
    }
  }
  return count === 0 ? undefined : { dimensions, width, count, ...merged };
}

function liveLengths(sources: readonly Source[], passages: number): Uint16Array {
  const lengths = new Uint16Array(passages);
  for (const { segment, numbers } of sources) {
    numbers.forEach((number, passage) => {
      if (number !== GONE) lengths[number] = segment.lengths[passage]!;
    });
  }
  return lengths;
}

export type Merge = {
  readonly files: Files;
  readonly name: string;
  readonly titleWeight: number;
  readonly pause: () => Promise<void>;
};

/** Writes the merged segment and describes it; where nothing is left alive there is none. */
export async function mergeSegments(
  segments: readonly Segment[],
  { files, name, titleWeight, pause }: Merge,
): Promise<SegmentInfo | undefined> {
  let passages = 0;
  const sources = segments.map((segment): Source => {
    const { numbers, next } = renumber(segment, passages);
    passages = next;
    const source: Source = { segment, numbers, entries: segment.dictionary.from(''), head: undefined };
    step(source);
    return source;
  });
  if (passages === 0) return undefined;
  const lengths = liveLengths(sources, passages);
  const writer = segmentWriter(files, name, { lengths, titleWeight });
  try {
    const documents = await mergeKeys(sources, writer, { passages, pause });
    for (const { segment } of sources) {
      let passage = 0;
      for (const record of segment.records()) {
        if (!isDeleted(segment, passage)) writer.store(record);
        passage += 1;
      }
      await pause();
    }
    const vectors = mergedVectors(sources);
    if (vectors) await writer.vectors(vectors, pause);
    writer.finish();
    const length = lengths.reduce((sum, value) => sum + value, 0);
    return { name, passages, documents, vectors: vectors?.count ?? 0, length, deleted: 0 };
  } catch (error) {
    writer.abandon();
    throw error;
  }
}
