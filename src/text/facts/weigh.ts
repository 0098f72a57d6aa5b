/**
 * Weighs a claim against sources by rules alone: which stretch speaks of it, which further sentences carry facts that this stretch lacks,
 * how much of its wording is covered, and where the sources disagree. Facts of one claim may stand in several places.
 */
import { type EvidenceSpan, evidenceSpan } from '../evidence-span.js';
import { type Disagreement, factDisagreements, senseDisagreements } from './agreement.js';
import { type Carrier, carrierOf, hasFact, isShortened, withRest } from './carriers.js';
import { coverage } from './coverage.js';
import { strangePairs } from './name-pairs.js';
import { nameInstead } from './name-slots.js';
import { type ReadSource, readSource, type WeighedSource } from './sources.js';

export type { Carrier } from './carriers.js';
export type { WeighedSource } from './sources.js';

export type Weighed = {
  /** The stretch that speaks of the claim first, then those that carry the rest of its facts. */
  readonly carriers: readonly Carrier[];
  /** Sentences before the first carrier. */
  readonly before: string;
  /** Share of the claim's words that the carriers and what stands around them have. */
  readonly share: number;
  readonly problems: readonly Disagreement[];
};

/** Leads further below the best than this are not looked at. */
const LEAD_GAP = 0.15;
const LEADS = 3;

export function weighClaim(claim: string, given: readonly WeighedSource[]): Weighed | undefined {
  const sources = given.map(readSource);
  const leads = sources
    .flatMap((source, at) => {
      const span = evidenceSpan(claim, source.text);
      return span ? [{ span, source, at }] : [];
    })
    // Of two that say as much, the more specific: the shorter passage.
    .sort((left, right) => right.span.share - left.span.share || left.source.text.length - right.source.text.length);
  const best = leads[0];
  if (!best || best.span.share === 0) return undefined;
  const near = leads.filter(({ span }) => span.share >= best.span.share - LEAD_GAP).slice(0, LEADS);
  const strange = strangePairs(claim, () => sources.map(({ text, context }) => `${context}\n${text}`).join('\n'));
  const weighed = near.map((lead) => weighLead(claim, lead, { sources, strange }));
  return weighed.reduce((chosen, one, at) => (isBetter(one, chosen, best.span.share - (near[at]?.span.share ?? 0)) ? one : chosen));
}

const badness = ({ problems, share }: Weighed): number => problems.length + problems.filter(({ clashes }) => clashes).length - share;

/** Where the best stretch says the contrary, one that says less is no way out. */
function isBetter(one: Weighed, chosen: Weighed, shareLost: number): boolean {
  const isTurned = chosen.problems.some(({ kind, clashes }) => clashes && kind !== 'number' && kind !== 'date');
  return badness(one) < badness(chosen) && !(isTurned && shareLost > SAME_SHARE);
}

const SAME_SHARE = 0.03;

type Lead = { readonly span: EvidenceSpan; readonly source: ReadSource; readonly at: number };
type Everything = { readonly sources: readonly ReadSource[]; readonly strange: ReturnType<typeof strangePairs> };

function weighLead(claim: string, { span, source, at }: Lead, { sources, strange }: Everything): Weighed {
  const lead: Carrier = { source: at, start: span.start, end: span.end, text: span.text };
  const context = `${source.context} ${span.before}`;
  const helped = factDisagreements(claim, { span: span.text, context }).map((problem) => ({
    problem,
    carrier: carrierOf(claim, problem, sources),
  }));
  const carriers = withRest(claim, distinct([lead, ...helped.flatMap(({ carrier }) => carrier ?? [])]), { context, sources });
  const joined = carriers.map(({ text }) => text).join('\n');
  const missing = helped
    .filter(({ carrier }) => !carrier)
    .map(({ problem }) => problem)
    .filter(
      (problem) =>
        !isSaidIn(claim, problem, carriers.slice(1)) && !isShortened(claim, problem, { context: `${context} ${joined}`, sources }),
    );
  const sense = senseDisagreements(claim, joined, `${source.context}\n${span.before}`);
  return {
    carriers,
    before: span.before,
    share: coverage(claim, `${context} ${joined}`),
    problems: [
      ...missing.map((problem) => ofAnother(claim, problem, { span: span.text, context })),
      ...strangeNames(strange, joined),
      ...sense,
    ],
  };
}

/** A name that is missing where the stretch says the rest of another is contradicted. */
function ofAnother(claim: string, problem: Disagreement, evidence: { readonly span: string; readonly context: string }): Disagreement {
  const instead = problem.kind === 'name' ? nameInstead(claim, problem.claimed, evidence) : undefined;
  return instead === undefined ? problem : { ...problem, ...(instead && { known: instead }), clashes: true, ofAnother: true };
}

/** A sentence that was added for its words may bring a fact as well. */
function isSaidIn(claim: string, problem: Disagreement, carriers: readonly Carrier[]): boolean {
  return (problem.kind === 'date' || problem.kind === 'number') && carriers.some(({ text }) => hasFact(claim, problem, text));
}

/** A name put together of words that the sources know apart; what the stretch has in its place is meant. */
function strangeNames(strange: Everything['strange'], joined: string): Disagreement[] {
  return strange.map(({ claimed, start, end }) => {
    const others = strangePairs(claimed, () => joined)[0]?.others ?? [];
    const [known] = others.length === 1 ? others : [];
    return { kind: 'name', claimed, at: { start, end }, ...(known && { known }), clashes: others.length > 0 };
  });
}

function distinct(carriers: readonly Carrier[]): Carrier[] {
  const [lead, ...rest] = carriers as [Carrier, ...Carrier[]];
  const inside = (one: Carrier) => one.source === lead.source && one.start >= lead.start && one.end <= lead.end;
  return [lead, ...new Map(rest.filter((one) => !inside(one)).map((one) => [`${one.source} ${one.start}`, one])).values()];
}
