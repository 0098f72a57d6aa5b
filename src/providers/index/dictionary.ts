/**
 * Sorted keys with what is known about each, in front-coded blocks of 64. Only the first key of each block stays in
 * memory. A key's first letter is its kind: a term of the text, a document, a passage, or a metadata value.
 */
import type { FileReader, FileWriter } from './files.js';
import { growingBytes, type Place, readText, readVarint } from './packing.js';

export const termKey = (term: string): string => `t${term}`;
/** Keys of documents start so. */
export const DOCUMENTS = 'd';
export const documentKey = (id: string): string => DOCUMENTS + id;
export const passageKey = (id: string): string => `p${id}`;

/** Where a key's postings are. A single posting is kept right here. */
export type KeyInfo = {
  readonly count: number;
  /** For a count of one. */
  readonly passage: number;
  readonly body: number;
  readonly title: number;
  /** For larger counts: place and length in 32-bit words. */
  readonly postings: number;
  readonly words: number;
  readonly positions: number;
  readonly positionBytes: number;
};

const BLOCK_KEYS = 64;
/** Keys remembered per segment after they were looked up. */
const CACHED_KEYS = 20_000;

function sharedLength(left: string, right: string): number {
  const most = Math.min(left.length, right.length);
  let at = 0;
  while (at < most && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  // Never part a surrogate pair: half of one does not survive UTF-8.
  const last = at > 0 ? left.charCodeAt(at - 1) : 0;
  return last >= 0xd800 && last < 0xdc00 ? at - 1 : at;
}

export type DictionaryWriter = { add(key: string, info: KeyInfo): void; finish(): void };

/** Keys must come in sorted order (JavaScript's `<`). */
export function dictionaryWriter(file: FileWriter): DictionaryWriter {
  const block = growingBytes(1 << 14);
  const firstKeys = growingBytes(1 << 12);
  let blocks = 0;
  let inBlock = 0;
  let last = '';
  let written = 0;

  const endBlock = (): void => {
    file.write(block.view());
    written += block.length;
    block.clear();
    inBlock = 0;
  };
  const beginBlock = (key: string): void => {
    firstKeys.varint(written);
    firstKeys.text(key);
    blocks += 1;
    last = '';
  };
  return {
    add(key, info) {
      if (inBlock === 0) beginBlock(key);
      const shared = sharedLength(last, key);
      block.varint(shared);
      block.text(key.slice(shared));
      block.varint(info.count);
      if (info.count === 1) for (const value of [info.passage, info.body, info.title]) block.varint(value);
      else for (const value of [info.postings, info.words]) block.varint(value);
      block.varint(info.positions);
      block.varint(info.positionBytes);
      last = key;
      inBlock += 1;
      if (inBlock === BLOCK_KEYS) endBlock();
    },
    finish() {
      if (inBlock > 0) endBlock();
      file.write(firstKeys.view());
      const tail = new Float64Array([written, blocks]);
      file.write(new Uint8Array(tail.buffer));
      file.finish();
    },
  };
}

function readInfo(place: Place): KeyInfo {
  const count = readVarint(place);
  const single = count === 1;
  const passage = single ? readVarint(place) : 0;
  const body = single ? readVarint(place) : 0;
  const title = single ? readVarint(place) : 0;
  const postings = single ? 0 : readVarint(place);
  const words = single ? 0 : readVarint(place);
  return {
    count,
    passage,
    body,
    title,
    postings,
    words,
    positions: readVarint(place),
    positionBytes: readVarint(place),
  };
}

export type DictionaryEntry = { readonly key: string; readonly info: KeyInfo };

export type Dictionary = {
  find(key: string): KeyInfo | undefined;
  /** Entries from `key` on, in order. */
  from(key: string): Generator<DictionaryEntry>;
};

function* entriesOf(place: Place): Generator<DictionaryEntry> {
  let key = '';
  while (place.at < place.bytes.length) {
    const shared = readVarint(place);
    key = key.slice(0, shared) + readText(place);
    yield { key, info: readInfo(place) };
  }
}

function readFirstKeys(file: FileReader): { keys: string[]; starts: number[] } {
  const tail = new Float64Array(file.read(file.size - 16, 16).buffer);
  const [end = 0, blocks = 0] = tail;
  const place: Place = { bytes: file.read(end, file.size - 16 - end), at: 0 };
  const keys: string[] = [];
  const starts: number[] = [];
  for (let block = 0; block < blocks; block += 1) {
    starts.push(readVarint(place));
    keys.push(readText(place));
  }
  starts.push(end);
  return { keys, starts };
}

export function openDictionary(file: FileReader): Dictionary {
  const { keys, starts } = readFirstKeys(file);
  const cache = new Map<string, KeyInfo | undefined>();

  /** The last block whose first key is not after `key`. */
  const blockOf = (key: string): number => {
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (keys[middle]! <= key) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  const entries = (block: number): Generator<DictionaryEntry> =>
    entriesOf({ bytes: file.read(starts[block]!, starts[block + 1]! - starts[block]!), at: 0 });

  const look = (key: string): KeyInfo | undefined => {
    const block = blockOf(key);
    if (block < 0) return undefined;
    for (const entry of entries(block)) if (entry.key >= key) return entry.key === key ? entry.info : undefined;
    return undefined;
  };
  return {
    find(key) {
      if (cache.has(key)) return cache.get(key);
      const info = look(key);
      if (cache.size >= CACHED_KEYS) cache.clear();
      cache.set(key, info);
      return info;
    },
    *from(key) {
      for (let block = Math.max(0, blockOf(key)); block < keys.length; block += 1) {
        for (const entry of entries(block)) if (entry.key >= key) yield entry;
      }
    },
  };
}
