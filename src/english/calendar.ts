/**
 * Points in time as prose names them, each with as much of year, month and day as it says. "3 May 1988" says "May 1988"
 * and "1988" too, not "4 May 1988".
 */
import { MONTHS } from './lexicon.js';

export type Moment = {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
  /** "the 1980s", "the 19th century": the first year and how many there are. */
  readonly span?: { readonly from: number; readonly years: number };
  readonly start: number;
  readonly end: number;
};

/** Whole or cut to three letters; "Sept" too. */
const MONTH = `(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?`;
const YEAR = '(1\\d{3}|20\\d{2})';
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';

type MomentReader = (groups: readonly (string | undefined)[]) => Omit<Moment, 'start' | 'end'>;

const day = (text: string | undefined): number => Number(text);
const month = (text: string | undefined): number =>
  MONTHS.findIndex((name) => name.slice(0, 3).toLowerCase() === text?.slice(0, 3).toLowerCase()) + 1;
const year = (text: string | undefined): number => Number(text);

/** The longest reading first: what one has read the next does not read again. */
const READINGS: readonly (readonly [RegExp, MomentReader])[] = [
  [/\b(1\d{3}|20\d{2})-(\d{2})-(\d{2})\b/g, ([y, m, d]) => ({ year: year(y), month: Number(m), day: day(d) })],
  [
    new RegExp(`\\b${DAY}\\s+(?:of\\s+)?${MONTH}\\s*,?\\s+${YEAR}\\b`, 'gi'),
    ([d, m, y]) => ({ year: year(y), month: month(m), day: day(d) }),
  ],
  [
    new RegExp(`\\b${MONTH}\\s+${DAY}\\s*,?\\s+${YEAR}\\b`, 'gi'),
    ([m, d, y]) => ({ year: year(y), month: month(m), day: day(d) }),
  ],
  [new RegExp(`\\b${MONTH}\\s*,?\\s+(?:of\\s+)?${YEAR}\\b`, 'gi'), ([m, y]) => ({ year: year(y), month: month(m) })],
  [new RegExp(`\\b${DAY}\\s+(?:of\\s+)?${MONTH}(?![\\p{L}])`, 'giu'), ([d, m]) => ({ month: month(m), day: day(d) })],
  [new RegExp(`\\b${MONTH}\\s+${DAY}\\b(?!\\s*[,.]\\d)`, 'gi'), ([m, d]) => ({ month: month(m), day: day(d) })],
  [/\b(1\d|20)(\d)0(?:'|’)?s\b/g, ([a, b]) => ({ span: { from: Number(`${a}${b}0`), years: 10 } })],
  [/\b(\d{1,2})(?:st|nd|rd|th)[- ]century\b/gi, ([c]) => ({ span: { from: (Number(c) - 1) * 100 + 1, years: 100 } })],
  [
    new RegExp(`(?<![\\d.,$€£-])\\b${YEAR}\\b(?![.,]?\\d|\\s*(?:metres|meters|m|km|feet|people|years)\\b)`, 'gi'),
    ([y]) => ({ year: year(y) }),
  ],
  // A month alone must be spelled out and capitalised: "may" is a verb, "March" at least may be one.
  [
    new RegExp(`\\b(${MONTHS.filter((name) => name !== 'March' && name !== 'May').join('|')})\\b`, 'g'),
    ([m]) => ({ month: month(m) }),
  ],
];

/** In the order of the text. */
export function momentsIn(text: string): Moment[] {
  const found: Moment[] = [];
  let rest = text;
  for (const [pattern, reading] of READINGS) {
    rest = rest.replace(pattern, (whole: string, ...groups: unknown[]) => {
      const start = groups.find((group) => typeof group === 'number') as number;
      const moment = { ...reading(groups as (string | undefined)[]), start, end: start + whole.length };
      if (!isPossible(moment)) return whole;
      found.push(moment);
      return ' '.repeat(whole.length);
    });
  }
  return found.sort((left, right) => left.start - right.start);
}

function isPossible({ month = 1, day = 1 }: Moment): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/** Whether whoever says `known` has said `claimed`. */
export function saysMoment(known: Moment, claimed: Moment): boolean {
  if (claimed.span) return liesIn(known, claimed.span);
  const parts = ['year', 'month', 'day'] as const;
  return parts.every((part) => claimed[part] === undefined || claimed[part] === known[part]);
}

function liesIn({ year, span }: Moment, { from, years }: NonNullable<Moment['span']>): boolean {
  if (year !== undefined) return year >= from && year < from + years;
  return span !== undefined && span.from >= from && span.from + span.years <= from + years;
}
