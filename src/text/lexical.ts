/** BM25 over a small pool held in memory: the statistics are those of the pool itself. */
import { remember } from '../core/remember.js';
import { terms } from './terms.js';

/** Robertson's usual values; the pools here are a few hundred short texts. */
const K1 = 1.2;
const B = 0.75;

export type LexicalPool = {
  readonly score: (query: string) => number[];
  /** How rare a term is in the pool: 0 for one that every text has. */
  readonly rarity: (term: string) => number;
};

export function lexicalPool(texts: readonly string[]): LexicalPool {
  const bags = texts.map(bagOf);
  const lengths = bags.map((bag) => bag.length);
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length) || 1;
  const holders = new Map<string, number>();
  for (const { counts } of bags) for (const term of counts.keys()) holders.set(term, (holders.get(term) ?? 0) + 1);
  const rarity = (term: string) => {
    const held = holders.get(term) ?? 0;
    return Math.log(1 + (texts.length - held + 0.5) / (held + 0.5));
  };
  const score = (query: string) => {
    const wanted = [...new Set(terms(query))];
    return bags.map(({ counts }, at) => {
      const norm = K1 * (1 - B + (B * (lengths[at] as number)) / meanLength);
      return wanted.reduce((sum, term) => {
        const count = counts.get(term) ?? 0;
        return count === 0 ? sum : sum + (rarity(term) * count * (K1 + 1)) / (count + norm);
      }, 0);
    });
  };
  return { score, rarity };
}

/** The same passages are compared with one question after the other. */
const bagOf = remember(2000, (text): { readonly counts: ReadonlyMap<string, number>; readonly length: number } => {
  const list = terms(text);
  return { counts: countTerms(list), length: list.length };
});

export function countTerms(list: readonly string[]): Map<string, number> {
  const bag = new Map<string, number>();
  for (const term of list) bag.set(term, (bag.get(term) ?? 0) + 1);
  return bag;
}

/** Share of the wanted terms that the text has, each weighted. */
export function coverage(wanted: readonly string[], text: string, weight: (term: string) => number = () => 1): number {
  const present = new Set(terms(text));
  let [found, total] = [0, 0];
  for (const term of new Set(wanted)) {
    total += weight(term);
    if (present.has(term)) found += weight(term);
  }
  return total === 0 ? 0 : found / total;
}
