/**
 * Looks among the passages of other documents, and in the rest of the page that is cited, for what contradicts a cited
 * claim (disagreement.ts), and reports both sides with their dates. It changes nothing in the answer: which of two
 * statements is followed is decided where it is written.
 */
import type { Claim, Conflict, Outcome, Passage, Question, Quotation } from '../core/data.js';
import type { LocalModels } from '../core/ports.js';
import type { Run } from '../core/run.js';
import { type Stage, stage } from '../core/stage.js';
import { isAboutNow } from '../text/about-now.js';
import { yearsIn } from '../text/question.js';
import { contradictionsOf, selfContradictions } from './disagreement.js';

export type ConflictsInput = {
  readonly question: Question;
  readonly outcome: Outcome;
  readonly passages: readonly Passage[];
};

export function findConflicts({
  local,
}: {
  readonly local: Pick<LocalModels, 'verifier'>;
}): Stage<ConflictsInput, readonly Conflict[]> {
  return stage('find-conflicts', async ({ question, outcome, passages }, run) => {
    if (outcome.answer.status === 'abstained') return [];
    const timely = passages.filter(isOfTheTime(question));
    const conflicts: Conflict[] = [];
    for (const claim of outcome.answer.claims) {
      const own = ownQuotation(claim, passages);
      const says = own ? [own, ...(await othersOf({ claim, passages: timely }, local, run))] : [];
      if (says.length > 1 && !isReported(conflicts, says))
        conflicts.push({ claim: claim.text, says, why: why(question, says) });
    }
    return conflicts;
  });
}

/** What a page of another year says contradicts nothing that is asked of a year. */
function isOfTheTime({ text, askedAt }: Question): (passage: Passage) => boolean {
  const years = yearsIn(text).filter((year) => year < askedAt.slice(0, 4));
  return ({ source: { date } }) => years.length === 0 || date === undefined || years.includes(date.slice(0, 4));
}

/** The claim, at the place that carries it. */
function ownQuotation({ evidence = [], sources: [first] }: Claim, passages: readonly Passage[]): Quotation | undefined {
  const quoted = evidence.find(({ n }) => n !== undefined && n === first);
  const passage = passages.find(({ source }) => source.url === quoted?.url);
  return quoted && passage && quotationOf({ ...quoted, passage });
}

type ConflictInput = { readonly claim: Claim; readonly passages: readonly Passage[] };

/** One of each page: of those that carry the claim as well, a sentence they say besides it. */
async function othersOf(
  { claim, passages }: ConflictInput,
  local: Pick<LocalModels, 'verifier'>,
  run: Run,
): Promise<Quotation[]> {
  const { evidence = [] } = claim;
  const isCarrying = ({ source }: Passage) => evidence.some(({ url }) => url === source.url);
  const found = [
    ...(await contradictionsOf(
      claim.text,
      passages.filter((passage) => !isCarrying(passage)),
      local,
      run,
    )),
    ...(await selfContradictions({ claim: claim.text, evidence, passages: passages.filter(isCarrying) }, local, run)),
  ].map(quotationOf);
  return found.filter(({ url }, at) => found.findIndex((one) => one.url === url) === at);
}

type PlacedQuote = Pick<Quotation, 'quote' | 'start' | 'end'> & { readonly passage: Passage };

function quotationOf({ passage: { source }, quote, start, end }: PlacedQuote): Quotation {
  return {
    url: source.url,
    title: source.title,
    ...(source.date !== undefined && { date: source.date }),
    quote,
    start,
    end,
  };
}

/** An answer that quotes both sides is told of it once. */
function isReported(conflicts: readonly Conflict[], says: readonly Quotation[]): boolean {
  const isSame = (one: Quotation, other: Quotation) => one.url === other.url && one.start === other.start;
  return conflicts.some((conflict) =>
    says.every((quotation) => conflict.says.some((known) => isSame(known, quotation))),
  );
}

function why(question: Question, [own, ...others]: readonly Quotation[]): string {
  if (others.some(({ url }) => url === own?.url))
    return 'the page contradicts itself; the answer follows the sentence that fits the question best';
  const dates = others.flatMap(({ date }) => date ?? []);
  if (own?.date === undefined || dates.length < others.length)
    return 'not every page has a date; the answer follows the page that fits the question best';
  const isNewest = dates.every((date) => date <= (own.date as string));
  const newest = isNewest
    ? 'the answer follows the newer page'
    : 'the answer follows the older page; a newer one says otherwise';
  return isAboutNow(question) ? `the question is about the present; ${newest}` : newest;
}
