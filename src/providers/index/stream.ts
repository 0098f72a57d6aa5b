/** A stream of (key, passage, place) and how it becomes postings: the sorting half of buffer.ts. */
import type { Bytes } from './packing.js';
import type { PostingList } from './postings.js';

/** Place of a key that is not a word of the text. */
export const NO_PLACE = 0xffffffff;
/** Set on the place of a word in the title. */
export const IN_TITLE = 0x80000000;

/** A typed array that doubles. */
export function growingIntegers() {
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

export type Stream = { readonly keys: Uint32Array; readonly passages: Uint32Array; readonly places: Uint32Array };

/** Row numbers of the stream grouped by key, in order of arrival within each (a counting sort). */
export function groupByKey(keys: Uint32Array, count: number): { order: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(count + 1);
  for (let at = 0; at < keys.length; at += 1) starts[keys[at]! + 1]! += 1;
  for (let key = 0; key < count; key += 1) starts[key + 1]! += starts[key]!;
  const next = starts.slice();
  const order = new Uint32Array(keys.length);
  for (let at = 0; at < keys.length; at += 1) order[next[keys[at]!]!++] = at;
  return { order, starts };
}

/**
 * Turns the rows of one key into postings with encoded positions: title places first, then those of the text, as gaps.
 */
export function collect(stream: Stream, rows: Uint32Array, into: { list: PostingList; positions: Bytes }): void {
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
