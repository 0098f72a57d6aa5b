/**
 * Puts an answer together from candidates, as the kind of question asks: the span and its sentence, steps, items, both
 * sides.
 */
import type { Passage } from '../core/data.js';
import { SURE_ODDS } from '../text/answer-odds.js';
import { contentWords, identifiersIn, spellingsOf } from '../text/question.js';
import { asksTwice, comparedSides, type QuestionKind } from '../text/question-kind.js';
import { stripMarks } from '../text/readable-unit.js';
import { terms, wholeTerm } from '../text/terms.js';
import { type Unit, unitsOf } from '../text/units.js';
import type { Candidate } from './read-candidates.js';

/** A sentence of the answer and the passage it was taken from. */
export type TakenSentence = { readonly text: string; readonly passage: Passage };

/** `missing` says what the kind of question demands and no passage gives. */
export type ComposedAnswer = {
  readonly short: string;
  readonly taken: readonly TakenSentence[];
  readonly missing?: string;
};

export type ComposeInput = {
  readonly question: string;
  readonly kind: QuestionKind;
  readonly candidates: readonly Candidate[];
};

/** Words of the whole answer, of what is quoted from the best stretch, and of a sentence from another. */
const MOST_WORDS = 110;
const STRETCH_WORDS = 60;
const ELSEWHERE_WORDS = 40;
/** Sentences that are quoted beside the best one, where it is not sure. */
const MOST_BESIDE = 2;
/** In the same stretch, and in another: one that is less likely than this share of the best is left out. */
const BESIDE = 0.15;
const ELSEWHERE = 0.4;
const MOST_ITEMS = 12;
/** A span of more words, or less likely, is no short answer by itself: its sentence is. */
const SPAN_WORDS = 14;
const SPAN_ODDS = 0.6;

export function composeAnswer({ question, kind, candidates }: ComposeInput): ComposedAnswer {
  const [best, ...others] = candidates as [Candidate, ...Candidate[]];
  if (kind === 'comparison') return compareSides(question, candidates);
  const isSpan = (kind === 'fact' || kind === 'list') && !asksTwice(question) && isShortAnswer(best, question);
  const lead = isSpan ? [] : best.units.filter(({ isLead }) => isLead);
  const wantsItems = kind === 'how-to' || kind === 'list' || lead.length > 0 || isAskedByHeading(best, question);
  const items = wantsItems ? itemsAt(best) : [];
  if (items.length > 1)
    return {
      short: kind === 'how-to' ? (items[0] as Unit).text : joined(items),
      taken: takenFrom(best.passage, [...lead, ...items]),
    };
  const short = isSpan ? stripMarks(best.span) : textOf(sentencesOf(best, question));
  const whole = withOthers(best);
  const isFull = isEnough(question, best) || whole.units.length >= best.units.length + MOST_BESIDE;
  const also = isFull ? undefined : others.find((other) => isWorthQuoting(other, best));
  return { short, taken: within([whole, ...(also ? [also] : [])].flatMap((one) => sentencesOf(one, question))) };
}

/** "What do I have to do this week?" is asked of all that stands under "This week", not of one item. */
function isAskedByHeading({ passage, units }: Candidate, question: string): boolean {
  const asked = terms(contentWords(question).join(' '));
  const heading = new Set(terms(passage.headings.at(-1) ?? ''));
  return units[0]?.isItem === true && asked.length > 0 && asked.every((term) => heading.has(term));
}

/** Each question of several in one has the sentence that answers it, or it is said that none does. */
export function composeParts(parts: readonly string[], answers: readonly (Candidate | undefined)[]): ComposedAnswer {
  const taken = within(answers.flatMap((answer, at) => (answer ? sentencesOf(answer, parts[at] as string) : [])));
  const missing = parts.filter((_, at) => answers[at] === undefined);
  return {
    short: textOf(taken),
    taken,
    ...(missing.length > 0 && { missing: `no sentence that was read answers "${missing.join('" or "')}"` }),
  };
}

const textOf = (taken: readonly TakenSentence[]): string => taken.map(({ text }) => text).join(' ');

/** A few words that say something beyond the question and the page's title, found in the sentence alone as well. */
function isShortAnswer({ span, odds, passage, units, sentences }: Candidate, question: string): boolean {
  const said = new Set(terms(`${question} ${passage.source.title}`));
  const alone = sentences?.find(({ unit }) => unit === units[0]);
  const isConfirmed = !alone || terms(alone.span).some((term) => terms(span).includes(term));
  const isFew = odds >= SPAN_ODDS && span.split(/\s+/).length <= SPAN_WORDS;
  return isFew && isConfirmed && terms(span).some((term) => !said.has(term));
}

function isWorthQuoting(other: Candidate, best: Candidate): boolean {
  const isLikely = likelihood(other) >= ELSEWHERE * likelihood(best);
  return isLikely && wordsIn(other.units) <= ELSEWHERE_WORDS && other.units.every(isProse) && saysMore(other, best);
}

/** Beside an answer only what reads as a sentence: no code, no line of a synopsis, no end of a sentence cut in two. */
function isProse({ text, isLead }: Unit): boolean {
  const letters = text.replace(/[^\p{L}\s]/gu, '').length;
  return !isLead && text.split(/\s+/).length >= 4 && letters >= 0.8 * text.length && /^["“([\p{L}\p{N}]/u.test(text);
}

const wordsIn = (units: readonly Unit[]): number => units.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);

/** Of its best sentence, where its sentences were read one by one. */
const likelihood = ({ odds, sentences }: Candidate): number =>
  sentences ? Math.max(...sentences.map((one) => one.odds)) : odds;

