/**
 * Questions that need two pages, made of two facts: a comparison ("Which was opened first, the Kestrel Bridge or the Provincial Theatre?"), or a
 * chain, in which one page tells what the other speaks of ("When was the person who designed the Kestrel Bridge born?").
 */
import type { Passage } from '../../core/data.js';
import { shuffled } from '../../text/random.js';
import type { Fact } from './fact.js';
import { isPersonName, withoutArticle } from './names.js';

/** A fact and where it stands. */
export type Placed = { readonly fact: Fact; readonly passage: Passage; readonly sentence: string };

export type Joined = {
  readonly kind: 'comparison' | 'chain';
  readonly question: string;
  readonly answers: readonly string[];
  /** Both can be answered alone, each from its own page. */
  readonly parts: readonly [Placed, Placed];
};

/** How often one fact may be part of a comparison: sets of questions should not be all about one bridge. */
const MOST_PER_FACT = 2;

export function joinFacts(placed: readonly Placed[], random: () => number): Joined[] {
  return [...chains(placed), ...comparisons(shuffled(placed, random))];
}

const areApart = (one: Placed, other: Placed): boolean =>
  one.passage.source.id !== other.passage.source.id && withoutArticle(one.fact.subject) !== withoutArticle(other.fact.subject);

function comparisons(placed: readonly Placed[]): Joined[] {
  const groups = groupedBy(
    placed.filter(({ fact }) => fact.comparable),
    ({ fact }) => fact.comparable?.key ?? '',
  );
  const used = new Map<Placed, number>();
  return groups.flatMap((group) =>
    pairsOf(group).flatMap(([one, other]) => {
      const joined = areApart(one, other) ? compared(one, other) : undefined;
      if (!joined || [one, other].some((fact) => (used.get(fact) ?? 0) >= MOST_PER_FACT)) return [];
      for (const fact of [one, other]) used.set(fact, (used.get(fact) ?? 0) + 1);
      return [joined];
    }),
  );
}

function pairsOf<Item>(items: readonly Item[]): [Item, Item][] {
  return items.flatMap((one, at) => items.slice(at + 1).map((other): [Item, Item] => [one, other]));
}

/** Values closer than this share may be the same in other words; dates must lie in different years. */
const CLEAR_SHARE = 0.02;

function compared(one: Placed, other: Placed): Joined | undefined {
  const [left, right] = [one.fact.comparable, other.fact.comparable];
  if (!left || !right) return undefined;
  const gap = Math.abs(left.value - right.value);
  const isClear = left.wins === 'least' ? Math.floor(left.value) !== Math.floor(right.value) : gap > CLEAR_SHARE * Math.abs(left.value);
  const isFair = isPersonName(one.fact.subject) === isPersonName(other.fact.subject);
  if (!isClear || !isFair || Number.isNaN(gap)) return undefined;
  const winner = left.value < right.value === (left.wins === 'least') ? one : other;
  return {
    kind: 'comparison',
    question: `${left.asks}, ${one.fact.subject} or ${other.fact.subject}?`,
    answers: [withoutArticle(winner.fact.subject)],
    parts: [one, other],
  };
}

/** What one page describes, and another says something of. */
function chains(placed: readonly Placed[]): Joined[] {
  const describing = placed.filter(({ fact }) => fact.describes);
  return describing.flatMap((first) =>
    placed.flatMap((second) => {
      const { subject, question } = second.fact;
      const isSame =
        withoutArticle(subject) === first.fact.answers[0] && question.split(subject).length === 2 && second.fact.kind !== 'what';
      if (!isSame || !areApart(first, second) || second.fact.describes !== undefined) return [];
      const asked = question.replace(subject, first.fact.describes as string);
      return [{ kind: 'chain' as const, question: asked, answers: second.fact.answers, parts: [first, second] as const }];
    }),
  );
}

function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}
