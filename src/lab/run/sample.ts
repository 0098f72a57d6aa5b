/**
 * A part of a question set that looks like the whole: as many of each type as its share, drawn by the seed, in the
 * order of the file.
 */
import { seededRandom, shuffled } from '../../text/random.js';
import type { QuestionRow } from '../datasets/rows.js';

export function stratified(rows: readonly QuestionRow[], size: number, seed: number): readonly QuestionRow[] {
  if (size >= rows.length) return rows;
  const random = seededRandom(`sample ${seed}`);
  const strata = new Map<string, QuestionRow[]>();
  for (const row of rows) strata.set(row.type ?? '', [...(strata.get(row.type ?? '') ?? []), row]);
  const counts = shares(
    [...strata.values()].map(({ length }) => length),
    size,
  );
  const chosen = new Set([...strata.values()].flatMap((own, at) => shuffled(own, random).slice(0, counts[at])));
  return rows.filter((row) => chosen.has(row));
}

/** Largest remainders; no type is left out while there are places enough for all. */
function shares(lengths: readonly number[], size: number): number[] {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const exact = lengths.map((length) => (length / total) * size);
  const least = size >= lengths.length ? 1 : 0;
  const counts = exact.map((share) => Math.max(least, Math.floor(share)));
  const byRemainder = exact
    .map((share, at) => ({ at, rest: share - (counts[at] as number) }))
    .sort((one, other) => other.rest - one.rest);
  for (let left = size - counts.reduce((sum, count) => sum + count, 0), turn = 0; left !== 0; turn += 1) {
    const { at } = byRemainder[left > 0 ? turn % lengths.length : lengths.length - 1 - (turn % lengths.length)] as {
      at: number;
    };
    const next = (counts[at] as number) + Math.sign(left);
    if (next < least || next > (lengths[at] as number)) continue;
    counts[at] = next;
    left -= Math.sign(left);
  }
  return counts;
}
