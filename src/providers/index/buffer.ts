/** Passages added since the last flush, in memory: a stream of (key, passage, place) that is sorted by key when it becomes a segment. */

import { normaliserFor } from '../../text/stems.js';
import { eachTerm } from '../../text/terms.js';
import { documentKey, passageKey, termKey } from './dictionary.js';
import type { Files } from './files.js';
import { metadataKeys } from './metadata.js';
import { growingBytes } from './packing.js';
import type { PostingList } from './postings.js';
import { paddedWidth, quantise } from './quantise.js';
import { type SegmentWriter, segmentWriter } from './segment-writer.js';
import type { IndexEntry } from './types.js';
import type { VectorRows } from './vector-file.js';

export const LONGEST_PASSAGE = 0xffff;
/** Place of a key that is not a word of the text. */
const NO_PLACE = 0xffffffff;
/** Set on the place of a word in the title. */
const IN_TITLE = 0x80000000;

/** A typed array that doubles. */
function growingIntegers() {
  let values = new Uint32Array(1 << 12);
  let length = 0;
  return {
    push(value: number): void {
      if (length === values.length) {
        const larger = new Uint32Array(length * 2);
        larger.set(values);
        values = larger;
      }
      values[length++] = value;
    },
    get length() {
      return length;
    },
    view: () => values.subarray(0, length),
  };
}

type Stream = { readonly keys: Uint32Array; readonly passages: Uint32Array; readonly places: Uint32Array };

/** Row numbers of the stream grouped by key, in order of arrival within each (a counting sort). */
function groupByKey(keys: Uint32Array, count: number): { order: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(count + 1);
  for (let at = 0; at < keys.length; at += 1) starts[keys[at]! + 1]! += 1;
  for (let key = 0; key < count; key += 1) starts[key + 1]! += starts[key]!;
  const next = starts.slice();
  const order = new Uint32Array(keys.length);
  for (let at = 0; at < keys.length; at += 1) order[next[keys[at]!]!++] = at;
  return { order, starts };
}

/** Turns the rows of one key into postings with encoded positions: title places first, then those of the text, as gaps. */
function collect(stream: Stream, rows: Uint32Array, into: { list: PostingList; positions: ReturnType<typeof growingBytes> }): void {
  const { list, positions } = into;
  list.count = 0;
  positions.clear();
  let current = -1;
  let last = 0;
  let wasTitle = false;
  for (const row of rows) {
    const passage = stream.passages[row]!;
    const place = stream.places[row]!;
    const inTitle = place !== NO_PLACE && place >= IN_TITLE;
    if (passage !== current) {
      current = passage;
      list.passages[list.count] = passage;
      list.bodies[list.count] = 0;
      list.titles[list.count] = 0;
      list.count += 1;
      last = 0;
    } else if (wasTitle && !inTitle) last = 0;
    wasTitle = inTitle;
    const at = list.count - 1;
    (inTitle ? list.titles : list.bodies)[at]! += 1;
    if (place !== NO_PLACE) {
      const plain = inTitle ? place - IN_TITLE : place;
      positions.varint(plain - last);
      last = plain;
    }
    list.positionEnds[at] = positions.length;
  }
}

export function emptyList(size: number): PostingList {
  const array = () => new Uint32Array(size);
  return { count: 0, passages: array(), bodies: array(), titles: array(), positionEnds: array() };
}

export type Buffered = {
  readonly passages: number;
  readonly documents: number;
  readonly vectors: number;
  /** Roughly what it takes in memory. */
  readonly bytes: number;
  add(entry: IndexEntry): void;
  /** Marks the document's passages as deleted; true where there were any. */
  remove(documentId: string): boolean;
  readonly deleted: ReadonlySet<number>;
  lengthOf(passage: number): number;
  write(files: Files, segment: string, pause: () => Promise<void>): Promise<void>;
};

export type BufferSettings = { readonly language: string; readonly titleWeight: number };

export function createBuffer({ language, titleWeight }: BufferSettings): Buffered {
  const ids = new Map<string, number>();
  const byDocument = new Map<string, number[]>();
  const stream = { keys: growingIntegers(), passages: growingIntegers(), places: growingIntegers() };
  const lengths = growingIntegers();
  const records: Uint8Array[] = [];
  const vectors: { passage: number; scale: number; codes: Int8Array; dimensions: number }[] = [];
  const deleted = new Set<number>();
  const normalise = normaliserFor(language);
  let bytes = 0;

  const push = (key: string, place: number): void => {
    let id = ids.get(key);
    if (id === undefined) {
      id = ids.size;
      ids.set(key, id);
      bytes += 64;
    }
    stream.keys.push(id);
    stream.passages.push(records.length);
    stream.places.push(place);
    bytes += 12;
  };

  /** Words in the text, counting those that share a place once. */
  const pushText = (text: string, flag: number): number => {
    let count = 0;
    let last = -1;
    eachTerm(text, normalise, (term, position) => {
      if (position !== last) count += 1;
      last = position;
      push(termKey(term), position + flag);
    });
    return count;
  };

  const pushVector = (vector: Float32Array): void => {
    const codes = new Int8Array(paddedWidth(vector.length));
    vectors.push({ passage: records.length, scale: quantise(vector, codes), codes, dimensions: vector.length });
    bytes += codes.length + 64;
  };

  const vectorRows = (): VectorRows => {
    const width = vectors[0]!.codes.length;
    const codes = new Int8Array(vectors.length * width);
    vectors.forEach((vector, row) => {
      codes.set(vector.codes, row * width);
    });
    return {
      dimensions: vectors[0]!.dimensions,
      width,
      count: vectors.length,
      codes,
      scales: Float32Array.from(vectors, ({ scale }) => scale),
      passages: Uint32Array.from(vectors, ({ passage }) => passage),
    };
  };

  const writeKeys = (writer: SegmentWriter): void => {
    const rows: Stream = { keys: stream.keys.view(), passages: stream.passages.view(), places: stream.places.view() };
    const { order, starts } = groupByKey(rows.keys, ids.size);
    const into = { list: emptyList(records.length), positions: growingBytes() };
    for (const [key, id] of [...ids].sort(([left], [right]) => (left < right ? -1 : 1))) {
      collect(rows, order.subarray(starts[id], starts[id + 1]), into);
      writer.key(key, into.list, into.positions.view());
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
    lengthOf: (passage) => lengths.view()[passage]!,
    add({ passage, vector, metadata }) {
      const { id, source, headings, text } = passage;
      const number = records.length;
      push(passageKey(id), NO_PLACE);
      push(documentKey(source.id), NO_PLACE);
      for (const key of metadataKeys(passage, metadata)) push(key, NO_PLACE);
      const title = headings.length === 0 ? source.title : `${source.title} ${headings.join(' ')}`;
      const length = titleWeight * pushText(title, IN_TITLE) + pushText(text, 0);
      lengths.push(Math.min(LONGEST_PASSAGE, Math.max(1, Math.round(length))));
      if (vector) pushVector(vector);
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
        if (vectors.length > 0) await writer.vectors(vectorRows(), pause);
        writer.finish();
      } catch (error) {
        writer.abandon();
        throw error;
      }
    },
  };
}
