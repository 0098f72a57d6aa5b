/** Quantities of a text: value, unit, and how exactly it is said. Dates are read by calendar.ts and are no quantities. */

import { momentsIn } from '../../english/calendar.js';
import { ORDINALS } from '../../english/lexicon.js';
import { terms } from '../../text/terms.js';
import { numbersInWords, scaleAfter } from './number-words.js';
import { MOST_UNIT_WORDS, type Unit, unitNamed } from './units.js';

export type Quantity = {
  readonly value: number;
  /** Half a step of the last digit that is said: "1.2 million" is exact to 50,000. */
  readonly tolerance: number;
  readonly unit?: Unit;
  /** What is counted, as a stem, where the unit is no measure: "41 pupils". */
  readonly counted?: string;
  /** Said to be about so much. */
  readonly isRough: boolean;
  /** Said to be more or less than this: "over 3,000", "shorter than two metres". */
  readonly bound?: 'above' | 'below';
  readonly isOrdinal: boolean;
  readonly start: number;
  readonly end: number;
};

const FIGURE = /(?<![\p{L}\d])(?:[$€£¥]\s?)?\d+(?:,\d{3})*(?:\.\d+)?(?:st|nd|rd|th)?/gu;
const CLOCK = /(?<![\d:.])([01]?\d|2[0-3]):([0-5]\d)(?![\d:])/g;
const ROUGH =
  /\b(?:about|around|roughly|approximately|nearly|almost|some|over|more than|under|less than|fewer than|at least|up to|close to|just|an estimated|circa|c\.|~)\s*(?:[$€£¥])?$/i;

/** "no more than" is the contrary of "more than", and said of what is just so much. */
const BOUND =
  /(?<!\b(?:no|not) )\b(?:(more than|over|above|at least|exceeding|(?:larg|long|high|heavi|old|tall|deep|bigg|great)er than)|(less than|fewer than|under|below|nearly|almost|(?:small|short|low|light|young)er than))\s*(?:[$€£¥])?$/i;

function boundBefore(text: string): Pick<Quantity, 'bound'> {
  const [, above, below] = BOUND.exec(text) ?? [];
  return above ? { bound: 'above' } : below ? { bound: 'below' } : {};
}

export function quantitiesIn(text: string): Quantity[] {
  const times = [...text.matchAll(CLOCK)].map(({ 0: whole, 1: hour, 2: minute, index }) => ({
    value: Number(hour) * 60 + Number(minute),
    tolerance: 0,
    unit: { dimension: 'time of day', size: 1 },
    isRough: false,
    isOrdinal: false,
    start: index,
    end: index + whole.length,
  }));
  const hidden = blanked(blanked(text, momentsIn(text)), times);
  const figures = [...hidden.matchAll(FIGURE)].map(({ 0: figure, index }) => fromFigure(text, figure, index));
  const words = numbersInWords(hidden).map(({ value, start, end }) =>
    complete(text, { value, tolerance: 0, start, end, isOrdinal: false }),
  );
  const ordinals = [...hidden.matchAll(/\b\p{L}+th\b|\b(?:first|second|third)\b/giu)].flatMap(({ 0: word, index }) => {
    const value = ORDINALS.get(word.toLowerCase());
    return value === undefined ? [] : [complete(text, { value, tolerance: 0, start: index, end: index + word.length, isOrdinal: true })];
  });
  return [...times, ...figures, ...words, ...ordinals].sort((left, right) => left.start - right.start);
}

/** Blanks of the same length, so that offsets stay. */
function blanked(text: string, places: readonly { readonly start: number; readonly end: number }[]): string {
  return places.reduce((rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), text);
}

function fromFigure(text: string, figure: string, start: number): Quantity {
  const digits = figure.replace(/[^\d.]/g, '');
  const decimals = digits.includes('.') ? digits.length - digits.indexOf('.') - 1 : 0;
  const scale = scaleAfter(text.slice(start + figure.length));
  const factor = scale?.factor ?? 1;
  return complete(text, {
    value: Number(digits) * factor,
    tolerance: decimals > 0 || scale ? (factor * 10 ** -decimals) / 2 : 0.5,
    start,
    end: start + figure.length + (scale?.length ?? 0),
    isOrdinal: /(?:st|nd|rd|th)$/.test(figure),
  });
}

