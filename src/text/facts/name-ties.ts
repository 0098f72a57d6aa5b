/**
 * What a text says of each name it has, as a list of small ties: who does what ("does found"), to whom ("gets found"), what the name is
 * ("is heiress"), and how it is placed ("of mayor", "at", "from"). Passive and possessive are read as what they mean: "founded by Ada" and
 * "Ada founded", "Ada's bridge" and "the bridge of Ada" give the same ties. By the order of words alone, without a grammar. English.
 */
import { isSameName } from './name-runs.js';
import { isJoint, isWord, type Word, wordsOfClauses } from './name-words.js';
import { BE, DETERMINER, isVerbPart, PARTICIPLE, PLACES, stemOf } from './verb-forms.js';

/** Ties of every name, one set for each name however it is spelled. */
export type Ties = { readonly name: string; readonly ties: ReadonlySet<string> };

export function tiesIn(text: string): Ties[] {
  const found: { name: string; ties: Set<string> }[] = [];
  for (const words of wordsOfClauses(text)) {
    for (const [at, word] of words.entries()) {
      if (word.name === undefined) continue;
      const { name } = word;
      const known = found.find((one) => isSameName(one.name, name)) ?? { name, ties: new Set<string>() };
      if (!found.includes(known)) found.push(known);
      for (const tie of [...tiesBefore(words, firstOfRow(words, at)), ...tiesAfter(words, lastOfRow(words, at))]) known.ties.add(tie);
    }
  }
  return found;
}

/** "the crossing of Rope Street and Pan Lane": what is said of one is said of all that stand in a row. */
function firstOfRow(words: readonly Word[], at: number): number {
  return isJoint(words[at - 1]) && words[at - 2]?.name !== undefined ? firstOfRow(words, at - 2) : at;
}

function lastOfRow(words: readonly Word[], at: number): number {
  return isJoint(words[at + 1]) && words[at + 2]?.name !== undefined ? lastOfRow(words, at + 2) : at;
}

const LEFT_REACH = 4;

/** "by the novelist | Ada": what Ada is, then how she is placed, then by what. */
function tiesBefore(words: readonly Word[], at: number): string[] {
  if (words[at - 1]?.text === ',') return appositionBefore(words, at - 2);
  let place = at - 1;
  const beside: string[] = [];
  for (; place >= Math.max(0, at - LEFT_REACH) && isWord(words[place]); place -= 1) {
    const { text } = words[place] as Word;
    if (PLACES.has(text) || BE.test(text) || DETERMINER.test(text)) break;
    beside.push(text);
  }
  const stop = words[place]?.text ?? '';
  const isNoun = DETERMINER.test(stop) || PLACES.has(stop);
  if (DETERMINER.test(stop)) place -= 1;
  const stems = beside.flatMap((word) => stemOf(word) ?? []).filter((stem) => !MUTUAL.test(stem));
  const said = stems.flatMap((stem) => (isNoun ? [`is ${stem}`] : [`is ${stem}`, `gets ${stem}`]));
  return isWord(words[place]) ? [...said, ...placed(words, place)] : said;
}

const APPOSITION_REACH = 6;

/** "the last keeper, | Ada, ...": the words between an article and the comma. */
function appositionBefore(words: readonly Word[], from: number): string[] {
  const stems: string[] = [];
  for (let at = from; at >= Math.max(0, from - APPOSITION_REACH) && isWord(words[at]); at -= 1) {
    const { text } = words[at] as Word;
    if (DETERMINER.test(text) || text === 'one') return stems.map((stem) => `is ${stem}`);
    const stem = PLACES.has(text) ? undefined : stemOf(text);
    if (stem) stems.push(stem);
  }
  return [];
}

/** What a place is said to be by its "of": "the village of Stell". */
const KIND_OF_PLACE =
  /^(?:village|town|city|island|river|lake|county|province|port|hamlet|parish|state|kingdom|district|waterfall|mountain|hill)$/;

/** How the word at `place`, left of a name, places it: a preposition with what it belongs to, or a verb whose object it is. */
function placed(words: readonly Word[], place: number): string[] {
  const { text } = words[place] as Word;
  const kind = PLACES.get(text);
  if (kind === undefined) {
    const stem = isVerbPart(text) ? undefined : stemOf(text);
    return stem && !MUTUAL.test(stem) ? [`gets ${stem}`] : [];
  }
  if (kind === 'by') {
    const verb = nearestParticiple(words, place);
    return verb ? [`does ${verb}`, 'by'] : ['by'];
  }
  const before = words[place - 1];
  const head = before && /^\p{L}/u.test(before.text) ? stemOf((before.name?.split(' ').at(-1) ?? before.text).toLowerCase()) : undefined;
  const isKind = kind === 'of' && KIND_OF_PLACE.test(before?.text ?? '');
  return [kind, ...(head ? [`${kind} ${head}`] : []), ...(isKind && head ? [`is ${head}`] : [])];
}

