/**
 * The sentences, list items and table rows of a passage, as one can read them by themselves; prompt injections are left
 * out.
 */
import type { Passage } from '../core/data.js';
import { doubtfulAt, injectionAt } from '../core/prompt-injection.js';
import { isEmptyUnit, isTableRule, readableUnit } from './readable-unit.js';
import { splitSentences } from './sentences.js';

/**
 * `start` and `end` are its place in the passage's text. One that is doubtful may be a prompt injection: it answers
 * only where no other does. One that leads ends in a colon: what it says comes after it.
 */
export type Unit = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isItem: boolean;
  readonly isDoubtful: boolean;
  readonly isLead: boolean;
};

const ITEM = /^\s*(?:[-*+]|\d{1,2}[.)])\s+/;

export function unitsOf({ text, headings }: Pick<Passage, 'text' | 'headings'>): Unit[] {
  const [isInjection, isDoubtful] = [injectionAt(text), doubtfulAt(text)];
  const units = splitSentences(text).flatMap(({ text: raw, start, end }) =>
    isEmptyUnit(raw) || isColumnNames(raw, text.slice(end)) || isInjection(start)
      ? []
      : [
          {
            text: readableUnit(raw, text, headings),
            start,
            end,
            isItem: ITEM.test(raw),
            isDoubtful: isDoubtful(start, end),
            isLead: /:\s*$/.test(raw),
          },
        ],
  );
  return withLabels(units.filter(({ text: said }) => said !== ''));
}

const LABEL_WORDS = 2;

/** `Default:` on a line of its own belongs to what comes after it. */
function withLabels(units: readonly Unit[]): Unit[] {
  return units.flatMap((unit, at) => {
    const before = units[at - 1];
    if (isLabel(unit, units[at + 1])) return [];
    if (!before || !isLabel(before, unit)) return [unit];
    return [{ ...unit, text: `${before.text.replace(/\.$/, ':')} ${unit.text}`, start: before.start }];
  });
}

function isLabel({ text, isLead, isItem }: Unit, next: Unit | undefined): boolean {
  return isLead && !isItem && next?.isItem === false && !next.isLead && text.split(' ').length <= LABEL_WORDS;
}

/** The row above a table's rule: its names are said with each row. */
function isColumnNames(raw: string, after: string): boolean {
  return raw.trimStart().startsWith('|') && isTableRule(after.trimStart().split('\n', 1)[0] ?? '');
}

/** A question is no answer, however much it is like the one that was asked. */
export const isQuestion = ({ text }: Unit): boolean => /[?？]["'”’)\]]*$/.test(text);

const LONG_LISTING = 25;
const LETTERS = 0.85;

/** A stretch of code or of a grammar: of 628 best sentences over eight collections five were, and none answered. */
export function isListing({ text }: Unit): boolean {
  const letters = text.replace(/[^\p{L}\p{N}_\s]/gu, '').length;
  return letters < LETTERS * text.length && text.split(/\s+/).length > LONG_LISTING;
}
