/**
 * Weighs a claim against sources by rules alone: which stretch speaks of it, which further sentences carry facts that this stretch lacks,
 * how much of its wording is covered, and where the sources disagree. Facts of one claim may stand in several places.
 */
import { type EvidenceSpan, evidenceSpan } from '../evidence-span.js';
import { ordersToMachines } from '../orders.js';
import { splitSentences } from '../sentences.js';
import { terms } from '../terms.js';
import { type Disagreement, factDisagreements, hasName, senseDisagreements } from './agreement.js';
import { momentsIn, saysMoment } from './calendar.js';
import { strangePairs } from './name-pairs.js';
import { compareQuantities, quantitiesIn } from './quantities.js';

export type WeighedSource = {
  readonly text: string;
  /** Title and headings. */
  readonly context: string;
};

/** A stretch of `sources[source].text`. */
export type Carrier = { readonly source: number; readonly start: number; readonly end: number; readonly text: string };

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

export function weighClaim(claim: string, sources: readonly WeighedSource[]): Weighed | undefined {
  const readable = sources.map(({ text, context }) => ({ context, text: withoutOrders(text) }));
  const leads = readable
    .flatMap((source, at) => {
      const span = evidenceSpan(claim, source.text);
      return span ? [{ span, source, at }] : [];
    })
    // Of two that say as much, the more specific: the shorter passage.
    .sort((left, right) => right.span.share - left.span.share || left.source.text.length - right.source.text.length);
  const best = leads[0];
  if (!best || best.span.share === 0) return undefined;
  const near = leads.filter(({ span }) => span.share >= best.span.share - LEAD_GAP).slice(0, LEADS);
  const weighed = near.map((lead) => weighLead(claim, lead, readable));
  return weighed.reduce((chosen, one, at) => (isBetter(one, chosen, best.span.share - (near[at]?.span.share ?? 0)) ? one : chosen));
}

/** Orders to machines are no statements: they support nothing. Blanked, so that offsets stay. */
function withoutOrders(text: string): string {
  return ordersToMachines(text).reduce((rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), text);
}

const badness = ({ problems, share }: Weighed): number => problems.length + problems.filter(({ clashes }) => clashes).length - share;

/** Where the best stretch says the contrary, one that says less is no way out. */
function isBetter(one: Weighed, chosen: Weighed, shareLost: number): boolean {
  const isTurned = chosen.problems.some(({ kind, clashes }) => clashes && kind !== 'number' && kind !== 'date');
  return badness(one) < badness(chosen) && !(isTurned && shareLost > SAME_SHARE);
}

const SAME_SHARE = 0.03;

type Lead = { readonly span: EvidenceSpan; readonly source: WeighedSource; readonly at: number };

function weighLead(claim: string, { span, source, at }: Lead, readable: readonly WeighedSource[]): Weighed {
  const lead: Carrier = { source: at, start: span.start, end: span.end, text: span.text };
  const context = `${source.context} ${span.before}`;
  const found = factDisagreements(claim, { span: span.text, context });
  const helped = found.map((problem) => ({ problem, carrier: carrierOf(claim, problem, readable) }));
  const extra = helped.flatMap(({ carrier }) => (carrier ? [carrier] : []));
  const carriers = withRest(claim, distinct([lead, ...extra]), { context, readable });
  const joined = carriers.map(({ text }) => text).join('\n');
  const missing = helped.filter(({ carrier }) => !carrier).map(({ problem }) => problem);
  const problems = [...missing, ...strangeNames(claim, joined, readable), ...senseDisagreements(claim, joined)];
  return { carriers, before: span.before, share: coverage(claim, `${context} ${joined}`), problems };
}

/** A sentence is added for the words it brings when it brings this much of the claim, and this many are at most. */
const WORTH_ADDING = 0.15;
const MOST_ADDED = 2;

/** What a summary takes from several places: further sentences, as long as each brings words that are missing. */
function withRest(
  claim: string,
  carriers: readonly Carrier[],
  around: { readonly context: string; readonly readable: readonly WeighedSource[] },
): Carrier[] {
  const chosen = [...carriers];
  const words = wordsOf(claim);
  const known = new Set(terms([around.context, ...chosen.map(({ text }) => text)].join(' ')));
  for (let added = 0; added < MOST_ADDED && coveredBy(words, known) < COVERED; added += 1) {
    const best = richest(words, known, around.readable);
    if (!best) break;
    chosen.push(best);
    for (const term of terms(best.text)) known.add(term);
  }
  return chosen;
}

/** The sentence that brings most of the missing words, if it brings enough. */
function richest(words: readonly string[], known: ReadonlySet<string>, readable: readonly WeighedSource[]): Carrier | undefined {
  const missing = words.filter((word) => !known.has(word));
  const total = words.reduce((sum, word) => sum + weightOf(word), 0);
  let best: { readonly carrier: Carrier; readonly gain: number } | undefined;
  for (const [source, { text }] of readable.entries()) {
    for (const sentence of splitSentences(text)) {
      const own = new Set(terms(sentence.text));
      const gain = missing.reduce((sum, word) => sum + (own.has(word) ? weightOf(word) : 0), 0) / total;
      if (gain > Math.max(best?.gain ?? 0, WORTH_ADDING)) best = { carrier: { source, ...sentence }, gain };
    }
  }
  return best?.carrier;
}

