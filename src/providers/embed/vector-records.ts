/**
 * The file that cached vectors are in: a header, then blocks of 1,024 slots, first their keys and checksums together,
 * then their vectors. So all keys of a million vectors are 20 MB in a thousand pieces. A vector is written before its
 * key, and a record counts only where the checksum over both is right.
 */
import { readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

export const KEY_BYTES = 16;
const ENTRY_BYTES = KEY_BYTES + 4;
const BLOCK_SLOTS = 1024;

const MAGIC = Buffer.from('WINNOWV2');
const HEADER_BYTES = 64;
/** Magic, dimensions, slots, and how many records were ever written (6 bytes). */
const [DIMENSIONS_AT, SLOTS_AT, WRITTEN_AT, WRITTEN_BYTES] = [8, 12, 16, 6] as const;

export type KeyedVector = { readonly key: Buffer; readonly vector: Float32Array };

/** `slots` is a multiple of 1,024. */
export type Shape = { readonly dimensions: number; readonly slots: number };

const bytesOf = (vector: Float32Array): Buffer => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
const checksum = (key: Buffer, vector: Buffer): number => crc32(vector, crc32(key));

/** How many bytes were read: fewer than asked for where the file ends before. */
function readAt(file: number, target: Buffer, offset: number): number {
  let at = 0;
  for (let read = -1; read !== 0 && at < target.length; at += read)
    read = readSync(file, target, at, target.length - at, offset + at);
  return at;
}

function writeAt(file: number, bytes: Buffer, offset: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, offset + at);
}

const blockAt = (slot: number, { dimensions }: Shape): number =>
  HEADER_BYTES + Math.floor(slot / BLOCK_SLOTS) * BLOCK_SLOTS * (ENTRY_BYTES + dimensions * 4);
const entryAt = (slot: number, shape: Shape): number => blockAt(slot, shape) + (slot % BLOCK_SLOTS) * ENTRY_BYTES;
const vectorAt = (slot: number, shape: Shape): number =>
  blockAt(slot, shape) + BLOCK_SLOTS * ENTRY_BYTES + (slot % BLOCK_SLOTS) * shape.dimensions * 4;

/** Slots from this one to the end of its block: what may be read or written at once. */
export const slotsAhead = (slot: number): number => BLOCK_SLOTS - (slot % BLOCK_SLOTS);

function headerOf({ dimensions, slots }: Shape, written: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(header);
  header.writeUInt32LE(dimensions, DIMENSIONS_AT);
  header.writeUInt32LE(slots, SLOTS_AT);
  header.writeUIntLE(written, WRITTEN_AT, WRITTEN_BYTES);
  return header;
}

/** Records ever written to the file; nothing where it is not one of this shape. */
export function readWritten(file: number, shape: Shape): number | undefined {
  const header = Buffer.alloc(HEADER_BYTES);
  readAt(file, header, 0);
  const isOurs = header.subarray(0, WRITTEN_AT).equals(headerOf(shape, 0).subarray(0, WRITTEN_AT));
  return isOurs ? header.readUIntLE(WRITTEN_AT, WRITTEN_BYTES) : undefined;
}

export const writeWritten = (file: number, shape: Shape, written: number): void =>
  writeAt(file, headerOf(shape, written), 0);

/** What is kept of a key in memory. */
export const bitsOf = (key: Buffer): number => key.readUInt32LE(0);

/** The same of the keys in slots that lie in one block. */
export function readBits(
  file: number,
  shape: Shape,
  { slot, count }: { readonly slot: number; readonly count: number },
): Uint32Array {
  const entries = Buffer.alloc(count * ENTRY_BYTES);
  readAt(file, entries, entryAt(slot, shape));
  return Uint32Array.from({ length: count }, (_, at) => entries.readUInt32LE(at * ENTRY_BYTES));
}

/** The vector in a slot, if it is this key's and whole. */
export function readVector(file: number, shape: Shape, { slot, key }: { readonly slot: number; readonly key: Buffer }) {
  const entry = Buffer.alloc(ENTRY_BYTES);
  readAt(file, entry, entryAt(slot, shape));
  if (!entry.subarray(0, KEY_BYTES).equals(key)) return undefined;
  const vector = new Float32Array(shape.dimensions);
  const isWhole = readAt(file, bytesOf(vector), vectorAt(slot, shape)) === vector.byteLength;
  return isWhole && entry.readUInt32LE(KEY_BYTES) === checksum(key, bytesOf(vector)) ? vector : undefined;
}

/** Puts records in slots that lie in one block. */
export function writeRecords(
  file: number,
  shape: Shape,
  { slot, records }: { readonly slot: number; readonly records: readonly KeyedVector[] },
): void {
  const entries = records.map(({ key, vector }) => {
    const entry = Buffer.alloc(ENTRY_BYTES);
    key.copy(entry);
    entry.writeUInt32LE(checksum(key, bytesOf(vector)), KEY_BYTES);
    return entry;
  });
  writeAt(file, Buffer.concat(records.map(({ vector }) => bytesOf(vector))), vectorAt(slot, shape));
  writeAt(file, Buffer.concat(entries), entryAt(slot, shape));
}
