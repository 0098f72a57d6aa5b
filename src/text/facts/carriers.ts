/** Finds the further sentences that carry a claim: those with a fact that the first stretch lacks, and those with words that are still missing. */

import { momentsIn, saysMoment } from '../../english/calendar.js';
import { terms } from '../terms.js';
import { type Disagreement, hasName } from './agreement.js';
import { claimedWords, coveredBy, weightOf } from './coverage.js';
import { nameRunsIn } from './name-runs.js';
import { compareQuantities, quantitiesIn } from './quantities.js';
import type { ReadSource } from './sources.js';

/** A stretch of `sources[source].text`. */
export type Carrier = { readonly source: number; readonly start: number; readonly end: number; readonly text: string };

/** A sentence is added for the words it brings when it brings this much of the claim, and this many are at most. */
const WORTH_ADDING = 0.1;
const MOST_ADDED = 4;
/** From here on the wording is there, and nothing is added for its sake. */
const COVERED = 0.7;

type Around = { readonly context: string; readonly sources: readonly ReadSource[] };

/** What a summary takes from several places: further sentences, as long as each brings words that are missing. */
export function withRest(claim: string, carriers: readonly Carrier[], { context, sources }: Around): Carrier[] {
  const chosen = [...carriers];
  const words = claimedWords(claim);
  const known = new Set(terms([context, ...chosen.map(({ text }) => text)].join(' ')));
  for (let added = 0; added < MOST_ADDED && coveredBy(words, known) < COVERED; added += 1) {
    const best = richest(words, known, sources);
    if (!best) break;
    chosen.push(best);
    for (const term of terms(best.text)) known.add(term);
  }
  return chosen;
}

/** The sentence that brings most of the missing words, if it brings enough. */
function richest(words: readonly string[], known: ReadonlySet<string>, sources: readonly ReadSource[]): Carrier | undefined {
  const missing = words.filter((word) => !known.has(word));
  const total = words.reduce((sum, word) => sum + weightOf(word), 0);
  let best: { readonly carrier: Carrier; readonly gain: number } | undefined;
  for (const [source, { sentences }] of sources.entries()) {
    for (const { text, start, end, terms: own } of sentences()) {
      const gain = missing.reduce((sum, word) => sum + (own.has(word) ? weightOf(word) : 0), 0) / total;
      if (gain > Math.max(best?.gain ?? 0, WORTH_ADDING)) best = { carrier: { source, text, start, end }, gain };
    }
  }
  return best?.carrier;
}

/** What stands this close to a fact in the claim says what it is a fact of. */
const NEIGHBOURHOOD = 60;
/** Share of the neighbours that a sentence elsewhere must speak of to carry the fact. */
const SPEAKS_OF = 0.5;
/** For a name, which may stand anywhere on a page, the sentence itself must have this share. */
const OWN_WORDS = 0.34;

/** A sentence elsewhere that has the fact and speaks of the same thing. */
export function carrierOf(claim: string, problem: Disagreement, sources: readonly ReadSource[]): Carrier | undefined {
  const at = problem.kind === 'name' ? wholeName(claim, problem) : problem.at;
  if (!at || problem.kind === 'negation') return undefined;
  const [from, to] = [Math.max(0, at.start - NEIGHBOURHOOD), at.end + NEIGHBOURHOOD];
  const neighbours = [...new Set(terms(`${claim.slice(from, at.start)} ${claim.slice(at.end, to)}`))];
  const shareIn = (has: (term: string) => boolean) => neighbours.filter(has).length / Math.max(1, neighbours.length);
  let best: { readonly carrier: Carrier; readonly share: number } | undefined;
  for (const [source, { context, sentences }] of sources.entries()) {
    const around = new Set(terms(context));
    for (const [index, { text, start, end, terms: own }] of sentences().entries()) {
      const before = sentences()[index - 1]?.terms;
      const share = shareIn((term) => own.has(term) || around.has(term) || before?.has(term) === true);
      const ownShare = shareIn((term) => own.has(term));
      const isAbout = share >= SPEAKS_OF && (problem.kind === 'name' ? ownShare >= OWN_WORDS : ownShare > 0);
      if (isAbout && share > (best?.share ?? 0) && hasFact(claim, { ...problem, at }, text))
        best = { carrier: { source, text, start, end }, share };
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

/** Whether a sentence has the number, date or name that was missed. */
export function hasFact(claim: string, { kind, at, claimed }: Disagreement, sentence: string): boolean {
  if (kind === 'name') return hasName(sentence, at ? claim.slice(at.start, at.end) : claimed);
  const isHere = ({ start, end }: { start: number; end: number }) => start === at?.start && end === at?.end;
  if (kind === 'number') {
    const quantity = quantitiesIn(claim).find(isHere);
    return quantity !== undefined && quantitiesIn(sentence).some((known) => compareQuantities(known, quantity) === 'same');
  }
  const moment = kind === 'date' ? momentsIn(claim).find(isHere) : undefined;
  return moment !== undefined && momentsIn(sentence).some((known) => saysMoment(known, moment));
}

/** "Leopold Strang" where the stretch speaks of "Strang", and the sources have the whole name. */
export function isShortened(claim: string, { kind, at, claimed }: Disagreement, { context: known, sources }: Around): boolean {
  if (kind !== 'name' || !at) return false;
  const { name = '' } = nameRunsIn(claim).find(({ start, end }) => start <= at.start && end >= at.end) ?? {};
  const last = name.split(/\s+/).at(-1) ?? '';
  return (
    name.includes(' ') &&
    last !== claimed &&
    hasName(known, last) &&
    sources.some(({ text, context }) => `${context}\n${text}`.includes(name))
  );
}