const BY_REACH = 9;

function nearestParticiple(words: readonly Word[], place: number): string | undefined {
  for (let at = place - 1; at >= Math.max(0, place - BY_REACH); at -= 1) {
    const word = words[at] as Word;
    if (isWord(word) && PARTICIPLE.test(word.text)) return stemOf(word.text);
  }
  return undefined;
}

const RIGHT_REACH = 4;

/** "Ada of | Stell opened ...": what follows is Ada's. */
function isComplement(words: readonly Word[], at: number): boolean {
  const before = DETERMINER.test(words[at - 1]?.text ?? '') ? at - 2 : at - 1;
  return PLACES.has(words[before]?.text ?? '') && words[before - 1]?.name !== undefined;
}

/** "Ada | , a novelist, opened ...": what she is, then what she does. */
function tiesAfter(words: readonly Word[], at: number): string[] {
  if (isComplement(words, at)) return [];
  return saidAfter(words, at);
}

function saidAfter(words: readonly Word[], at: number): string[] {
  const next = words[at + 1]?.text ?? '';
  if (next === "'s")
    return nounsFrom(words, at + 2)
      .slice(0, 2)
      .map((stem) => `of ${stem}`);
  if (next === '(') return verbTies(words, behind(words, ')', at));
  // "Ada of Stell, a novelist, ...": where she is of is passed over.
  if (PLACES.has(next) && words[at + 2]?.name !== undefined) return saidAfter(words, at + 2).filter((tie) => !tie.startsWith('of '));
  if (next !== ',') return verbTies(words, at + 1);
  const after = words[at + 2]?.text ?? '';
  const then = verbTies(words, behind(words, ',', at + 1));
  if (/^(?:who|which|that)$/.test(after)) return [...verbTies(words, at + 3), ...then];
  if (isVerbPart(after)) return verbTies(words, at + 2);
  if (PARTICIPLE.test(after)) return [`gets ${stemOf(after) ?? ''}`, ...then];
  const isApposition = isWord(words[at + 2]) && !PLACES.has(after) && !/^(?:and|or|but|while|when|where)$/.test(after);
  return isApposition ? [...nounsFrom(words, at + 2).map((stem) => `is ${stem}`), ...then] : [];
}

/** The place behind the next sign of this kind. */
function behind(words: readonly Word[], sign: string, from: number): number {
  const at = words.findIndex((word, place) => place > from && word.text === sign);
  return at < 0 ? words.length : at + 1;
}

/** The verb that begins here, with its voice: "was founded" is done to the name, "founded" and "has founded" by it. */
function verbTies(words: readonly Word[], from: number): string[] {
  let at = from;
  while (isWord(words[at]) && (isVerbPart((words[at] as Word).text) || /ly$/.test((words[at] as Word).text))) at += 1;
  const isBeing = words.slice(from, at).some(({ text }) => BE.test(text));
  if (!isWord(words[at])) return [];
  const { text } = words[at] as Word;
  if (isBeing && !PARTICIPLE.test(text))
    return PLACES.has(text) ? [] : [...nounsFrom(words, at).map((stem) => `is ${stem}`), ...relative(words, at)];
  if (PLACES.has(text) || DETERMINER.test(text) || /^(?:and|or|but|who|which|that)$/.test(text)) return [];
  const stem = stemOf(text);
  return stem && !MUTUAL.test(stem) ? [`${isBeing ? 'gets' : 'does'} ${stem}`] : [];
}

/** By stems: what both do alike says nothing of their order. */
const MUTUAL = /^(?:meet|marri|join|share|resembl|adjoin|border)$/;

const RELATIVE_REACH = 6;

/** "was an heiress | who founded ..." */
function relative(words: readonly Word[], from: number): string[] {
  const at = words.findIndex((word, place) => place > from && place < from + RELATIVE_REACH && word.text === 'who');
  return at < 0 ? [] : verbTies(words, at + 1);
}

/** Stems of a few words up to the next comma, name or preposition. */
function nounsFrom(words: readonly Word[], from: number): string[] {
  const stems: string[] = [];
  for (let at = from; at < Math.min(words.length, from + RIGHT_REACH) && isWord(words[at]); at += 1) {
    const { text } = words[at] as Word;
    if (PLACES.has(text) && at > from) break;
    const stem = DETERMINER.test(text) ? undefined : stemOf(text);
    if (stem) stems.push(stem);
  }
  return stems;
}
