/** Finds the passages of a segment that hold words in order, by their stored positions. */

import type { Field } from './bm25.js';
import type { PhrasePart } from './compile.js';
import { type Place, readVarint } from './packing.js';
import { advance, type Cursor, NO_MORE, needFrequencies, positionsOfBlock, seek } from './postings.js';
import type { Segment } from './segment.js';

type Reader = { readonly cursor: Cursor; readonly bytes: Uint8Array; readonly offset: number };

export type PhraseMatch = { readonly passage: number; readonly frequency: number };

function readPlaces(place: Place, count: number, shift: number): number[] {
  const places: number[] = [];
  let last = 0;
  for (let at = 0; at < count; at += 1) {
    last += readVarint(place);
    places.push(last - shift);
  }
  return places;
}

/**
 * Places of the word at its cursor, moved back by its offset in the phrase: where all words meet, the phrase begins.
 */
function placesAt({ cursor, bytes, offset }: Reader): { title: number[]; text: number[] } {
  needFrequencies(cursor);
  const place: Place = { bytes, at: positionsOfBlock(cursor, cursor.block) };
  let skip = 0;
  for (let at = 0; at < cursor.at; at += 1) skip += cursor.bodies[at]! + cursor.titles[at]!;
  while (skip > 0) if (bytes[place.at++]! < 128) skip -= 1;
  const title = readPlaces(place, cursor.titles[cursor.at]!, offset);
  return { title, text: readPlaces(place, cursor.bodies[cursor.at]!, offset) };
}

/** How often one place of each list can be chosen within `slop` of each other. */
export function countNear(lists: readonly (readonly number[])[], slop: number): number {
  const at = lists.map(() => 0);
  let count = 0;
  for (;;) {
    let lowest = 0;
    let highest = Number.NEGATIVE_INFINITY;
    for (let list = 0; list < lists.length; list += 1) {
      const place = lists[list]![at[list]!];
      if (place === undefined) return count;
      if (place < lists[lowest]![at[lowest]!]!) lowest = list;
      highest = Math.max(highest, place);
    }
    if (highest - lists[lowest]![at[lowest]!]! <= slop) {
      count += 1;
      for (let list = 0; list < at.length; list += 1) at[list]! += 1;
    } else at[lowest]! += 1;
  }
}

function frequencyOf(
  readers: readonly Reader[],
  slop: number,
  { field, titleWeight }: { field: Field; titleWeight: number },
): number {
  const places = readers.map(placesAt);
  const text =
    field === 'title'
      ? 0
      : countNear(
          places.map((place) => place.text),
          slop,
        );
  const title =
    field === 'text'
      ? 0
      : countNear(
          places.map((place) => place.title),
          slop,
        );
  return text + titleWeight * title;
}

function openReaders(segment: Segment, parts: readonly PhrasePart[]): Reader[] | undefined {
  const readers: Reader[] = [];
  for (const { key, offset } of parts) {
    const info = segment.dictionary.find(key);
    if (!info) return undefined;
    readers.push({ cursor: segment.cursor(info), bytes: segment.positions(info), offset });
  }
  return readers.sort((left, right) => left.cursor.count - right.cursor.count);
}

/** The first passage from `target` on that all cursors share. */
function meet(readers: readonly Reader[], target: number): number {
  let passage = target;
  for (let at = 0; at < readers.length && passage !== NO_MORE; ) {
    const reached = seek(readers[at]!.cursor, passage);
    if (reached === passage) at += 1;
    else {
      passage = reached;
      at = 0;
    }
  }
  return passage;
}

export type Phrase = { readonly parts: readonly PhrasePart[]; readonly slop: number; readonly field: Field };

export function phraseMatches(segment: Segment, { parts, slop, field }: Phrase, titleWeight: number): PhraseMatch[] {
  const readers = openReaders(segment, parts);
  const [rarest] = readers ?? [];
  if (!readers || !rarest) return [];
  const matches: PhraseMatch[] = [];
  for (let passage = meet(readers, 0); passage !== NO_MORE; passage = meet(readers, advance(rarest.cursor))) {
    const frequency = frequencyOf(readers, slop, { field, titleWeight });
    if (frequency > 0) matches.push({ passage, frequency });
  }
  return matches;
}
