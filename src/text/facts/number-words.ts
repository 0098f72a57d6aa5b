/** Numbers in words: "two hundred and five" is 205, "three and a half million" 3,500,000. English. "One" alone is a pronoun more often than a number. */

import { unitNamed } from './units.js';

const SMALL = new Map(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen`
    .split(' ')
    .map((word, value) => [word, value] as const),
);
const TENS = new Map(`twenty thirty forty fifty sixty seventy eighty ninety`.split(' ').map((word, at) => [word, 20 + at * 10] as const));
const SCALES = new Map<string, number>([
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);

export const ORDINALS = new Map<string, number>(
  `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth`
    .split(' ')
    .map((word, at) => [word, at + 1] as const),
);

const NAMES = [...SMALL.keys(), ...TENS.keys()].join('|');
const WORD = `(?:(?:${[...TENS.keys()].join('|')})-(?:${[...SMALL.keys()].slice(1, 10).join('|')})|${NAMES}|${[...SCALES.keys()].join('|')})`;
const PATTERN = new RegExp(`\\b(?:${WORD}(?:(?:\\s+and\\s+|\\s+|-)${WORD})*)\\b`, 'gi');
const SCALE_AFTER = /^(?:\s*(hundred|thousand|million|billion|trillion)|(bn|k))\b/i;

export type WordNumber = { readonly value: number; readonly start: number; readonly end: number };

export function numbersInWords(text: string): WordNumber[] {
  return [...text.matchAll(PATTERN)].flatMap(({ 0: run, index: at }) => {
    // "a red one three": the first is a pronoun.
    const pronoun = /^one\s+(?!hundred|thousand|million|billion|trillion)/i.exec(run)?.[0].length ?? 0;
    const [words, index] = [run.slice(pronoun), at + pronoun];
    const value = valueOfWords(words);
    // "one of them" counts nothing, "one per cent" does.
    const isPronoun = /^(?:one|second|zero)$/i.test(words) && !isMeasured(text.slice(index + words.length));
    return value === undefined || isPronoun ? [] : [{ value, start: index, end: index + words.length }];
  });
}

function isMeasured(after: string): boolean {
  const [, word = '', next = ''] = /^\s(\p{L}+)(\s\p{L}+)?/u.exec(after) ?? [];
  return unitNamed(word) !== undefined || unitNamed(word + next) !== undefined;
}

function valueOfWords(words: string): number | undefined {
  let [total, current, seen] = [0, 0, false];
  for (const word of words.toLowerCase().split(/[\s-]+/)) {
    const scale = SCALES.get(word);
    const plain = SMALL.get(word) ?? TENS.get(word);
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

/** What follows a figure and multiplies it: "1.2 million", "3bn", "45k". */
export function scaleAfter(text: string): { readonly factor: number; readonly length: number } | undefined {
  const match = SCALE_AFTER.exec(text);
  if (!match) return undefined;
  const factor = match[1] === undefined ? (match[2]?.toLowerCase() === 'bn' ? 1e9 : 1e3) : (SCALES.get(match[1].toLowerCase()) as number);
  return { factor, length: match[0].length };
}
