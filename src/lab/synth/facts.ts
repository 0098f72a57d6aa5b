/**
 * Facts of one English sentence as question and answer: "The Kestrel Bridge opened in 1934." -> "When did the Kestrel Bridge open?", "1934".
 * Only forms whose grammar is certain; a sentence that is anything else gives nothing.
 */
import { howMany, howManyOf, howMuch, thereAre, whatFigure } from './count.js';
import { type Fact, isGood } from './fact.js';
import { type Page, subjectOf } from './names.js';
import { verbOfPast, verbOfThird } from './verbs.js';
import { bornIn, datedOpening, sinceWhen, whenActive, whenPassive } from './when.js';
import { madeOf, namedAfter, whatIs, where, whoBy, whoDid, whoHolds, whoIs, whoRuns } from './who.js';

const RULES = [
  whenPassive,
  whenActive,
  sinceWhen,
  whoBy,
  whoDid,
  whoIs,
  whoRuns,
  whoHolds,
  whatIs,
  madeOf,
  where,
  namedAfter,
  howMany,
  howMuch,
  howManyOf,
  whatFigure,
];

const LONGEST_SUBJECT = 60;

export function factsIn(sentence: string, page: Page): Fact[] {
  const bare = sentence.replace(/\s\([^()]*\)/g, '');
  return isPlain(bare) ? [...bornIn(sentence), ...thereAre(bare), ...statedIn(bare, page)].filter(isGood) : [];
}

function statedIn(sentence: string, page: Page): Fact[] {
  const opened = datedOpening(sentence, page);
  if (opened) return opened;
  const subject = subjectOf(sentence, page);
  if (!subject || subject.text.length > LONGEST_SUBJECT) return [];
  const said = clausesOf(subject.rest).map((rest) => ({ ...subject, rest }));
  return RULES.flatMap((rule) => said.flatMap((one) => rule(one, page)));
}

/** "opened on 30 March 2012 and runs from Southbank Depot": each with the same subject. After a relative clause it may be another's. */
function clausesOf(rest: string): string[] {
  const [first = '', ...others] = rest.split(/,? and (?=\p{Ll}+\b)/u);
  const isOwn = (clause: string) => /^(?:was|were|is)\b/.test(clause) || verbOfPast(firstWord(clause)) || verbOfThird(firstWord(clause));
  const isClosed = (at: number) =>
    [first, ...others.slice(0, at)].some((clause) => /\b(?:who|which|that|where|when|whose|after)\b/.test(clause));
  return [rest, ...others.filter((clause, at) => !isClosed(at) && isOwn(clause))];
}

const firstWord = (clause: string): string => clause.split(' ', 1)[0] ?? '';

const LONGEST_SENTENCE = 40;

/** A full sentence of prose: no quotation, no list, nobody's own opinion. */
function isPlain(sentence: string): boolean {
  const words = sentence.split(/\s+/).length;
  const isProse = /^\p{Lu}[^"“”«»|*#[\]<>()\n?!:]+\.$/u.test(sentence.replace(/\d:\d/g, ''));
  return isProse && words >= 4 && words <= LONGEST_SENTENCE && !/\b(?:I|we|my|our|you|your)\b/i.test(sentence);
}
