/**
 * Whether a claim says of numbers, dates, names and denials what its source says: the checks that need no model and that a model of words is weak at.
 * A disagreement `clashes` when the source says something else, and is merely missing when the source does not speak of it.
 */

import { type Moment, momentsClash, momentsIn, saysMoment } from '../../english/calendar.js';
import { namesIn } from '../question.js';
import { terms } from '../terms.js';
import { contrariesBetween, type Denial, denialsIn, deniedTerms, exceptionsIn } from './polarity.js';
import { compareQuantities, type Quantity, quantitiesIn } from './quantities.js';
import { turnedRoles } from './roles.js';
import { unitNamed } from './units.js';

export type Disagreement = {
  readonly kind: 'number' | 'date' | 'name' | 'quote' | 'negation' | 'comparison' | 'roles';
  readonly claimed: string;
  /** Where the claim says it, for what stands in one place. */
  readonly at?: { readonly start: number; readonly end: number };
  /** What the source says instead. */
  readonly known?: string;
  readonly clashes: boolean;
  /** The source says the rest of the claim of another name. */
  readonly ofAnother?: true;
};

export type Evidence = {
  /** The stretch that speaks of the same thing. */
  readonly span: string;
  /** What is known around it: title, headings, the sentences before. */
  readonly context: string;
};

export function disagreements(claim: string, evidence: Evidence): Disagreement[] {
  return [...factDisagreements(claim, evidence), ...senseDisagreements(claim, evidence.span, evidence.context)];
}

/** What is named: it must stand in the source. */
export function factDisagreements(claim: string, evidence: Evidence): Disagreement[] {
  return [
    ...quantityProblems(claim, evidence),
    ...dateProblems(claim, evidence),
    ...nameProblems(claim, evidence),
    ...quoteProblems(claim, evidence),
  ];
}

/** What is said of it: denied or not, more or less, by whom to whom. */
export function senseDisagreements(claim: string, span: string, before = ''): Disagreement[] {
  return [
    ...negationProblems(claim, span),
    ...turnedRoles(claim, span, before).map(({ claimed, known }) => ({ kind: 'roles', claimed, known, clashes: true }) as const),
    ...contrariesBetween(claim, span).map(({ claimed, known }) => ({ kind: 'comparison', claimed, known, clashes: true }) as const),
  ];
}

type Place = { readonly start: number; readonly end: number };

const said = (text: string, { start, end }: Place): string => text.slice(start, end);
const placeOf = ({ start, end }: Place): Place => ({ start, end });

function quantityProblems(claim: string, { span, context }: Evidence): Disagreement[] {
  const [near, around] = [quantitiesIn(span), quantitiesIn(context)];
  const matches = (known: readonly Quantity[], claimed: Quantity) => known.some((one) => compareQuantities(one, claimed) === 'same');
  return quantitiesIn(claim).flatMap((claimed): Disagreement[] => {
    if (matches(ofSameThings(near, claimed), claimed) || matches(around, claimed)) return [];
    const other = near.find((known) => compareQuantities(known, claimed) === 'other');
    return [
      {
        kind: 'number',
        claimed: said(claim, claimed),
        at: placeOf(claimed),
        ...(other && { known: said(span, other) }),
        clashes: other !== undefined,
      },
    ];
  });
}

/** "6 wins" is not said by "6 defeats" where the wins are counted, too. */
function ofSameThings(known: readonly Quantity[], { counted }: Quantity): readonly Quantity[] {
  const same = counted === undefined ? [] : known.filter((one) => one.counted === counted);
  return same.length > 0 ? known.filter((one) => one.counted === counted || one.counted === undefined) : known;
}

function dateProblems(claim: string, { span, context }: Evidence): Disagreement[] {
  const [near, around] = [momentsIn(span), momentsIn(context)];
  const matches = (known: readonly Moment[], claimed: Moment) => known.some((one) => saysMoment(one, claimed));
  return momentsIn(claim).flatMap((claimed): Disagreement[] => {
    if (matches(near, claimed) || matches(around, claimed) || isWrittenOut(claim, claimed, span)) return [];
    const other = near.find((known) => momentsClash(known, claimed));
    return [
      {
        kind: 'date',
        claimed: said(claim, claimed),
        at: placeOf(claimed),
        ...(other && { known: said(span, other) }),
        clashes: other !== undefined,
      },
    ];
  });
}

/** A year in a list or a range that the calendar does not read: "1888-92". */
function isWrittenOut(claim: string, claimed: Moment, span: string): boolean {
  return span.includes(said(claim, claimed));
}

function nameProblems(claim: string, { span, context }: Evidence): Disagreement[] {
  const known = `${context} ${span}`;
  return namesIn(withoutLongQuotes(withoutMoments(claim))).flatMap((name): Disagreement[] => {
    if (hasName(known, name) || unitNamed(name)) return [];
    const start = claim.indexOf(name);
    return [{ kind: 'name', claimed: name, ...(start >= 0 && { at: { start, end: start + name.length } }), clashes: false }];
  });
}

/** "Tovrick", "Tovrick's" and "Tovrickers" are one name: the longer begins with all but the last letters of the shorter. */
export function hasName(text: string, name: string): boolean {
  const known = new Set(terms(text));
  const parts = terms(name);
  if (parts.length === 0 || text.toLowerCase().includes(name.toLowerCase()) || isAcronymIn(text, name)) return true;
  return parts.every((part) => known.has(part) || (part.length >= LONG_NAME && [...known].some((other) => isForm(other, part))));
}

