/**
 * What can be compared exactly: the figures, dates and names of a claim that its sources do not have, and two names in
 * each other's place. It knows nothing of meaning; what it finds is weighed together with the verifier's opinion
 * (text/verdict.ts), never alone.
 */
import { momentsIn, saysMoment } from '../english/calendar.js';
import { figuresIn, isSameFigure } from '../english/figures.js';
import { MONTHS } from '../english/lexicon.js';
import { coverage } from './lexical.js';
import { terms } from './terms.js';

export type Mismatch = {
  readonly kind: 'number' | 'date' | 'name' | 'order';
  /** Where it stands in the claim. */
  readonly start: number;
  readonly end: number;
};

export function mismatches(claim: string, sources: string): Mismatch[] {
  return [
    ...numbersMissing(claim, sources),
    ...datesMissing(claim, sources),
    ...namesMissing(claim, sources),
    ...swappedNames(claim, sources),
  ];
}

function numbersMissing(claim: string, sources: string): Mismatch[] {
  const known = figuresIn(sources);
  return figuresIn(claim)
    .filter((figure) => !known.some((one) => isSameFigure(one, figure)))
    .map(({ start, end }) => ({ kind: 'number', start, end }));
}

function datesMissing(claim: string, sources: string): Mismatch[] {
  const known = momentsIn(sources);
  return momentsIn(claim)
    .filter((moment) => !known.some((one) => saysMoment(one, moment)))
    .map(({ start, end }) => ({ kind: 'date', start, end }));
}

export type Name = { readonly text: string; readonly start: number; readonly end: number };

const NAME = /\p{Lu}[\p{L}\p{N}.&'’-]*(?:\s+(?:(?:of|the|de|von|van|la)\s+)*\p{Lu}[\p{L}\p{N}.&'’-]*)*/gu;

/** Runs of capitalised words. The first word of a sentence is capitalised whatever it is: alone it counts for none. */
export function namesIn(text: string): Name[] {
  return [...text.matchAll(NAME)].flatMap(({ 0: run, index }) => {
    const opens = /(?:^|[.!?:;"“”'‘’`*]\s*)$/.test(text.slice(0, index));
    const bare = run.replace(/[.'’-]+$/, '');
    const [first = ''] = bare.split(/\s/);
    const skipped = opens ? first.length + /^\s*/.exec(bare.slice(first.length))![0].length : 0;
    const name = bare.slice(skipped).replace(/^(?:of|the|de|von|van|la)\s+/, '');
    const start = index + bare.length - name.length;
    return name.length < 2 || MONTHS.includes(name) ? [] : [{ text: name, start, end: start + name.length }];
  });
}

/** Without accents: "Plíšková" is often written "Pliskova". */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** "Romans" for "Roman", "Italian" for "Italy": one word's beginning is the other's. */
const SAME_BEGINNING = 4;

function namesMissing(claim: string, sources: string): Mismatch[] {
  const known = new Set(wordsOf(sources));
  const beginnings = new Set([...known].map((word) => word.slice(0, SAME_BEGINNING)));
  const isKnown = (word: string) =>
    known.has(word) || (word.length >= SAME_BEGINNING && beginnings.has(word.slice(0, SAME_BEGINNING)));
  return namesIn(claim)
    .filter(({ text }) => wordsOf(text).some((word) => word.length > 1 && !/^\d+$/.test(word) && !isKnown(word)))
    .map(({ start, end }) => ({ kind: 'name', start, end }));
}

const SHORT_LINK = 60;
const IN_A_ROW = /^(?:,|and|or|&|,? ?(?:and|or)(?: the)?)$/;
const joined = (text: string): string => wordsOf(text).join(' ');

/**
 * "Halifax in Holdsworth House" where the sources have "Holdsworth House in Halifax": the same names around the same
 * words, turned.
 */
function swappedNames(claim: string, sources: string): Mismatch[] {
  const known = ` ${joined(sources)} `;
  const names = namesIn(claim);
  return names.flatMap((first, at) => {
    const second = names[at + 1];
    if (!second) return [];
    const link = claim.slice(first.end, second.start);
    if (link.length > SHORT_LINK || IN_A_ROW.test(link.trim()) || joined(first.text) === joined(second.text)) return [];
    const said = (one: Name, other: Name) => ` ${joined(`${one.text} ${link} ${other.text}`)} `;
    const isTurned = known.includes(said(second, first)) && !known.includes(said(first, second));
    return isTurned ? [{ kind: 'order' as const, start: first.start, end: second.end }] : [];
  });
}

/**
 * All but the one thing that differs must stand in the other too: what children pay contradicts nothing that adults
 * pay.
 */
const SAME_MATTER = 0.9;

/** One figure, date or name of the statement is not in the other text, and nearly everything else is. */
export function differsInOne(statement: string, other: string): boolean {
  const [difference, ...more] = mismatches(statement, other);
  if (!difference || more.length > 0) return false;
  const rest = terms(`${statement.slice(0, difference.start)} ${statement.slice(difference.end)}`);
  return coverage(rest, other) >= SAME_MATTER;
}