type Bare = Pick<Quantity, 'value' | 'tolerance' | 'start' | 'end' | 'isOrdinal'>;

function complete(text: string, bare: Bare): Quantity {
  const sign = /[$€£¥]/.exec(text.slice(bare.start, bare.end))?.[0];
  const after = unitAfter(text, bare.end);
  const unit = sign ? unitNamed(sign) : after?.unit;
  const before = text.slice(Math.max(0, bare.start - 24), bare.start);
  return {
    ...bare,
    ...(unit ? { unit } : after?.counted ? { counted: after.counted } : {}),
    isRough: ROUGH.test(before),
    ...boundBefore(before),
    end: unit && !sign && after ? after.end : bare.end,
  };
}

/** The unit right after a number, in up to three words; else the word counted. */
function unitAfter(text: string, after: number): { unit?: Unit; counted?: string; end: number } | undefined {
  const from = text[after] === '+' ? after + 1 : after; // "10+ years"
  const degrees = /^\s?°\s?([CF])\b/.exec(text.slice(from, from + 5));
  if (degrees) return { unit: unitNamed(`°${degrees[1]}`) as Unit, end: from + degrees[0].length };
  if (/^-\p{L}\b/u.test(text.slice(from, from + 3))) return undefined; // "3-D" is no three days
  const rest = /^[\s-]?((?:[\p{L}%°²³/]|(?<=\p{L})\d)+(?:[\s-][\p{L}%°²³/]+){0,3})/u.exec(text.slice(from));
  if (!rest) return undefined;
  const words = (rest[1] as string).split(/[\s-]+/);
  for (let count = Math.min(MOST_UNIT_WORDS, words.length); count > 0; count -= 1) {
    const spelling = words.slice(0, count).join(' ');
    const unit = unitNamed(spelling);
    if (unit) return { unit, end: from + rest[0].indexOf(rest[1] as string) + spelling.length };
  }
  const counted = terms(words.join(' ')).at(0);
  return counted === undefined ? undefined : { counted, end: from };
}

export type QuantityMatch = 'same' | 'other' | 'unrelated';

/** Within this share a rough figure is still the same: "about 40" for 41. */
const ROUGH_SHARE = 0.06;
const CONVERTED_SHARE = 0.01;

/** Whether a known quantity is the claimed one, another of the same kind, or has nothing to do with it. */
export function compareQuantities(known: Quantity, claimed: Quantity): QuantityMatch {
  if (known.isOrdinal !== claimed.isOrdinal) return 'unrelated';
  const isMeasure = known.unit !== undefined || claimed.unit !== undefined;
  if (isMeasure && known.unit?.dimension !== claimed.unit?.dimension) return 'unrelated';
  const [size, knownSize] = [claimed.unit?.size ?? 1, known.unit?.size ?? 1];
  const gap = Math.abs(known.value * knownSize - claimed.value * size);
  // Converted figures are rounded: 26 miles are 42 km.
  const step = Math.max(claimed.tolerance * size, size === knownSize ? 0 : CONVERTED_SHARE * Math.abs(claimed.value * size));
  const isSame = gap <= step * (1 + 1e-9) || ((claimed.isRough || known.isRough) && gap <= ROUGH_SHARE * Math.abs(claimed.value * size));
  if (isSame && !isOutOfBounds(known, claimed)) return 'same';
  return isMeasure || (known.counted !== undefined && known.counted === claimed.counted) ? 'other' : 'unrelated';
}

/** "less than 18,000" of 18,400, and "over two metres" of "shorter than two metres". */
function isOutOfBounds(known: Quantity, claimed: Quantity): boolean {
  if (claimed.bound === undefined) return false;
  if (known.bound !== undefined) return known.bound !== claimed.bound;
  const [value, limit] = [known.value * (known.unit?.size ?? 1), claimed.value * (claimed.unit?.size ?? 1)];
  return claimed.bound === 'above' ? value < limit : value > limit;
}
