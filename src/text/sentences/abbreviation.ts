/**
 * Decides whether a single full stop ends a sentence or belongs to the word before it. The next word is known not to be
 * lower case.
 */
import {
  afterClock,
  beforeGermanOrdinals,
  beforeNumbers,
  calendarAbbreviations,
  eitherWay,
  germanMonths,
  journalWords,
  neverLast,
  sentenceOpeners,
  titles,
} from './words.js';

export type Stop = {
  readonly text: string;
  /** Where the sentence began. */
  readonly from: number;
  /** Where the stop is. */
  readonly at: number;
  readonly word: { readonly text: string; readonly dotted: boolean };
  /** The first characters after the blank. */
  readonly afterGap: string;
};

/** Longer words are no abbreviations; a fixed reach backwards also keeps the scan linear. */
const reach = 32;
const wordsBefore = /(?:([\p{L}\p{N}]+\.?)\s+)?([\p{L}\p{N}.°&'’/-]+)$/u;

export function stopEndsSentence(stop: Stop): boolean {
  const [, previous = '', last = ''] =
    wordsBefore.exec(stop.text.slice(Math.max(stop.from, stop.at - reach), stop.at)) ?? [];
  if (last === '') return true;
  if (isListMarker(stop, last)) return false;
  if (/^\d/.test(last)) return !isGermanOrdinal(stop, previous, last);
  return wordEndsSentence(stop, last);
}

/** "1. Flour", "• 9. Flour", "b. Flour": the marker is all there is of the sentence so far. */
function isListMarker({ text, from, at }: Stop, last: string): boolean {
  if (!/^(?:\d{1,3}|\p{L}|[ivxIVX]{1,5})$/u.test(last) || at - from > 16) return false;
  return !/[\p{L}\p{N}]/u.test(text.slice(from, at - last.length));
}

/** "3. Mai 1988", "3. 5. 1988", "im 19. Jahrhundert". */
function isGermanOrdinal({ word, afterGap }: Stop, previous: string, last: string): boolean {
  if (!/^\d{1,2}$/.test(last)) return false;
  const inDate = /^\d{1,2}\.\s?\d/.test(afterGap) || (/^\d{1,2}\.$/.test(previous) && /^\d/.test(afterGap));
  return inDate || germanMonths.has(word.text) || beforeGermanOrdinals.has(previous);
}

function wordEndsSentence(stop: Stop, last: string): boolean {
  const lower = last.toLowerCase();
  const capitalised = last !== lower;
  if (/\d/.test(stop.afterGap[0] ?? '')) return !numberBelongs(lower, capitalised);
  if (/^[ap]\.?m$/.test(lower)) return clockEndsSentence(stop);
  if (neverLast.has(lower)) return false;
  const titled = titles.has(lower) && capitalised;
  if (titled && lower !== 'st' && lower !== 'sr') return false;
  const abbreviated = titled || eitherWay.has(lower) || isInitials(last) || (capitalised && isShortName(lower));
  return !abbreviated || (sentenceOpeners.has(stop.word.text) && !stop.word.dotted);
}

/** "No. 5", "Jan. 5", "S. 12", "ca. 40". */
function numberBelongs(lower: string, capitalised: boolean): boolean {
  if (beforeNumbers.has(lower) || neverLast.has(lower) || /^\p{L}$/u.test(lower)) return true;
  return capitalised && isShortName(lower);
}

function isShortName(lower: string): boolean {
  return calendarAbbreviations.has(lower) || journalWords.has(lower);
}

/** "At 5 a.m. Mr. Smith left": a clock time ends a sentence that has said something already. */
function clockEndsSentence({ text, from, at, word }: Stop): boolean {
  const soFar = at - from > 24 ? undefined : text.slice(from, at).trim().split(/\s+/);
  return !afterClock.has(word.text) && (soFar === undefined || soFar.length > 3);
}

/** "U.S", "Ph.D", "E" and "E.U": letters with stops between them. */
function isInitials(word: string): boolean {
  return /^\p{L}{1,2}(?:[.-]\p{L}{1,2})*$/u.test(word) && (word.length === 1 || word.includes('.'));
}