/** From here on the wording is there, and nothing is added for its sake. */
const COVERED = 0.7;

/** A name put together of words that the sources know apart; what the stretch has in its place is meant. */
function strangeNames(claim: string, joined: string, readable: readonly WeighedSource[]): Disagreement[] {
  const everything = readable.map(({ text, context }) => `${context}\n${text}`).join('\n');
  return strangePairs(claim, everything).map(({ claimed, start, end }) => {
    const others = strangePairs(claimed, joined)[0]?.others ?? [];
    const [known] = others.length === 1 ? others : [];
    return { kind: 'name', claimed, at: { start, end }, ...(known && { known }), clashes: others.length > 0 };
  });
}

function distinct(carriers: readonly Carrier[]): Carrier[] {
  const [lead, ...rest] = carriers as [Carrier, ...Carrier[]];
  const inside = (one: Carrier) => one.source === lead.source && one.start >= lead.start && one.end <= lead.end;
  return [lead, ...new Map(rest.filter((one) => !inside(one)).map((one) => [`${one.source} ${one.start}`, one])).values()];
}

/** Figures count as the longest words do. */
export const weightOf = (term: string): number => (/\d/.test(term) ? 8 : Math.min(term.length, 8));

/** Figures and dates are checked by what they mean, and left out here: "nearly 10,000" is 9,742 in other words. */
export function coverage(claim: string, text: string): number {
  return coveredBy(wordsOf(claim), new Set(terms(text)));
}

const wordsOf = (claim: string): string[] => [...new Set(terms(withoutFigures(claim)))];

function coveredBy(words: readonly string[], known: ReadonlySet<string>): number {
  let [found, total] = [0, 0];
  for (const word of words) {
    total += weightOf(word);
    if (known.has(word)) found += weightOf(word);
  }
  return total === 0 ? 0 : found / total;
}

function withoutFigures(claim: string): string {
  const places = [...quantitiesIn(claim), ...momentsIn(claim)];
  return places.reduce((rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), claim);
}

/** What stands this close to a fact in the claim says what it is a fact of. */
const NEIGHBOURHOOD = 60;
/** Share of the neighbours that a sentence elsewhere must speak of to carry the fact. */
const SPEAKS_OF = 0.5;

/** For a name, which may stand anywhere on a page, the sentence itself must have this share. */
const OWN_WORDS = 0.34;

/** A sentence elsewhere that has the fact and speaks of the same thing. */
function carrierOf(claim: string, problem: Disagreement, sources: readonly WeighedSource[]): Carrier | undefined {
  const at = problem.kind === 'name' ? wholeName(claim, problem) : problem.at;
  if (!at || problem.kind === 'negation') return undefined;
  const [from, to] = [Math.max(0, at.start - NEIGHBOURHOOD), at.end + NEIGHBOURHOOD];
  const neighbours = [...new Set(terms(`${claim.slice(from, at.start)} ${claim.slice(at.end, to)}`))];
  let best: { readonly carrier: Carrier; readonly share: number } | undefined;
  for (const [source, { text, context }] of sources.entries()) {
    const sentences = splitSentences(text);
    for (const [index, sentence] of sentences.entries()) {
      if (!hasFact(claim, { ...problem, at }, sentence.text)) continue;
      const known = new Set(terms(`${context} ${sentences[index - 1]?.text ?? ''} ${sentence.text}`));
      const own = new Set(terms(sentence.text));
      const share = neighbours.filter((term) => known.has(term)).length / Math.max(1, neighbours.length);
      const ownShare = neighbours.filter((term) => own.has(term)).length / Math.max(1, neighbours.length);
      const isAbout = share >= SPEAKS_OF && (problem.kind === 'name' ? ownShare >= OWN_WORDS : ownShare > 0);
      if (isAbout && share > (best?.share ?? 0)) best = { carrier: { source, ...sentence }, share };
    }
  }
  return best?.carrier;
}

/** The run of capitalised words that the name stands in: "Hesper" -> "Hesper Dunning". */
function wholeName(claim: string, { at, claimed }: Disagreement): Disagreement['at'] {
  if (!at) return undefined;
  const run = [...claim.matchAll(/\p{Lu}[\p{L}\p{N}’'-]*(?:\s+\p{Lu}[\p{L}\p{N}’'-]*)*/gu)].find(
    ({ 0: words, index }) => index <= at.start && index + words.length >= at.end,
  );
  // A capital at the head of a sentence says nothing: then the name alone.
  return run && run.index > 0 && run[0] !== claimed ? { start: run.index, end: run.index + run[0].length } : at;
}

function hasFact(claim: string, { kind, at, claimed }: Disagreement, sentence: string): boolean {
  if (kind === 'name') return hasName(sentence, at ? claim.slice(at.start, at.end) : claimed);
  const isHere = ({ start, end }: { start: number; end: number }) => start === at?.start && end === at?.end;
  if (kind === 'number') {
    const quantity = quantitiesIn(claim).find(isHere);
    return quantity !== undefined && quantitiesIn(sentence).some((known) => compareQuantities(known, quantity) === 'same');
  }
  const moment = kind === 'date' ? momentsIn(claim).find(isHere) : undefined;
  return moment !== undefined && momentsIn(sentence).some((known) => saysMoment(known, moment));
}
