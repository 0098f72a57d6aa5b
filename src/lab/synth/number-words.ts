/** Numbers in words: "two hundred and five" is 205, "three and a half million" 3,500,000. English. "One" alone is a pronoun more often than a number. */

import { valueInWords } from '../../english/figures.js';
import { NUMBER_WORD_PATTERN, SCALES } from '../../english/lexicon.js';
import { unitNamed } from './units.js';

const PATTERN = new RegExp(`\\b(?:${NUMBER_WORD_PATTERN}(?:(?:\\s+and\\s+|\\s+|-)${NUMBER_WORD_PATTERN})*)\\b`, 'gi');
const SCALE_AFTER = /^(?:\s*(hundred|thousand|million|billion|trillion)|(bn|k))\b/i;

export type WordNumber = { readonly value: number; readonly start: number; readonly end: number };

export function numbersInWords(text: string): WordNumber[] {
  return [...text.matchAll(PATTERN)].flatMap(({ 0: run, index: at }) => {
    // "a red one three": the first is a pronoun.
    const pronoun = /^one\s+(?!hundred|thousand|million|billion|trillion)/i.exec(run)?.[0].length ?? 0;
    const [words, index] = [run.slice(pronoun), at + pronoun];
    const value = valueInWords(words);
    // "one of them" counts nothing, "one per cent" does.
    const isPronoun = /^(?:one|second|zero)$/i.test(words) && !isMeasured(text.slice(index + words.length));
    return value === undefined || isPronoun ? [] : [{ value, start: index, end: index + words.length }];
  });
}

function isMeasured(after: string): boolean {
  const [, word = '', next = ''] = /^\s(\p{L}+)(\s\p{L}+)?/u.exec(after) ?? [];
  return unitNamed(word) !== undefined || unitNamed(word + next) !== undefined;
}

/** What follows a figure and multiplies it: "1.2 million", "3bn", "45k". */
export function scaleAfter(text: string): { readonly factor: number; readonly length: number } | undefined {
  const match = SCALE_AFTER.exec(text);
  if (!match) return undefined;
  const factor = match[1] === undefined ? (match[2]?.toLowerCase() === 'bn' ? 1e9 : 1e3) : (SCALES.get(match[1].toLowerCase()) as number);
  return { factor, length: match[0].length };
}
