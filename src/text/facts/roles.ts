/**
 * Who does what to whom, by the order of names around a verb: "Ada built the Hall for Ben" against "Ben built the Hall for Ada", with the passive
 * understood, and "from A to B" against "from B to A". The verifier is weak here (models/verifier/CARD.md: role swaps .52-.61). English.
 */
import { terms } from '../terms.js';

export type Turned = { readonly claimed: string; readonly known: string };

type Run = { readonly name: string; readonly start: number; readonly end: number };

const NAME_RUN = /\p{Lu}[\p{L}\p{N}’'-]*(?:\s+(?:(?:of|de|van|von|the)\s+)?\p{Lu}[\p{L}\p{N}’'-]*)*/gu;
const OPENERS =
  /^(?:The|A|An|In|On|At|By|For|From|It|He|She|They|This|That|His|Her|Their|Its|When|While|After|Before|As|Both|With|Since|Until|During|There|Although|Though|But|And|If)\s+|^(?:The|A|An|In|On|At|By|For|From|It|He|She|They|This|That|His|Her|Their|Its|When|While|After|Before|As|Both|With|Since|Until|During|There|Although|Though|But|And|If)$/u;
const CALENDAR =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|Easter|Christmas)$/;
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

function runsIn(text: string): Run[] {
  return [...text.matchAll(NAME_RUN)].flatMap(({ 0: whole, index }) => {
    const name = whole.replace(OPENERS, '');
    return name === '' || CALENDAR.test(name) ? [] : [{ name, start: index + whole.length - name.length, end: index + whole.length }];
  });
}

/** At most one is reported: a swap turns both ways. */
export function turnedRoles(claim: string, source: string): Turned[] {
  const known = runsIn(source);
  const claimed = runsIn(claim);
  for (const [at, one] of claimed.entries()) {
    for (const other of claimed.slice(at + 1, at + 3)) {
      const [first, second] = [known.filter((run) => isSame(run, one)), known.filter((run) => isSame(run, other))];
      if (first.length !== 1 || second.length !== 1 || isSame(one, other)) continue;
      const pairs = { claim, source, mine: [one, other], theirs: [first[0] as Run, second[0] as Run] } as const;
      if (isTurned(pairs)) return [{ claimed: claim.slice(one.start, other.end), known: between(source, pairs.theirs) }];
    }
  }
  return [];
}

type Pairs = { readonly claim: string; readonly source: string; readonly mine: readonly [Run, Run]; readonly theirs: readonly [Run, Run] };

function isTurned({ claim, source, mine, theirs }: Pairs): boolean {
  const isReversed = theirs[0].start > theirs[1].start;
  const [link, otherLink] = [claim.slice(mine[0].end, mine[1].start), gapOf(source, theirs)];
  if ([link, otherLink].some((gap) => SYMMETRIC.test(gap) || wordCount(gap) > LONGEST_LINK)) return false;
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

function directionBefore(text: string, { start }: Run): string {
  return DIRECTED.exec(text.slice(Math.max(0, start - 14), start))?.[1]?.toLowerCase() ?? '';
}

function gapOf(text: string, [one, other]: readonly [Run, Run]): string {
  return one.start < other.start ? text.slice(one.end, other.start) : text.slice(other.end, one.start);
}

function between(text: string, [one, other]: readonly [Run, Run]): string {
  return text.slice(Math.min(one.start, other.start), Math.max(one.end, other.end));
}

function sharedStems(link: string, other: string): number {
  const known = new Set(terms(other));
  return terms(link).filter((term) => known.has(term)).length;
}

/** "Wrenfield" is "Tobias Wrenfield": the last words agree. */
function isSame(left: Run, right: Run): boolean {
  const [a, b] = [left.name, right.name].map((name) =>
    name
      .replace(/['’]s$/, '')
      .toLowerCase()
      .split(/\s+/),
  ) as [string[], string[]];
  return a.at(-1) === b.at(-1) || (a.length > 1 && b.length === 1 && a[0] === b[0]) || (b.length > 1 && a.length === 1 && a[0] === b[0]);
}
