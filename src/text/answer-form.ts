/** Whether a sentence can hold the kind of thing a question asks for: a name, a time, a number, a place, a reason. */
import type { QuestionForm } from './question.js';

const MONTH = 'January|February|March|April|May|June|July|August|September|October|November|December';
const DAY = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?';
const NUMBER_WORD =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|dozen|half|free|once|twice|daily|weekly|hourly';

const SIGNS: Readonly<Partial<Record<QuestionForm, RegExp>>> = {
  who: /\p{Lu}\p{Ll}+/u,
  when: new RegExp(
    `\\b\\d{4}\\b|\\b\\d{1,2}[.:]\\d{2}\\b|\\b(?:${MONTH}|${DAY}|spring|summer|autumn|winter|century|noon|midnight|dawn|dusk)\\b`,
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
