/** Numbers in few bits: blocks of equal width for postings, varints for everything else. */

/** Bits that hold the largest of the first `count` values. */
export function widthOf(values: Uint32Array, count: number): number {
  let union = 0;
  for (let at = 0; at < count; at += 1) union |= values[at]!;
  return 32 - Math.clz32(union);
}

export const wordsFor = (count: number, bits: number): number => (count * bits + 31) >>> 5;

/** Writes `count` values of `bits` each from `words[at]` on; the words must be zero before. */
export function pack(
  values: Uint32Array,
  count: number,
  target: { words: Uint32Array; at: number; bits: number },
): void {
  const { words, at, bits } = target;
  if (bits === 0) return;
  for (let index = 0, position = 0; index < count; index += 1, position += bits) {
    const word = at + (position >>> 5);
    const shift = position & 31;
    words[word]! |= values[index]! << shift;
    if (shift + bits > 32) words[word + 1]! |= values[index]! >>> (32 - shift);
  }
}

export function unpack(
  words: Uint32Array,
  source: { at: number; bits: number; count: number },
  target: Uint32Array,
): void {
  const { at, bits, count } = source;
  if (bits === 0) {
    target.fill(0, 0, count);
    return;
  }
  const mask = bits === 32 ? 0xffffffff : (1 << bits) - 1;
  for (let index = 0, position = 0; index < count; index += 1, position += bits) {
    const word = at + (position >>> 5);
    const shift = position & 31;
    let value = words[word]! >>> shift;
    if (shift + bits > 32) value |= words[word + 1]! << (32 - shift);
    target[index] = (value & mask) >>> 0;
  }
}

/** Bytes that grow as they are written. */
export type Bytes = {
  varint(value: number): void;
  raw(bytes: Uint8Array): void;
  text(text: string): void;
  readonly length: number;
  /** What was written so far; valid until the next write. */
  view(): Uint8Array;
  clear(): void;
};

export function growingBytes(initial = 1024): Bytes {
  let buffer = Buffer.allocUnsafe(initial);
  let length = 0;
  const reserve = (more: number): void => {
    if (length + more <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, length + more));
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  };
  const varint = (value: number): void => {
    reserve(8);
    let rest = value;
    while (rest >= 128) {
      buffer[length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    buffer[length++] = rest;
  };
  return {
    varint,
    raw(bytes) {
      reserve(bytes.length);
      buffer.set(bytes, length);
      length += bytes.length;
    },
    text(text) {
      const size = Buffer.byteLength(text);
      varint(size);
      reserve(size);
      length += buffer.write(text, length);
    },
    get length() {
      return length;
    },
    view: () => buffer.subarray(0, length),
    clear: () => {
      length = 0;
    },
  };
}

/** A place in bytes, moved on by reading. */
export type Place = { readonly bytes: Uint8Array; at: number };

export function readVarint(place: Place): number {
  const { bytes } = place;
  let byte = bytes[place.at++]!;
  if (byte < 128) return byte;
  let value = byte & 127;
  for (let scale = 128; ; scale *= 128) {
    byte = bytes[place.at++]!;
    value += (byte & 127) * scale;
    if (byte < 128) return value;
  }
}

export function readText(place: Place): string {
  const size = readVarint(place);
  const { buffer, byteOffset } = place.bytes;
  const text = Buffer.from(buffer, byteOffset + place.at, size).toString('utf8');
  place.at += size;
  return text;
}