/**
 * An entry's own sentences are about what is asked: where its best one is not sure, those that may answer as well are
 * quoted with it, in their order.
 */
function withOthers({ sentences = [], ...best }: Candidate): Candidate {
  const least = BESIDE * likelihood({ ...best, sentences });
  const chosen = new Set(best.units);
  const most = chosen.size + MOST_BESIDE;
  const isOther = (unit: Unit) => unit.isItem && best.units.some(({ isItem }) => isItem); // items speak of one thing each
  for (const { unit, odds } of sentences.toSorted((one, other) => other.odds - one.odds)) {
    const fits = chosen.size < most && wordsIn([...chosen, unit]) <= STRETCH_WORDS;
    if (fits && odds >= least && isProse(unit) && !isOther(unit)) chosen.add(unit);
  }
  return { ...best, units: [...chosen].sort((one, other) => one.start - other.start) };
}

/** One sentence answers: the reader is sure of it, and one thing is asked. */
export function isEnough(question: string, { odds }: Candidate): boolean {
  return odds >= SURE_ODDS && !asksTwice(question);
}

/** The sentence of the span under its item's term, where it does not name it: "gc.auto: The default is 6700." */
function sentencesOf({ passage, span, units }: Candidate, question: string): TakenSentence[] {
  const heading = stripMarks(passage.headings.at(-1) ?? '').replace(/^\d+(?:\.\d+)*\.?\s+(?=\p{L})/u, ''); // 6.1. Signals
  const text = units.map((unit) => unit.text).join(' ');
  const isNeeded = !text.includes(stripMarks(span)) || isNamedOnlyBy(heading, { question, text });
  return takenFrom(passage, units).map((one, at) =>
    at === 0 && isNeeded && heading !== '' ? { ...one, text: `${heading}: ${one.text}` } : one,
  );
}

/**
 * What the question names stands in the heading and not in the text: the identifiers as a whole, where there are any.
 */
function isNamedOnlyBy(
  heading: string,
  { question, text }: { readonly question: string; readonly text: string },
): boolean {
  const identifiers = identifiersIn(question).flatMap(spellingsOf).map(wholeTerm);
  const asked = new Set(identifiers.length > 0 ? identifiers : terms(question));
  const named = terms(heading).filter((term) => asked.has(term));
  const said = new Set(terms(text));
  return named.length > 0 && !(identifiers.length > 0 ? named : terms(heading)).some((term) => said.has(term));
}

function takenFrom(passage: Passage, units: readonly Unit[]): TakenSentence[] {
  return units.map(({ text }) => ({ text, passage }));
}

/** Neither the same span nor the same sentence. */
export function saysMore(other: Candidate, best: Candidate): boolean {
  const plain = ({ span }: Candidate) => contentWords(span).join(' ').toLowerCase();
  return (
    !plain(best).includes(plain(other)) &&
    !plain(other).includes(plain(best)) &&
    other.units[0]?.text !== best.units[0]?.text
  );
}

/** The whole list, in order, that the span lies in or leads to. */
function itemsAt({ passage, units }: Candidate): Unit[] {
  const all = unitsOf(passage);
  const last = units.at(-1) as Unit;
  const from = all.findIndex(({ start }) => start === last.start);
  const at = all[from]?.isItem ? from : from + 1;
  if (!all[at]?.isItem) return [];
  const before = all.slice(0, at).findLastIndex(({ isItem }) => !isItem);
  const after = all.findIndex(({ isItem }, place) => place > at && !isItem);
  return all.slice(before + 1, after < 0 ? undefined : after).slice(0, MOST_ITEMS);
}

const joined = (items: readonly Unit[]): string => items.map(({ text }) => text.replace(/\.$/, '')).join('; ');

/** The best candidate that speaks of both sides, else the best of each. */
function compareSides(question: string, candidates: readonly Candidate[]): ComposedAnswer {
  const sides = comparedSides(question);
  const ofBoth =
    sides.length > 0 ? candidates.find((candidate) => sides.every((side) => mentions(candidate, side))) : undefined;
  const chosen = sides.map((side) => ofBoth ?? candidates.find((candidate) => mentions(candidate, side)));
  const missing = sides.filter((_, at) => chosen[at] === undefined);
  const found = [...new Set(chosen.filter((candidate) => candidate !== undefined))];
  const taken = (found.length > 0 ? found : candidates.slice(0, 1)).flatMap((candidate) =>
    sentencesOf(withOthers(candidate), question),
  );
  return {
    short: textOf(taken),
    taken: within(taken),
    ...(missing.length > 0 && { missing: `no passage that was read compares ${missing.join(' or ')}` }),
  };
}

function mentions({ passage, units }: Candidate, side: string): boolean {
  const said = new Set(terms([passage.headings.at(-1) ?? '', ...units.map(({ text }) => text)].join(' ')));
  return terms(contentWords(side).join(' ')).some((term) => said.has(term));
}

/** Each sentence once, up to the limit; a single one beyond it is cut at its end, visibly. */
function within(taken: readonly TakenSentence[]): TakenSentence[] {
  const chosen: TakenSentence[] = [];
  let words = 0;
  for (const one of taken) {
    const length = one.text.split(/\s+/).length;
    const isSaid = chosen.some(({ text }) => text.endsWith(one.text) || one.text.endsWith(text));
    if (isSaid || (chosen.length > 0 && words + length > MOST_WORDS)) continue;
    chosen.push(
      length > MOST_WORDS
        ? {
            ...one,
            text: `${one.text
              .split(/\s+/)
              .slice(0, MOST_WORDS - 1)
              .join(' ')} …`,
          }
        : one,
    );
    words += length;
  }
  return chosen;
}
