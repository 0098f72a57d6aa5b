/**
 * Passages added since the last flush, in memory: a stream of (key, passage, place) that is sorted by key when it
 * becomes a segment.
 */

import { type Normaliser, normaliserFor } from '../../text/stems.js';
import { eachTerm } from '../../text/terms.js';
import { documentKey, passageKey, termKey } from './dictionary.js';
import type { Files } from './files.js';
import { metadataKeys } from './metadata.js';
import { growingBytes } from './packing.js';
import { paddedWidth, quantise } from './quantise.js';
import { type SegmentWriter, segmentWriter } from './segment-writer.js';
import { collect, emptyList, groupByKey, growingIntegers, IN_TITLE, NO_PLACE, type Stream } from './stream.js';
import type { IndexEntry } from './types.js';
import type { VectorRows } from './vector-file.js';

export const LONGEST_PASSAGE = 0xffff;
export type SegmentBuffer = {
  readonly passages: number;
  readonly documents: number;
  readonly vectors: number;
  /** Roughly what it takes in memory. */
  readonly bytes: number;
  add(entry: IndexEntry): void;
  /** Marks the document's passages as deleted; true where there were any. */
  remove(documentId: string): boolean;
  readonly deleted: ReadonlySet<number>;
  /** Sum of the lengths of all passages. */
  readonly length: number;
  write(files: Files, segment: string, pause: () => Promise<void>): Promise<void>;
};

type QuantisedVector = {
  readonly passage: number;
  readonly scale: number;
  readonly codes: Int8Array;
  readonly dimensions: number;
};

function quantised(vector: Float32Array, passage: number): QuantisedVector {
  const codes = new Int8Array(paddedWidth(vector.length));
  return { passage, scale: quantise(vector, codes), codes, dimensions: vector.length };
}

function rowsOf(vectors: readonly QuantisedVector[]): VectorRows {
  const [
    {
      codes: { length: width },
      dimensions,
    } = { codes: new Int8Array(0), dimensions: 0 },
  ] = vectors;
  const codes = new Int8Array(vectors.length * width);
  vectors.forEach((vector, row) => {
    codes.set(vector.codes, row * width);
  });
  const scales = Float32Array.from(vectors, ({ scale }) => scale);
  return {
    dimensions,
    width,
    count: vectors.length,
    codes,
    scales,
    passages: Uint32Array.from(vectors, ({ passage }) => passage),
  };
}

export type BufferSettings = { readonly language: string; readonly titleWeight: number };

export function createBuffer({ language, titleWeight }: BufferSettings): SegmentBuffer {
  const keys: string[] = [];
  const ids = new Map<string, number>();
  const termIds = new Map<string, number>();
  const byDocument = new Map<string, number[]>();
  const stream = { keys: growingIntegers(), passages: growingIntegers(), places: growingIntegers() };
  const lengths = growingIntegers();
  const records: Uint8Array[] = [];
  const vectors: QuantisedVector[] = [];
  const deleted = new Set<number>();
  let bytes = 0;

  const push = (id: number, place: number): void => {
    stream.keys.push(id);
    stream.passages.push(records.length);
    stream.places.push(place);
    bytes += 12;
  };

  const newKey = (key: string): number => {
    bytes += 64;
    return keys.push(key) - 1;
  };

  const pushKey = (key: string): void => {
    const id = ids.get(key) ?? newKey(key);
    ids.set(key, id);
    push(id, NO_PLACE);
  };

  /** Looked up without its prefix: joining strings for every word would take longer than all the rest. */
  const pushTerm = (term: string, place: number): void => {
    let id = termIds.get(term);
    if (id === undefined) {
      id = newKey(termKey(term));
      termIds.set(term, id);
    }
    push(id, place);
  };

  /** Words in the text, counting those that share a place once. */
  const pushText = (text: string, flag: number, normalise: Normaliser): number => {
    let count = 0;
    let last = -1;
    eachTerm(text, normalise, (term, position) => {
      if (position !== last) count += 1;
      last = position;
      pushTerm(term, position + flag);
    });
    return count;
  };

  const writeKeys = (writer: SegmentWriter): void => {
    const rows: Stream = { keys: stream.keys.view(), passages: stream.passages.view(), places: stream.places.view() };
    const { order, starts } = groupByKey(rows.keys, keys.length);
    const into = { list: emptyList(records.length), positions: growingBytes() };
    const sorted = Array.from(keys.keys()).sort((left, right) => (keys[left]! < keys[right]! ? -1 : 1));
    for (const id of sorted) {
      collect(rows, order.subarray(starts[id], starts[id + 1]), into);
      writer.key(keys[id]!, into.list, into.positions.view());
    }
  };

  return {
    get passages() {
      return records.length;
    },
    get documents() {
      return byDocument.size;
    },
    get vectors() {
      return vectors.length;
    },
    get bytes() {
      return bytes;
    },
    deleted,
    get length() {
      return lengths.view().reduce((sum, value) => sum + value, 0);
    },
    add({ passage, vector, metadata, language: own = language }) {
      const { id, source, headings, text } = passage;
      const number = records.length;
      for (const key of [passageKey(id), documentKey(source.id), ...metadataKeys(passage, metadata)]) pushKey(key);
      const title = headings.length === 0 ? source.title : `${source.title} ${headings.join(' ')}`;
      const normalise = normaliserFor(own);
      const length = titleWeight * pushText(title, IN_TITLE, normalise) + pushText(text, 0, normalise);
      lengths.push(Math.min(LONGEST_PASSAGE, Math.max(1, Math.round(length))));
      if (vector) vectors.push(quantised(vector, number));
      bytes += vector?.length ?? 0;
      const siblings = byDocument.get(source.id);
      if (siblings) siblings.push(number);
      else byDocument.set(source.id, [number]);
      records.push(Buffer.from(JSON.stringify(metadata ? { ...passage, metadata } : passage)));
      bytes += text.length + 200;
    },
    remove(documentId) {
      const numbers = byDocument.get(documentId) ?? [];
      for (const number of numbers) deleted.add(number);
      return byDocument.delete(documentId);
    },
    async write(files, segment, pause) {
      const writer = segmentWriter(files, segment, { lengths: Uint16Array.from(lengths.view()), titleWeight });
      try {
        writeKeys(writer);
        for (const record of records) writer.store(record);
        if (vectors.length > 0) await writer.vectors(rowsOf(vectors), pause);
        writer.finish();
      } catch (error) {
        writer.abandon();
        throw error;
      }
    },
  };
}
