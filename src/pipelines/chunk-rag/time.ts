/**
 * The time a question asks about and the times a text speaks of, in years. Relative words are counted from the day of
 * the question.
 */
import type { Question } from '../../core/data.js';

/** Both ends belong to it. */
export type Span = { readonly from: number; readonly to: number };

const YEAR = '(1\\d{3}|20\\d{2})';
const RANGE = new RegExp(`\\b${YEAR}\\s*(?:[-–—]|to|until|till|and)\\s*${YEAR}\\b`, 'gi');
const OPEN = new RegExp(`\\b(since|from|after|before|until|till|by)\\s+(?:\\w+\\s+){0,2}?${YEAR}\\b`, 'gi');
const SINGLE = new RegExp(`\\b${YEAR}(s?)\\b`, 'g');
const CENTURY = /\b(1?\d|20|21)(?:st|nd|rd|th)[ -]century\b/gi;

/** Beyond any year that is written with four digits. */
const [EARLIEST, LATEST] = [0, 9999];

/**
 * "1914-1918", "since 1990", "before 1900", "the 1920s", "the 19th century", "1888". A year inside a longer expression
 * counts once, as that.
 */
export function spansIn(text: string): Span[] {
  return readTimes(text).spans;
}

/** The text without what speaks of time in figures. */
export function withoutTimes(text: string): string {
  return readTimes(text).rest;
}

function readTimes(text: string): { spans: Span[]; rest: string } {
  const spans: Span[] = [];
  const take = (pattern: RegExp, read: (...groups: string[]) => Span) => (rest: string) =>
    rest.replace(pattern, (_, ...groups: string[]) => {
      spans.push(read(...groups));
      return ' ';
    });
  const steps = [
    take(RANGE, (from, to) => ({ from: Math.min(Number(from), Number(to)), to: Math.max(Number(from), Number(to)) })),
    take(OPEN, (word, year) => openSpan(String(word).toLowerCase(), Number(year))),
    take(CENTURY, (number) => ({ from: (Number(number) - 1) * 100, to: Number(number) * 100 })),
    take(SINGLE, (year, plural) => ({ from: Number(year), to: Number(year) + (plural ? decadeOf(Number(year)) : 0) })),
  ];
  return { rest: steps.reduce((left, step) => step(left), text), spans };
}

/** Every bound belongs to both sides: "before 1900" is often said of 1900 itself. */
function openSpan(word: string, year: number): Span {
  return /^(?:since|from|after)$/.test(word) ? { from: year, to: LATEST } : { from: EARLIEST, to: year };
}

/** The 1900s are a century, the 1920s a decade. */
function decadeOf(year: number): number {
  return year % 100 === 0 ? 99 : 9;
}

const RELATIVE: readonly (readonly [RegExp, (year: number) => Span])[] = [
  [/\blast year\b/i, (year) => ({ from: year - 1, to: year - 1 })],
  [/\bnext year\b/i, (year) => ({ from: year + 1, to: year + 1 })],
  [/\bthis year\b/i, (year) => ({ from: year, to: year })],
  [/\b(?:last|past) decade\b/i, (year) => ({ from: year - 10, to: year })],
];

/** The one stretch of time the question is about; nothing where it names none, or several that lie apart. */
export function wantedTime({ text, askedAt }: Question): Span | undefined {
  const year = Number(askedAt.slice(0, 4));
  const relative = RELATIVE.find(([pattern]) => pattern.test(text))?.[1](year);
  const spans = relative ? [relative] : spansIn(text);
  return spans.length === 1 ? spans[0] : undefined;
}

export function isAskedOfThePresent(text: string): boolean {
  return /\b(?:current(?:ly)?|now|nowadays|today|at present|latest|newest|most recent|these days)\b/i.test(text);
}

export function timeOf({ from, to }: Span): string {
  if (from === to) return String(from);
  if (from === EARLIEST) return `until ${to}`;
  return to === LATEST ? `since ${from}` : `${from}-${to}`;
}
