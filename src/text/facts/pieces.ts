/** A sentence as the pieces that can be compared with another's: figures, dates, weekdays, names, denials, and words by their stems. Small words are left out. */
import { remember } from '../../core/remember.js';
import { type Moment, momentsClash, momentsIn, saysMoment } from '../../english/calendar.js';
import { COMMON_WORDS } from '../common-words.js';
import { isFunctionWord } from '../question.js';
import { terms } from '../terms.js';
import { baseOf } from '../verbs.js';
import { denialsIn } from './polarity.js';
import { compareQuantities, type Quantity, quantitiesIn } from './quantities.js';

type Place = { readonly text: string; readonly start: number; readonly end: number };

export type Piece = Place &
  (
    | { readonly kind: 'number'; readonly quantity: Quantity }
    | { readonly kind: 'date'; readonly moment: Moment }
    | { readonly kind: 'weekday'; readonly key: string }
    | { readonly kind: 'name'; readonly keys: readonly string[] }
    | { readonly kind: 'denial' }
    | { readonly kind: 'word'; readonly key: string }
  );

const WEEKDAY = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/gi;
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|[-'’.&](?=[\p{L}\p{N}]))*/gu;
/** Titles before a name and offices: words, though they have capitals. */
const TITLE =
  /^(?:Dr|Mr|Mrs|Ms|Miss|Sir|Dame|Lady|Lord|Professor|Prof|Mayor|President|Prime|Minister|Chancellor|Governor|Chairman|Chief|Executive|CEO|Director|Captain|Secretary|King|Queen|Bishop|Pope)$/;
const COMMON = new Set(COMMON_WORDS);

/** Each statement of a passage is laid beside every claim. */
export const piecesOf: (text: string) => readonly Piece[] = remember(4000, cutIntoPieces);

function cutIntoPieces(text: string): Piece[] {
  const values: Piece[] = [
    ...momentsIn(text).map((moment) => ({ ...placed(text, moment), kind: 'date' as const, moment })),
    ...[...text.matchAll(WEEKDAY)].map(({ 0: day, index }) => ({
      ...placed(text, { start: index, end: index + day.length }),
      kind: 'weekday' as const,
      key: day.toLowerCase().slice(0, 3),
    })),
  ];
  const quantities = quantitiesIn(text)
    .filter((quantity) => !values.some((value) => overlaps(value, quantity)))
    .map((quantity) => ({ ...placed(text, quantity), kind: 'number' as const, quantity }));
  const denials = denialsIn(text).map((denial) => ({ ...placed(text, denial), kind: 'denial' as const }));
  const taken = [...values, ...quantities, ...denials];
  return [...taken, ...wordsAndNames(text, taken)].sort((left, right) => left.start - right.start);
}

function placed(text: string, { start, end }: { readonly start: number; readonly end: number }): Place {
  return { text: text.slice(start, end), start, end };
}

const overlaps = (one: { start: number; end: number }, other: { start: number; end: number }): boolean =>
  one.start < other.end && other.start < one.end;

/** Words with capitals side by side are one name. */
function wordsAndNames(text: string, taken: readonly Piece[]): Piece[] {
  const found: Piece[] = [];
  const free = [...text.matchAll(WORD)].filter(
    ({ 0: word, index }) => !taken.some((piece) => overlaps(piece, { start: index, end: index + word.length })),
  );
  for (const [at, { 0: word, index }] of free.entries()) {
    const place = { text: word, start: index, end: index + word.length };
    const last = found.at(-1);
    const next = free[at + 1];
    const isBeside = next !== undefined && text.slice(place.end, next.index) === ' ';
    const opens = at === 0 || /[.!?:;]["”')]?\s+$/.test(text.slice(Math.max(0, index - 4), index));
    if (isName(word, { opens, next: isBeside ? next[0] : '' })) {
      const keys = terms(word.replace(/['’]s$/, ''));
      const joins = last?.kind === 'name' && text.slice(last.end, index) === ' ' && !/['’]s$/.test(last.text);
      if (joins) found.splice(-1, 1, { ...last, text: text.slice(last.start, place.end), end: place.end, keys: [...last.keys, ...keys] });
      else found.push({ ...place, kind: 'name', keys });
    } else if (!isFunctionWord(word)) found.push(...keyOf(word).map((key) => ({ ...place, kind: 'word' as const, key })));
  }
  return found;
}

export function keyOf(word: string): string[] {
  return terms(baseOf(word.toLowerCase())).slice(0, 1);
}

function isName(word: string, { opens, next }: { readonly opens: boolean; readonly next: string }): boolean {
  if (!/^\p{Lu}/u.test(word) || isFunctionWord(word) || TITLE.test(word)) return false;
  return !opens || !COMMON.has(word.toLowerCase()) || (/^\p{Lu}/u.test(next) && !isFunctionWord(next));
}

/** Whether two pieces say the same. */
export function isSamePiece(one: Piece, other: Piece): boolean {
  if (one.kind === 'number' && other.kind === 'number') return compareQuantities(one.quantity, other.quantity) === 'same';
  if (one.kind === 'date' && other.kind === 'date') return saysMoment(one.moment, other.moment) || saysMoment(other.moment, one.moment);
  if (one.kind === 'name' || other.kind === 'name') return sharesName(one, other);
  return 'key' in one && 'key' in other && one.kind === other.kind && one.key === other.key;
}

/** "Wrenfield" is "Tobias Wrenfield", and a name at a sentence's head may look like a word. */
function sharesName(one: Piece, other: Piece): boolean {
  const [mine, theirs] = [keysOf(one), keysOf(other)];
  const [short, long] = mine.length <= theirs.length ? [mine, theirs] : [theirs, mine];
  return short.length > 0 && short.every((key) => long.includes(key));
}

/** The stems of a name or a word. */
export function keysOf(piece: Piece): readonly string[] {
  if (piece.kind === 'name') return piece.keys;
  return piece.kind === 'word' ? [piece.key] : [];
}

/** Whether two pieces of one kind cannot both stand in the same place of the same statement. */
export function clashes(one: Piece, other: Piece): boolean {
  if (one.kind === 'number' && other.kind === 'number') return areOther(one.quantity, other.quantity);
  if (one.kind === 'date' && other.kind === 'date')
    return !one.moment.span && !other.moment.span && !isSamePiece(one, other) && momentsClash(one.moment, other.moment);
  if (one.kind === 'weekday' && other.kind === 'weekday') return one.key !== other.key;
  if (one.kind === 'name' && other.kind === 'name') return !one.keys.some((key) => other.keys.includes(key));
  return false;
}

/** "more than 40" and "about 52" leave room for each other. */
function areOther(one: Quantity, other: Quantity): boolean {
  if (one.isRough || other.isRough || one.isOrdinal !== other.isOrdinal) return false;
  const isBare = [one, other].every(({ unit, counted }) => unit === undefined && counted === undefined);
  return isBare ? one.value !== other.value : compareQuantities(one, other) === 'other';
}
