/** Whether a sentence can hold the kind of thing a question asks for: a name, a time, a number, a place, a reason. */
import { MONTHS, NUMBER_WORD_PATTERN, WEEKDAYS } from '../english/lexicon.js';
import type { QuestionForm } from './question.js';

const NUMBER_WORD = `${NUMBER_WORD_PATTERN}|dozen|half|free|once|twice|daily|weekly|hourly`;

const SIGNS: Readonly<Partial<Record<QuestionForm, RegExp>>> = {
  who: /\p{Lu}\p{Ll}+/u,
  when: new RegExp(
    `\\b\\d{4}\\b|\\b\\d{1,2}[.:]\\d{2}\\b|\\b(?:${[...MONTHS, ...WEEKDAYS].join('|')}|spring|summer|autumn|winter|century|noon|midnight|dawn|dusk)\\b`,
    'i',
  ),
  'how-many': new RegExp(`\\d|\\b(?:${NUMBER_WORD})\\b`, 'i'),
  where:
    /\b(?:in|at|on|near|from|to|by|behind|under|above|beside|between|opposite|off)\b.*\p{Lu}|\b(?:street|lane|road|square|quay|harbour|hill|island)\b/u,
  why: /\b(?:because|since|so that|to \w+|after|due|reason|as|therefore|for|when)\b/i,
};

export function fitsForm(form: QuestionForm, sentence: string): boolean {
  return SIGNS[form]?.test(sentence) ?? true;
}
