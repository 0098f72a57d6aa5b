/**
 * Puts an answer together from candidates, as the kind of question asks: the span and its sentence, steps, items, both
 * sides.
 */
import type { Passage } from '../core/data.js';
import { SURE_ODDS } from '../text/answer-odds.js';
import { contentWords, identifiersIn } from '../text/question.js';
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

/**
 * Words of the whole answer, of what is quoted from the best stretch where its sentence is not sure, and of a sentence
 * from another.
 */
const MOST_WORDS = 110;
const STRETCH_WORDS = 60;
const ELSEWHERE_WORDS = 40;
/** Beside the best sentence, and in another stretch: one that is less likely than this share of it is left out. */
const BESIDE = 0.1;
const ELSEWHERE = 0.3;
const MOST_ITEMS = 12;
/** A span of more words is no short answer by itself. */
const SPAN_WORDS = 14;

export function composeAnswer({ question, kind, candidates }: ComposeInput): ComposedAnswer {
  const [best, ...others] = candidates as [Candidate, ...Candidate[]];
  if (kind === 'comparison') return compareSides(question, candidates);
  if (kind === 'how-to' || kind === 'list') {
    const items = itemsAt(best);
    if (items.length > 1)
      return {
        short: kind === 'list' ? joined(items) : (items[0] as Unit).text,
        taken: takenFrom(best.passage, items),
      };
  }
  const taken = sentencesOf(best, question);
  const also = isEnough(question, best)
    ? undefined
    : others.find(
        (other) => likelihood(other) >= ELSEWHERE * likelihood(best) && isShort(other) && saysMore(other, best),
      );
  const isSpan = (kind === 'fact' || kind === 'list') && !asksTwice(question) && isShortAnswer(best, question);
  const short = isSpan ? stripMarks(best.span) : taken.map(({ text }) => text).join(' ');
  return {
    short,
    taken: within([...sentencesOf(withOthers(best), question), ...(also ? sentencesOf(also, question) : [])]),
  };
}

/** A few words that say something beyond the question and the title of the page. */
function isShortAnswer({ span, passage }: Candidate, question: string): boolean {
  const said = new Set(terms(`${question} ${passage.source.title}`));
  return span.split(/\s+/).length <= SPAN_WORDS && terms(span).some((term) => !said.has(term));
}

const wordsIn = (units: readonly Unit[]): number => units.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
const isShort = ({ units }: Candidate): boolean => wordsIn(units) <= ELSEWHERE_WORDS;

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
  for (const { unit, odds } of sentences.toSorted((one, other) => other.odds - one.odds)) {
    if (odds >= least && wordsIn([...chosen, unit]) <= STRETCH_WORDS) chosen.add(unit);
  }
  return { ...best, units: [...chosen].sort((one, other) => one.start - other.start) };
}

/** One sentence answers: the reader is sure of it, and one thing is asked. */
export function isEnough(question: string, { odds }: Candidate): boolean {
  return odds >= SURE_ODDS && !asksTwice(question);
}

/** The sentence of the span under its item's term, where it does not name it: "gc.auto: The default is 6700." */
function sentencesOf({ passage, span, units }: Candidate, question: string): TakenSentence[] {
  const heading = stripMarks(passage.headings.at(-1) ?? '');
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
  const identifiers = identifiersIn(question).map(wholeTerm);
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
  const short = taken.map(({ text }) => text).join(' ');
  return {
    short,
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
    if (chosen.some(({ text }) => text === one.text) || (chosen.length > 0 && words + length > MOST_WORDS)) continue;
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
