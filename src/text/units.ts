/** The sentences, list items and table rows of a passage, as one can read them by themselves; prompt injections are left out. */
import type { Passage } from '../core/data.js';
import { injectionAt } from '../core/prompt-injection.js';
import { isEmptyUnit, readableUnit } from './readable-unit.js';
import { splitSentences } from './sentences.js';

/** `start` and `end` are its place in the passage's text. */
export type Unit = { readonly text: string; readonly start: number; readonly end: number; readonly isItem: boolean };

const ITEM = /^\s*(?:[-*+]|\d{1,2}[.)])\s+/;

export function unitsOf({ text, headings }: Pick<Passage, 'text' | 'headings'>): Unit[] {
  const isInjection = injectionAt(text);
  return splitSentences(text).flatMap(({ text: raw, start, end }) =>
    isEmptyUnit(raw) || isInjection(start) ? [] : [{ text: readableUnit(raw, text, headings), start, end, isItem: ITEM.test(raw) }],
  );
}

/** A question is no answer, however much it is like the one that was asked. */
export const isQuestion = ({ text }: Unit): boolean => /[?？]["'”’)\]]*$/.test(text);