/** "GDP" for "Gross Domestic Product". */
function isAcronymIn(text: string, name: string): boolean {
  if (!/^\p{Lu}{2,6}$/u.test(name)) return false;
  const initials = (text.match(/\p{L}+/gu) ?? [])
    .filter((word) => !/^(?:of|the|and|for|in)$/i.test(word))
    .map((word) => word[0]?.toUpperCase());
  return initials.join('').includes(name);
}

const LONG_NAME = 6;

function isForm(other: string, part: string): boolean {
  const stem = Math.min(other.length, part.length) - 2;
  return stem >= LONG_NAME - 1 && Math.abs(other.length - part.length) <= 3 && other.slice(0, stem) === part.slice(0, stem);
}

/** Months and years are checked as dates, not as names. */
function withoutMoments(claim: string): string {
  return momentsIn(claim).reduce((rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), claim);
}

/** Their words are checked as a quote, not as names. */
function withoutLongQuotes(claim: string): string {
  return claim.replace(QUOTE, (whole, quoted: string) => (quoted.trim().split(/\s+/).length < QUOTED_WORDS ? whole : ' '));
}

/** Short quotes are names and titles; from three words on a quote must be the source's own words. */
const QUOTED_WORDS = 3;
const QUOTE = /["“]([^"”]+)["”]/g;

function quoteProblems(claim: string, { span, context }: Evidence): Disagreement[] {
  const flat = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const source = flat(`${context} ${span}`);
  return [...claim.matchAll(QUOTE)].flatMap(([, quoted = '']): Disagreement[] => {
    const words = flat(quoted);
    return words.split(' ').length < QUOTED_WORDS || source.includes(words) ? [] : [{ kind: 'quote', claimed: quoted, clashes: false }];
  });
}

/**
 * One denies what the other says. A denial of the claim must be one of the source's; a denial of the source counts where the claim says the
 * denied words without it. A denial of something else is no contradiction.
 */
function negationProblems(claim: string, span: string): Disagreement[] {
  const [claimed, known] = [denialsIn(claim), [...denialsIn(span), ...exceptionsIn(span)]];
  const added = FORBIDDING.test(span)
    ? undefined
    : claimed.find((denial) => isPlain(claim, denial, { text: span, denials: known, enough: SHARED_DENIED }));
  const lost = known.find((denial) =>
    isPlain(span, denial, { text: claim, denials: [...claimed, ...exceptionsIn(claim)], enough: SHARED_LOST }),
  );
  if (added) return [{ kind: 'negation', claimed: added.word, at: placeOf(added), known: 'stated', clashes: true }];
  if (claimed[0] && known.length === 0 && !NEGATIVE.test(span))
    return [{ kind: 'negation', claimed: claimed[0].word, at: placeOf(claimed[0]), clashes: false }];
  return lost ? [{ kind: 'negation', claimed: 'stated', known: lost.word, clashes: true }] : [];
}

/** "may not be crossed" is "closed to": where the source forbids in words of its own, no rule can tell. */
const FORBIDDING = /\b(?:forbid\w*|forbad\w*|bann?(?:s|ed)|prohibit\w*|exempt\w*|closed|exclud\w+|reject\w+|refus\w+)\b/i;

/** Words that deny without "not": a source with one of them, or with a denial, may say what a denial of the claim says. */
const NEGATIVE =
  /\b(?:forbid\w*|forbad\w*|bann?(?:s|ed)|prohibit\w*|exempt\w*|only|alone|free|clos\w+|stop\w*|end(?:s|ed)?|abolish\w*|former\w*|refus\w+|reject\w+|exclu\w+|miss\w+|lost|against|contrary|former|instead|rather|few|little|less|un\p{L}{4,}|in(?:active|complete|correct|sufficient|valid)|impossible|illegal|disused|\p{L}+less)\b/iu;

type Other = { readonly text: string; readonly denials: readonly Denial[]; readonly enough: number };

/** Whether the other text says what is denied here, and does not deny it. */
function isPlain(text: string, denial: Denial, { text: other, denials, enough }: Other): boolean {
  const denied = deniedTerms(text, denial);
  // Figures tell two denials apart, but are no part of what is said.
  const words = denied.filter((term) => !/^[\d.,]+$/.test(term));
  const said = words.length > 0 ? words : denied;
  const shares = (words: readonly string[]) => denied.filter((term) => words.includes(term)).length / Math.max(1, denied.length);
  const isDenied = denials.some((one) => shares([...deniedTerms(other, one), ...terms(wordsBefore(other, one))]) >= SAME_DENIED);
  const stated = new Set(terms(other));
  return said.length > 0 && !isDenied && said.filter((term) => stated.has(term)).length / said.length >= enough;
}

/** An exception denies what follows it and nothing before. */
const wordsBefore = (text: string, { start, word }: Denial): string =>
  exceptionsIn(word).length > 0 ? '' : text.slice(Math.max(0, start - 30), start);

/** Two denials with so many words in common deny the same. */
const SAME_DENIED = 0.3;
/** Of the words after "not" this share must be the other's too. */
const SHARED_DENIED = 0.5;
/** A source says more than a claim repeats: what it denies must be nearly all of what the claim is said to state. */
const SHARED_LOST = 0.75;
