/**
 * Reads one segment. Lengths and the first keys of dictionary blocks stay in memory; everything else is read when asked
 * for.
 */
import type { Passage } from '../../core/data.js';
import { type Bits, emptyBits, hasBit } from './bits.js';
import type { ByteCache } from './cache.js';
import { type Dictionary, DOCUMENTS, documentKey, type KeyInfo, openDictionary, passageKey } from './dictionary.js';
import type { FileReader, Files } from './files.js';
import type { SegmentInfo } from './manifest.js';
import { advance, type Cursor, NO_MORE, openCursor, singleCursor } from './postings.js';
import { partName } from './segment-writer.js';
import type { Metadata } from './types.js';
import { openVectors, type Vectors } from './vector-file.js';

export type StoredPassage = Passage & { readonly metadata?: Metadata };

export type Segment = {
  readonly info: SegmentInfo;
  readonly lengths: Uint16Array;
  readonly deleted: Bits | undefined;
  readonly dictionary: Dictionary;
  readonly vectors: Vectors | undefined;
  readonly bytes: number;
  cursor(info: KeyInfo): Cursor;
  /** As `cursor`, for reading everything once: leaves the cache to searches. */
  passing(info: KeyInfo): Cursor;
  positions(info: KeyInfo): Uint8Array;
  /** Passages that hold a key, deleted ones included. */
  passagesWith(key: string): number[];
  /** What is stored of every passage, in order. */
  records(): Generator<Uint8Array>;
  stored(passage: number): StoredPassage;
  close(): void;
};

export const isDeleted = (segment: Segment, passage: number): boolean =>
  segment.deleted !== undefined && hasBit(segment.deleted, passage);

/** Live passages of a document, or the one with an id. */
export const livePassages = (
  segment: Segment,
  { document, passage }: { document?: string; passage?: string },
): number[] => {
  const key = document === undefined ? passageKey(passage ?? '') : documentKey(document);
  return segment.passagesWith(key).filter((number) => !isDeleted(segment, number));
};

/** Ids of the documents that have a passage left. */
export function* liveDocuments({ dictionary, passing }: Segment, deleted: Bits | undefined): Generator<string> {
  for (const { key, info } of dictionary.from(DOCUMENTS)) {
    if (!key.startsWith(DOCUMENTS)) return;
    const at = passing(info);
    while (at.passage !== NO_MORE && deleted && hasBit(deleted, at.passage)) advance(at);
    if (at.passage !== NO_MORE) yield key.slice(DOCUMENTS.length);
  }
}

function loadBits(files: Files, name: string, size: number): Bits {
  const bits = emptyBits(size);
  const bytes = files.load(name);
  if (!bytes) throw Object.assign(new Error(`no file ${name}`), { code: 'ENOENT' });
  new Uint8Array(bits.buffer).set(bytes.subarray(0, bits.byteLength));
  return bits;
}

function allOf(cursor: Cursor): number[] {
  const found: number[] = [];
  for (let passage = cursor.passage; passage !== NO_MORE; passage = advance(cursor)) found.push(passage);
  return found;
}

/**
 * Opens files one by one and closes them all if one is missing, as happens when a writer merged them away meanwhile.
 */
function openParts<Name extends 'keys' | 'postings' | 'positions' | 'stored' | 'offsets' | 'vectors'>(
  files: Files,
  segment: string,
  parts: readonly Name[],
) {
  const opened = new Map<Name, FileReader>();
  try {
    for (const part of parts) opened.set(part, files.open(partName(segment, part)));
  } catch (error) {
    for (const reader of opened.values()) reader.close();
    throw error;
  }
  return opened;
}

/** Reads a thousand records at a time. */
function* recordsOf(offsets: FileReader, stored: FileReader): Generator<Uint8Array> {
  const count = offsets.size / 8 - 1;
  for (let first = 0; first < count; first += 1000) {
    const size = Math.min(1000, count - first);
    const marks = new Float64Array(offsets.read(first * 8, (size + 1) * 8).buffer);
    const bytes = stored.read(marks[0]!, marks[size]! - marks[0]!);
    for (let at = 0; at < size; at += 1) yield bytes.subarray(marks[at]! - marks[0]!, marks[at + 1]! - marks[0]!);
  }
}

export function openSegment(files: Files, info: SegmentInfo, cache: ByteCache): Segment {
  const opened = openParts(files, info.name, [
    'keys',
    'postings',
    'positions',
    'stored',
    'offsets',
    ...(info.vectors > 0 ? (['vectors'] as const) : []),
  ]);
  const file = (part: Parameters<typeof opened.get>[0]): FileReader => opened.get(part)!;
  const lengthBytes = files.load(partName(info.name, 'lengths'));
  const lengths = new Uint16Array(info.passages);
  new Uint8Array(lengths.buffer).set(lengthBytes?.subarray(0, lengths.byteLength) ?? []);
  const dictionary = openDictionary(file('keys'));

  const readWords = ({ postings, words }: KeyInfo): Uint32Array =>
    new Uint32Array(file('postings').read(postings * 4, words * 4).buffer);
  const cursorWith =
    (wordsOf: (key: KeyInfo) => Uint32Array) =>
    (key: KeyInfo): Cursor =>
      key.count === 1 ? singleCursor(key.passage, key.body, key.title) : openCursor(wordsOf(key), key.count);
  const cursor = cursorWith((key) => cache.get(`${info.name}:${key.postings}`, () => readWords(key)));
  const record = (passage: number): Uint8Array => {
    const [start = 0, end = 0] = new Float64Array(file('offsets').read(passage * 8, 16).buffer);
    return file('stored').read(start, end - start);
  };
  return {
    info,
    bytes: [...opened.values()].reduce((sum, { size }) => sum + size, lengths.byteLength),
    lengths,
    dictionary,
    deleted: info.tombstones === undefined ? undefined : loadBits(files, info.tombstones, info.passages),
    vectors: info.vectors > 0 ? openVectors(file('vectors')) : undefined,
    cursor,
    passing: cursorWith(readWords),
    positions: ({ positions, positionBytes }) => file('positions').read(positions, positionBytes),
    passagesWith(key) {
      const found = dictionary.find(key);
      return found ? allOf(cursor(found)) : [];
    },
    records: () => recordsOf(file('offsets'), file('stored')),
    stored: (passage) => JSON.parse(Buffer.from(record(passage)).toString('utf8')) as StoredPassage,
    close() {
      for (const reader of opened.values()) reader.close();
    },
  };
}
