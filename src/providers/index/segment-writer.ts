/**
 * Writes one immutable segment: keys in order, then what is stored per passage. Used for new passages and for merging
 * alike.
 */
import { type DictionaryWriter, dictionaryWriter } from './dictionary.js';
import type { Files, FileWriter } from './files.js';
import { encodePostings, type Lengths, type PostingList } from './postings.js';
import { type VectorRows, writeVectors } from './vector-file.js';

export const PARTS = ['keys', 'postings', 'positions', 'stored', 'offsets', 'lengths', 'vectors'] as const;
export type Part = (typeof PARTS)[number];

export const partName = (segment: string, part: Part): string => `${segment}.${part}`;

export type SegmentWriter = {
  /**
   * Keys must come in sorted order; `positions` is what `list.positionEnds` points into, empty for keys that are not
   * terms.
   */
  key(key: string, list: PostingList, positions: Uint8Array): void;
  /** What is kept of the next passage. */
  store(record: Uint8Array): void;
  vectors(rows: VectorRows, pause: () => Promise<void>): Promise<void>;
  finish(): void;
  /** Removes what was written. */
  abandon(): void;
};

const bytesOf = (array: ArrayBufferView): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

function keyAdder(writers: { keys: DictionaryWriter; postings: FileWriter; positions: FileWriter }, lengths: Lengths) {
  let postingsAt = 0;
  let positionsAt = 0;
  return (key: string, list: PostingList, positions: Uint8Array): void => {
    const single = list.count === 1;
    const words = single ? undefined : encodePostings(list, lengths);
    if (words) writers.postings.write(bytesOf(words));
    writers.positions.write(positions);
    writers.keys.add(key, {
      count: list.count,
      passage: list.passages[0]!,
      body: list.bodies[0]!,
      title: list.titles[0]!,
      postings: postingsAt,
      words: words?.length ?? 0,
      positions: positionsAt,
      positionBytes: positions.length,
    });
    postingsAt += words?.length ?? 0;
    positionsAt += positions.length;
  };
}

export function segmentWriter(files: Files, segment: string, lengths: Lengths): SegmentWriter {
  const open = new Map<Part, FileWriter>();
  const create = (part: Part): FileWriter => {
    const writer = files.create(partName(segment, part));
    open.set(part, writer);
    return writer;
  };
  const finishPart = (part: Part): void => {
    open.get(part)?.finish();
    open.delete(part);
  };
  const postings = create('postings');
  const positions = create('positions');
  const stored = create('stored');
  const offsets = create('offsets');
  const keyFile = create('keys');
  const keys = dictionaryWriter(keyFile);
  let storedAt = 0;
  return {
    key: keyAdder({ keys, postings, positions }, lengths),
    store(record) {
      offsets.write(bytesOf(Float64Array.of(storedAt)));
      stored.write(record);
      storedAt += record.length;
    },
    async vectors(rows, pause) {
      const file = create('vectors');
      await writeVectors(file, rows, pause);
      open.delete('vectors');
    },
    finish() {
      offsets.write(bytesOf(Float64Array.of(storedAt)));
      create('lengths').write(bytesOf(lengths.lengths));
      keys.finish();
      open.delete('keys');
      for (const part of [...open.keys()]) finishPart(part);
    },
    abandon() {
      for (const writer of open.values()) {
        try {
          writer.abandon();
        } catch {
          // Already closed by the failure that led here; the removal below is what counts.
        }
      }
      for (const part of PARTS) files.remove(partName(segment, part));
    },
  };
}
