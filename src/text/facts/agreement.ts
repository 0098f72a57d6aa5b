/**
 * Whether a claim says of numbers, dates, names and denials what its source says: the checks that need no model and that a model of words is weak at.
 * A disagreement `clashes` when the source says something else, and is merely missing when the source does not speak of it.
 */
import { namesIn } from '../question.js';
import { terms } from '../terms.js';
import { type Moment, momentsClash, momentsIn, saysMoment } from './calendar.js';
import { contrariesBetween, denialsIn, deniedTerms } from './polarity.js';
import { compareQuantities, type Quantity, quantitiesIn } from './quantities.js';

export type Disagreement = {
  readonly kind: 'number' | 'date' | 'name' | 'quote' | 'negation' | 'comparison';
  readonly claimed: string;
  /** What the source says instead. */
  readonly known?: string;
  readonly clashes: boolean;
};

export type Evidence = {
  /** The stretch that speaks of the same thing. */
  readonly span: string;
  /** What is known around it: title, headings, the sentences before. */
  readonly context: string;
};

export function disagreements(claim: string, evidence: Evidence): Disagreement[] {
  return [
    ...quantityProblems(claim, evidence),
    ...dateProblems(claim, evidence),
    ...nameProblems(claim, evidence),
    ...quoteProblems(claim, evidence),
    ...negationProblems(claim, evidence),
    ...contrariesBetween(claim, evidence.span).map(
      ({ claimed, known }) => ({ kind: 'comparison', claimed, known, clashes: true }) as const,
    ),
  ];
}

const said = (text: string, { start, end }: { start: number; end: number }): string => text.slice(start, end);

function quantityProblems(claim: string, { span, context }: Evidence): Disagreement[] {
  const [near, around] = [quantitiesIn(span), quantitiesIn(context)];
  const matches = (known: readonly Quantity[], claimed: Quantity) => known.some((one) => compareQuantities(one, claimed) === 'same');
  return quantitiesIn(claim).flatMap((claimed): Disagreement[] => {
    if (matches(near, claimed) || matches(around, claimed)) return [];
    const other = near.find((known) => compareQuantities(known, claimed) === 'other');
    return [{ kind: 'number', claimed: said(claim, claimed), ...(other && { known: said(span, other) }), clashes: other !== undefined }];
  });
}

function dateProblems(claim: string, { span, context }: Evidence): Disagreement[] {
  const [near, around] = [momentsIn(span), momentsIn(context)];
  const matches = (known: readonly Moment[], claimed: Moment) => known.some((one) => saysMoment(one, claimed));
  return momentsIn(claim).flatMap((claimed): Disagreement[] => {
    if (matches(near, claimed) || matches(around, claimed) || isWrittenOut(claim, claimed, span)) return [];
    const other = near.find((known) => momentsClash(known, claimed));
    return [{ kind: 'date', claimed: said(claim, claimed), ...(other && { known: said(span, other) }), clashes: other !== undefined }];
  });
}

/** A year in a list or a range that the calendar does not read: "1888-92". */
function isWrittenOut(claim: string, claimed: Moment, span: string): boolean {
  return span.includes(said(claim, claimed));
}

function nameProblems(claim: string, { span, context }: Evidence): Disagreement[] {
  const known = new Set(terms(`${context} ${span}`));
  const text = `${context} ${span}`.toLowerCase();
  return namesIn(withoutLongQuotes(claim)).flatMap((name): Disagreement[] => {
    const parts = terms(name);
    const isKnown = parts.length === 0 || parts.every((part) => known.has(part)) || text.includes(name.toLowerCase());
    return isKnown ? [] : [{ kind: 'name', claimed: name, clashes: false }];
  });
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

/** One denies what the other says. Only where the denied words are the source's too: a denial of something else is no contradiction. */
function negationProblems(claim: string, { span }: Evidence): Disagreement[] {
  const [claimed, known] = [denialsIn(claim), denialsIn(span)];
  if (claimed.length > 0 === known.length > 0) return [];
  const [denying, plain] = claimed.length > 0 ? [claim, span] : [span, claim];
  const others = new Set(terms(plain));
  const denial = (claimed[0] ?? known[0])!;
  const denied = deniedTerms(denying, denial);
  const shared = denied.filter((term) => others.has(term)).length;
  if (denied.length === 0 || shared / denied.length < SHARED_DENIED) return [];
  const word = denial.word;
  return [{ kind: 'negation', claimed: claimed.length > 0 ? word : 'stated', known: claimed.length > 0 ? 'stated' : word, clashes: true }];
}

/** Of the words after "not" this share must be the other's too. */
const SHARED_DENIED = 0.5;
