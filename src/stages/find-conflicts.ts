/**
 * Looks among the passages of other documents for statements that clash with a cited claim on the same matter (text/facts/clash.ts), and reports both
 * sides with their dates. It changes nothing in the answer: which of two statements is followed is decided where it is written.
 */
import type { Claim, Conflict, Outcome, Passage, Question, Quotation } from '../core/data.js';
import { type Stage, stage } from '../core/stage.js';
import { isAboutNow } from '../text/about-now.js';
import { yearsIn } from '../text/question.js';
import { type PlacedStatement, sayOtherwise, statementsOf } from './statements-of.js';

export type ConflictsInput = { readonly question: Question; readonly outcome: Outcome; readonly passages: readonly Passage[] };

export const findConflicts: Stage<ConflictsInput, readonly Conflict[]> = stage(
  'find-conflicts',
  async ({ question, outcome, passages }) => {
    if (outcome.answer.status === 'abstained' || new Set(passages.map(({ source }) => source.url)).size < 2) return [];
    const statements = passages.filter(isOfTheTime(question)).flatMap((passage) => statementsOf(passage));
    const conflicts: Conflict[] = [];
    for (const claim of outcome.answer.claims) {
      const own = ownStatement(claim, outcome, passages);
      const says = own ? [own, ...onePerPage(othersOf({ claim, own, statements }, outcome))].map(quotationOf) : [];
      if (says.length > 1 && !isReported(conflicts, says)) conflicts.push({ claim: claim.text, says, why: why(question, says) });
    }
    return conflicts;
  },
);

/** What a page of another year says contradicts nothing that is asked of a year. */
function isOfTheTime({ text, askedAt }: Question): (passage: Passage) => boolean {
  const years = yearsIn(text).filter((year) => year < askedAt.slice(0, 4));
  return ({ source: { date } }) => years.length === 0 || date === undefined || years.includes(date.slice(0, 4));
}

/** The claim, at the place that carries it. */
function ownStatement(
  { text, evidence = [], sources: [first] }: Claim,
  { sources }: Outcome,
  passages: readonly Passage[],
): PlacedStatement | undefined {
  const quoted = evidence.find(({ n }) => n === first);
  const url = sources.find(({ n }) => n === first)?.url;
  const passage = passages.find(({ source, start, end }) => source.url === url && quoted && start <= quoted.start && end >= quoted.end);
  if (!quoted || !passage) return undefined;
  const { quote, start, end } = quoted;
  const context = [passage.source.title, ...passage.headings].join(' ');
  return { passage, text, context, quote, start, end, isRow: quote.startsWith('|') };
}

type Looking = { readonly claim: Claim; readonly own: PlacedStatement; readonly statements: readonly PlacedStatement[] };

function othersOf({ claim, own, statements }: Looking, { sources }: Outcome): PlacedStatement[] {
  const cited = new Set(claim.sources.map((n) => sources.find((source) => source.n === n)?.url));
  return statements.filter((statement) => !cited.has(statement.passage.source.url) && sayOtherwise(own, statement));
}

function onePerPage(statements: readonly PlacedStatement[]): PlacedStatement[] {
  return [...new Map([...statements].reverse().map((statement) => [statement.passage.source.url, statement])).values()].reverse();
}

function quotationOf({ passage: { source }, quote, start, end }: PlacedStatement): Quotation {
  return { url: source.url, title: source.title, ...(source.date !== undefined && { date: source.date }), quote, start, end };
}

/** An answer that quotes both sides is told of it once. */
function isReported(conflicts: readonly Conflict[], says: readonly Quotation[]): boolean {
  const isSame = (one: Quotation, other: Quotation) => one.url === other.url && one.start === other.start;
  return conflicts.some((conflict) => says.every((quotation) => conflict.says.some((known) => isSame(known, quotation))));
}

function why(question: Question, [own, ...others]: readonly Quotation[]): string {
  const dates = others.flatMap(({ date }) => date ?? []);
  if (own?.date === undefined || dates.length < others.length)
    return 'not every page has a date; the answer follows the page that fits the question best';
  const isNewest = dates.every((date) => date <= (own.date as string));
  const newest = isNewest ? 'the answer follows the newer page' : 'the answer follows the older page; a newer one says otherwise';
  return isAboutNow(question) ? `the question is about the present; ${newest}` : newest;
}
