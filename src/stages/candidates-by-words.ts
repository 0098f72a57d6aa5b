/**
 * Candidates for an answer where there is no reader: sentences by the words they share with the question, and whether
 * they can hold what is asked for.
 */
import { isCalendarName } from '../english/lexicon.js';
import { fitsForm } from '../text/answer-form.js';
import { LOWEST_ODDS } from '../text/answer-odds.js';
import { coverage } from '../text/lexical.js';
import {
  askingSentence,
  contentWords,
  identifiersIn,
  namesIn,
  questionForm,
  spellingsOf,
  yearsIn,
} from '../text/question.js';
import { terms, wholeTerm } from '../text/terms.js';
import { isQuestion, unitsOf } from '../text/units.js';
import type { Candidate } from './read-candidates.js';
import type { RankedPassage } from './select-sections.js';

/** Fitted on the sample's tuning questions; a sentence that scores less than `lowest` is no answer. */
const WEIGHTS = { words: 3.44, names: 0.65, form: 1.56, rank: -0.16, lowest: 2.55 } as const;
const STEEPNESS = 1.3;
const PASSAGES = 4;

export function candidatesByWords({
  core,
  passages,
}: {
  readonly core: string;
  readonly passages: readonly RankedPassage[];
}): Candidate[] {
  const names = [...new Set(namesIn(core).flatMap((name) => terms(name)))];
  const others = terms(contentWords(askingSentence(core)).join(' ')).filter((term) => !names.includes(term));
  const form = questionForm(core);
  const candidates = passages.slice(0, PASSAGES).flatMap((passage, rank) => {
    const units = unitsOf(passage).filter((unit) => !isQuestion(unit));
    return units.map((unit, at): Candidate => {
      const window = [passage.source.title, ...passage.headings, units[at - 1]?.text ?? '', unit.text].join(' ');
      const score =
        WEIGHTS.words * coverage(others, window) +
        WEIGHTS.names * (names.length > 0 ? coverage(names, window) : 1) +
        WEIGHTS.form * Number(fitsForm(form, unit.text)) +
        WEIGHTS.rank * rank;
      return { passage, span: unit.text, units: [unit], odds: oddsOf(score) };
    });
  });
  return candidates.sort((one, other) => other.odds - one.odds);
}

/**
 * So that the lowest score has the lowest odds at which a candidate is taken, and a sentence that has all that is asked
 * for is sure.
 */
function oddsOf(score: number): number {
  return 1 / (1 + Math.exp(STEEPNESS * (WEIGHTS.lowest - score)) * (1 / LOWEST_ODDS - 1));
}

/**
 * Names, years and identifiers of the question that stand in none of the passages, whose terms are `known`: then they
 * cannot answer it, however alike they look.
 */
export function unknownParts(core: string, known: ReadonlySet<string>): string[] {
  // "Open Tuesday to Sunday" answers a question about Mondays.
  const isName = (name: string) => name.length > 2 && /\p{Ll}/u.test(name) && !isCalendarName(name);
  const names = namesIn(core).filter(
    (name) => isName(name) && terms(name).length > 0 && !terms(name).some((term) => known.has(term)),
  );
  // A setting, an option or a code is known where it stands as a whole: `work_mem` does not stand for `work_mem_limit`.
  const identifiers = identifiersIn(core).filter((name) => !spellingsOf(name).some((one) => known.has(wholeTerm(one))));
  return [...new Set([...names, ...yearsIn(core).filter((year) => !known.has(year)), ...identifiers])];
}
