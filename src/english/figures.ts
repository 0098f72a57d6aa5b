/** Figures of a text, in digits or words: "1.2 million", "two hundred and five", "3rd". Dates are calendar.ts's. */
import { momentsIn } from './calendar.js';
import { NUMBER_WORD_PATTERN, ORDINALS, SCALES, SMALL_NUMBERS, TENS } from './lexicon.js';

export type Figure = {
  readonly value: number;
  /** Half a step of the last digit that is said: "1.2 million" is exact to 50,000. */
  readonly tolerance: number;
  readonly start: number;
  readonly end: number;
};

const SCALE = '(?:\\s*(hundred|thousand|million|billion|trillion)\\b)?';
const DIGITS = new RegExp(
  `(?<![\\p{L}\\d.])(\\d+(?:,\\d{3})*(?:\\.\\d+)?)(?:st|nd|rd|th)?(?![\\p{L}\\d])${SCALE}`,
  'giu',
);
const WORDS = new RegExp(`\\b${NUMBER_WORD_PATTERN}(?:(?:\\s+and\\s+|\\s+|-)${NUMBER_WORD_PATTERN})*\\b`, 'gi');
const ORDINAL = new RegExp(`\\b(?:${[...ORDINALS.keys()].join('|')})\\b`, 'gi');

export function figuresIn(text: string): Figure[] {
  const hidden = momentsIn(text).reduce(
    (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
    text,
  );
  const place = ({ 0: said, index }: RegExpExecArray) => ({ start: index, end: index + said.length });
  const digits = [...hidden.matchAll(DIGITS)].map((found) => {
    const [, figure = '', scale = ''] = found;
    const factor = SCALES.get(scale.toLowerCase()) ?? 1;
    const decimals = figure.split('.')[1]?.length ?? 0;
    const tolerance = scale || decimals ? (factor * 10 ** -decimals) / 2 : 0;
    return { value: Number(figure.replaceAll(',', '')) * factor, tolerance, ...place(found) };
  });
  // "one" is a pronoun more often than a number.
  const words = [...hidden.matchAll(WORDS)].flatMap((found) => {
    const value = valueInWords(found[0]);
    return /^(?:one|zero)$/i.test(found[0]) || value === undefined ? [] : [{ value, tolerance: 0, ...place(found) }];
  });
  const ordinals = [...hidden.matchAll(ORDINAL)].map((found) => ({
    value: ORDINALS.get(found[0].toLowerCase()) as number,
    tolerance: 0,
    ...place(found),
  }));
  return [...digits, ...words, ...ordinals].sort((left, right) => left.start - right.start);
}

export function isSameFigure(known: Figure, claimed: Figure): boolean {
  return Math.abs(known.value - claimed.value) <= Math.max(claimed.tolerance, 1e-9 * claimed.value);
}

/** "two hundred and five" -> 205; nothing for words that are no number. */
function valueInWords(words: string): number | undefined {
  let [total, current, seen] = [0, 0, false];
  for (const word of words.toLowerCase().split(/[\s-]+/)) {
    const scale = SCALES.get(word);
    const plain = SMALL_NUMBERS.get(word) ?? TENS.get(word);
    if (plain !== undefined) current += plain;
    else if (scale === 100) current = (current || 1) * 100;
    else if (scale !== undefined) {
      total += (current || 1) * scale;
      current = 0;
    }
    seen ||= plain !== undefined || scale !== undefined;
  }
  return seen ? total + current : undefined;
}
