/**
 * Who does what to whom: "Ada built the Hall for Ben" against "Ben built the Hall for Ada". Two ways to see a swap: the order of two names around
 * the same words, with the passive understood and "from A to B" against "from B to A"; and what is said of each name, where the claim says of
 * the one what its source says of the other. The verifier is weak here (models/verifier/CARD.md: role swaps .52-.61). English.
 */
import { terms } from '../terms.js';
import { isSameName, type NameRun, nameRunsIn } from './name-runs.js';
import { type Ties, tiesIn } from './name-ties.js';

export type Turned = { readonly claimed: string; readonly known: string };

/** Words between two names that bind both alike: the order says nothing. */
const SYMMETRIC =
  /^\s*(?:,|and|or|&|with|between)\s*$|\b(?:married|met|between|together|joined|shared?|neighbours?|twinned|alike|same)\b|[,;.!?()\n]/i;
const PASSIVE = /\b(?:is|are|was|were|be|been|being|gets?|got)\b[^,;]*\bby\s*(?:the\s+|an?\s+)?$/i;
const DIRECTED = /\b(from|to|by|than|over|after|before|under)\s+(?:the\s+)?$/i;
const OPPOSED: Readonly<Record<string, readonly string[]>> = {
  from: ['to'],
  to: ['from'],
  after: ['before'],
  before: ['after'],
  over: ['under'],
  under: ['over'],
};

/** At most one is reported: a swap turns both ways. `before` is what stands before the source: whom "she" means. */
export function turnedRoles(claim: string, source: string, before = ''): Turned[] {
  const claimed = nameRunsIn(claim);
  if (claimed.length < 2) return [];
  const turned = turnedOrder(claim, source, claimed) ?? exchangedTies(claim, `${before}\n${source}`);
  return turned ? [turned] : [];
}

function turnedOrder(claim: string, source: string, claimed: readonly NameRun[]): Turned | undefined {
  const known = nameRunsIn(source);
  const like = ({ name }: NameRun) => known.filter((run) => isSameName(run.name, name));
  for (const [at, one] of claimed.entries()) {
    for (const other of claimed.slice(at + 1, at + 2)) {
      const [first, second] = [like(one), like(other)];
      if (first.length !== 1 || second.length !== 1 || isSameName(one.name, other.name)) continue;
      const pairs = { claim, source, mine: [one, other], theirs: [first[0] as NameRun, second[0] as NameRun] } as const;
      if (isTurned(pairs)) return { claimed: claim.slice(one.start, other.end), known: between(source, pairs.theirs) };
    }
  }
  return undefined;
}

/** How much more the claim must say of each name what the source says of the other than what it says of the name itself. */
const CLEARLY = 2;

/** "Ada is the mayor, Ben her deputy": the claim gives each of two names what its source gives the other. */
function exchangedTies(claim: string, source: string): Turned | undefined {
  const known = tiesIn(source);
  const own = tiesIn(claim).flatMap((mine) => {
    const theirs = known.find(({ name }) => isSameName(name, mine.name));
    return theirs ? [{ mine, theirs }] : [];
  });
  for (const [at, one] of own.entries()) {
    for (const other of own.slice(at + 1)) {
      const straight = shared(one.mine, one.theirs) + shared(other.mine, other.theirs);
      const crossed = shared(one.mine, other.theirs) + shared(other.mine, one.theirs);
      if (one.theirs !== other.theirs && crossed - straight >= CLEARLY)
        return { claimed: `${one.mine.name} / ${other.mine.name}`, known: `${other.mine.name} / ${one.mine.name}` };
    }
  }
  return undefined;
}

/** A tie with a word says more than a bare place. */
const weightOf = (tie: string): number => (tie.includes(' ') ? 2 : 1);

function shared({ ties }: Ties, { ties: others }: Ties): number {
  return [...ties].reduce((sum, tie) => sum + (others.has(tie) ? weightOf(tie) : 0), 0);
}

type Two = readonly [NameRun, NameRun];
type Pairs = { readonly claim: string; readonly source: string; readonly mine: Two; readonly theirs: Two };

function isTurned({ claim, source, mine, theirs }: Pairs): boolean {
  const isReversed = theirs[0].start > theirs[1].start;
  const [link, otherLink] = [claim.slice(mine[0].end, mine[1].start), gapOf(source, theirs)];
  if ([link, otherLink].some((gap) => SYMMETRIC.test(gap) || nameRunsIn(gap).length > 0 || wordCount(gap) > LONGEST_LINK)) return false;
  const [mineWay, theirWay] = [mine, theirs].map((runs, at) => runs.map((run) => directionBefore(at === 0 ? claim : source, run)));
  const opposed = [0, 1].filter((at) => OPPOSED[mineWay?.[at] ?? '']?.includes(theirWay?.[at] ?? '')).length;
  if (opposed === 2) return true;
  const shared = sharedStems(link, otherLink);
  if (shared === 0 || opposed > 0) return false;
  return isReversed !== (PASSIVE.test(link) !== PASSIVE.test(otherLink));
}

/** Names further apart than this stand in no such relation. */
const LONGEST_LINK = 7;
const wordCount = (gap: string): number => gap.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

function directionBefore(text: string, { start }: NameRun): string {
  return DIRECTED.exec(text.slice(Math.max(0, start - 14), start))?.[1]?.toLowerCase() ?? '';
}

function gapOf(text: string, [one, other]: Two): string {
  return one.start < other.start ? text.slice(one.end, other.start) : text.slice(other.end, one.start);
}

function between(text: string, [one, other]: Two): string {
  return text.slice(Math.min(one.start, other.start), Math.max(one.end, other.end));
}

function sharedStems(link: string, other: string): number {
  const known = new Set(terms(other));
  return terms(link).filter((term) => known.has(term)).length;
}
