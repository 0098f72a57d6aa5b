/**
 * The critic without a model: rules of consistency between a question and a chunk. The paper names temporal consistency
 * as one of several; the others are ours. Each rule that a chunk breaks lowers its score by a factor and says why. A
 * chunk that says nothing about time breaks no rule of time.
 */
import type { Passage, Question } from '../../core/data.js';
import { contextual } from '../../stages/select-sections.js';
import { fitsForm } from '../../text/answer-form.js';
import { coreQuestion, namesIn, questionForm } from '../../text/question.js';
import { figuresIn } from '../../text/support.js';
import { terms } from '../../text/terms.js';
import { isAskedOfThePresent, spansIn, timeOf, wantedTime, withoutTimes } from './time.js';

export type Objection = { readonly rule: string; readonly factor: number; readonly reason: string };

/** Set by hand, not fitted: what contradicts the question costs half of a score, what is merely missing a fifth. */
const FACTORS = { time: 0.5, outdated: 0.7, names: 0.5, figures: 0.8, form: 0.8, supposition: 0.9 } as const;

/** Years after which a page is no longer taken for the present. */
const PRESENT_YEARS = 5;

type Rule = (question: Question, chunk: Passage) => Objection | undefined;

/** "What happened in 1934?" against "It opened in 1888." */
const time: Rule = (question, { text }) => {
  const wanted = wantedTime(question);
  const spans = spansIn(text);
  if (!wanted || spans.length === 0 || spans.some(({ from, to }) => from <= wanted.to && to >= wanted.from))
    return undefined;
  return object('time', `speaks of ${spans.map(timeOf).join(', ')}, asked was ${timeOf(wanted)}`);
};

/** "Who is the mayor now?" against a page whose newest year is long past. */
const outdated: Rule = (question, { text, source }) => {
  if (!isAskedOfThePresent(question.text) || /\b(?:now|today|current(?:ly)?|at present)\b/i.test(text))
    return undefined;
  const years = [
    ...spansIn(text).map(({ to }) => to),
    ...(source.date === undefined ? [] : [Number(source.date.slice(0, 4))]),
  ];
  const newest = Math.max(...years);
  const age = Number(question.askedAt.slice(0, 4)) - newest;
  return years.length > 0 && age > PRESENT_YEARS ? object('outdated', `its newest year is ${newest}`) : undefined;
};

/** The chunk, its title and its headings know none, or only some, of the names asked for. */
const names: Rule = (question, chunk) => {
  const wanted = namesIn(coreQuestion(question.text)).filter((name) => terms(name).length > 0);
  const known = new Set(terms(contextual(chunk)));
  const missing = wanted.filter((name) => !terms(name).some((term) => known.has(term)));
  if (missing.length === 0) return undefined;
  return {
    rule: 'names',
    factor: 1 - (1 - FACTORS.names) * (missing.length / wanted.length),
    reason: `does not name ${missing.join(', ')}`,
  };
};

/** Figures of the question that are no times: "route 66", "the 3.5 km walk". */
const figures: Rule = (question, chunk) => {
  const known = new Set(figuresIn(contextual(chunk)));
  const missing = figuresIn(withoutTimes(coreQuestion(question.text))).filter((figure) => !known.has(figure));
  return missing.length > 0 ? object('figures', `does not hold ${missing.join(', ')}`) : undefined;
};

/** Asked was when, who or how many, and nothing in the chunk could be that. */
const form: Rule = (question, { text }) => {
  const wanted = questionForm(question.text);
  return fitsForm(wanted, text) ? undefined : object('form', `holds nothing that answers "${wanted}"`);
};

const SUPPOSES =
  /\b(?:rumou?r(?:ed|s)?|reportedly|allegedly|supposedly|legend has it|it is said|some (?:say|believe|claim)|may have been|might have been)\b/i;

const supposition: Rule = (question, { text }) =>
  SUPPOSES.test(text) && !SUPPOSES.test(question.text) ? object('supposition', 'merely supposes') : undefined;

const RULES: readonly Rule[] = [time, outdated, names, figures, form, supposition];

export function objectionsTo(question: Question, chunk: Passage): Objection[] {
  return RULES.flatMap((rule) => rule(question, chunk) ?? []);
}

function object(rule: keyof typeof FACTORS, reason: string): Objection {
  return { rule, factor: FACTORS[rule], reason };
}
