/**
 * Names of several words must be the source's names: "Merewen Square" is not "Merewen Soundlink", though a page may have all three words.
 * Each two neighbours of a run of capitalised words must be neighbours in the source, in either order, with little between them.
 */

export type StrangePair = {
  readonly claimed: string;
  readonly start: number;
  readonly end: number;
  /** The source's names that begin or end like it. */
  readonly others: readonly string[];
};

const CAPITALISED = /\p{Lu}[\p{L}\p{N}’'-]*/gu;
/** Words with a capital that belong to no name: what opens sentences, days and months, titles of persons. */
const LOOSE =
  /^(?:The|A|An|In|On|At|By|For|From|Of|To|It|He|She|They|This|That|These|Those|His|Her|Their|Its|When|While|After|Before|As|Both|With|Since|Until|During|There|Although|Though|But|And|If|Each|Every|All|Some|Most|Many|Only|Also|Between|Not|No|Under|Over|January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|Dr|Mr|Mrs|Ms|Miss|Sir|Dame|Lady|Lord|Professor|Prof|Mayor|President|King|Queen|Prince|Princess|Baron|Captain|Frau|Herr|I)$/;
/** Words that may stand between two parts of one name. */
const BETWEEN = 2;

type Word = { readonly text: string; readonly start: number; readonly end: number };

/** The sources are read only where the claim has such a name. */
export function strangePairs(claim: string, sources: () => string): StrangePair[] {
  const pairs = pairsIn(claim);
  if (pairs.length === 0) return [];
  const text = sources();
  const known = wordsOf(text);
  return pairs.flatMap(([first, second]) => {
    if (areNeighbours(known, first.text, second.text)) return [];
    const others = namesLike(text, first.text, second.text);
    return [{ claimed: claim.slice(first.start, second.end), start: first.start, end: second.end, others }];
  });
}

function pairsIn(claim: string): (readonly [Word, Word])[] {
  const words = [...claim.matchAll(CAPITALISED)].map(({ 0: text, index }) => ({ text, start: index, end: index + text.length }));
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    const isPair = next && claim.slice(word.end, next.start) === ' ' && !LOOSE.test(word.text) && !LOOSE.test(next.text);
    // The first word of a sentence has its capital from its place.
    return isPair && (word.start > 0 || at > 0 || /^\S+ \p{Lu}/u.test(claim)) ? [[word, next] as const] : [];
  });
}

const plain = (word: string): string => word.toLowerCase().replace(/['’]s?$/, '');

function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*|\n/gu) ?? []).map(plain);
}

function areNeighbours(words: readonly string[], first: string, second: string): boolean {
  const [one, other] = [plain(first), plain(second)];
  return words.some((word, at) => {
    if (word !== one && word !== other) return false;
    const wanted = word === one ? other : one;
    const next = words.slice(at + 1, at + 2 + BETWEEN).indexOf(wanted);
    // A title and the line below it are no neighbours.
    return next >= 0 && !words.slice(at + 1, at + 1 + next).includes('\n');
  });
}

/** "Merewen Square" for "Merewen Soundlink": names of two words with one of the two. */
function namesLike(sources: string, first: string, second: string): string[] {
  const runs = sources.match(/\p{Lu}[\p{L}\p{N}’'-]*(?: \p{Lu}[\p{L}\p{N}’'-]*)+/gu) ?? [];
  const named = runs.map((run) => run.split(' ').filter((word) => !LOOSE.test(word))).filter((run) => run.length === 2);
  const alike = named.filter(([one = '', other = '']) => plain(one) === plain(first) || plain(other) === plain(second));
  return [...new Set(alike.map((run) => run.join(' ')))];
}
