/** What a sentence denies, and which way it compares: the small words by which an altered claim turns a source around. English; of other languages plain denials alone. */
import { terms } from '../terms.js';
import { foreignDenials, isPortuguese } from './foreign-denials.js';

const DENIALS =
  /\b(?:not|never|no|none|nobody|nothing|nowhere|neither|nor|without|cannot|can't|won't|isn't|aren't|wasn't|weren't|doesn't|don't|didn't|hasn't|haven't|hadn't|wouldn't|couldn't|shouldn't|fail(?:s|ed)? to|refus(?:es|ed) to|unable to|lacks?|lacked|hardly|barely|instead of|rather than|rarely|seldom)\b/gi;

/** "not only", "no more than", "no doubt" deny nothing. */
const NO_DENIAL = /\b(?:not only|not just|no (?:more|less|fewer|later|earlier|longer) than|no doubt|whether or not|not least|no\. ?\d)/gi;

export type Denial = { readonly word: string; readonly start: number; readonly end: number };

export function denialsIn(text: string): Denial[] {
  const spared = text.replace(/[’]/g, "'").replace(NO_DENIAL, (whole) => ' '.repeat(whole.length));
  const found = [...englishDenials(spared), ...foreignDenials(spared)].sort((one, other) => one.index - other.index);
  return found.map(({ 0: word, index }) => ({ word: word.toLowerCase(), start: index, end: index + word.length }));
}

/** "no" is "in the" in Portuguese. */
function englishDenials(text: string): RegExpExecArray[] {
  const found = [...text.matchAll(DENIALS)];
  return found.some(isNo) && isPortuguese(text) ? found.filter((denial) => !isNo(denial)) : found;
}

const isNo = ([word]: RegExpExecArray): boolean => word.toLowerCase() === 'no';

const EXCEPTIONS = /\b(?:except(?: for)?|apart from|with the exception of|other than|free (?:of|from))\b/gi;

/** "daily except Sunday" denies Sunday. */
export function exceptionsIn(text: string): Denial[] {
  return [...text.matchAll(EXCEPTIONS)].map(({ 0: word, index }) => ({ word: word.toLowerCase(), start: index, end: index + word.length }));
}

/** Words that say the contrary of each other. */
const CONTRARIES =
  `more less | more fewer | most least | larger smaller | largest smallest | bigger smaller | biggest smallest | greater lesser | greater smaller
higher lower | highest lowest | longer shorter | longest shortest | older younger | oldest youngest | older newer | oldest newest | earlier later | earliest latest
before after | above below | over under | increase decrease | increased decreased | rise fall | rose fell | rises falls | gain loss | gained lost | win lose | won lost
first last | faster slower | fastest slowest | heavier lighter | warmer colder | warmest coldest | hotter colder | wider narrower | widest narrowest | deeper shallower | deepest shallowest
cheaper dearer | cheapest dearest | better worse | best worst | stronger weaker | strongest weakest | open closed | opened closed | opens closes | allowed forbidden | allowed banned
accepted rejected | north south | northern southern | east west | eastern western | left right | inside outside | up down | always never | all none | all some | many few
public private | free paid | begin end | began ended | begins ends | start finish | started finished | add remove | added removed | include exclude | included excluded
male female | father mother | brother sister | son daughter | husband wife | ahead behind | upstream downstream | maximum minimum | majority minority | import export
imported exported | buy sell | bought sold | arrive depart | arrived departed | alive dead | same different | possible impossible | legal illegal | able unable
outnumber outnumbered | exceed trail | taller shorter | tallest shortest | busier quieter | busiest quietest | richer poorer | richest poorest | safe dangerous`
    .split(/[|\n]/)
    .map((pair) => pair.trim().split(/\s+/) as [string, string]);

const CONTRARY = new Map<string, Set<string>>();
for (const [one, other] of CONTRARIES) {
  CONTRARY.set(one, (CONTRARY.get(one) ?? new Set()).add(other));
  CONTRARY.set(other, (CONTRARY.get(other) ?? new Set()).add(one));
}

export type Contrary = { readonly claimed: string; readonly known: string };

/**
 * Words of the claim whose contrary the source has in its place: the source lacks the word itself, the claim lacks the contrary, and a word
 * beside the one stands beside the other too, or is its contrary's own sentence in few words.
 */
export function contrariesBetween(claim: string, source: string): Contrary[] {
  const [claimed, known] = [wordsIn(claim), wordsIn(source)];
  return [...new Set(claimed)].flatMap((word) => {
    if (known.includes(word)) return turnedBeside(claimed, known, word);
    const contrary = [...(CONTRARY.get(word) ?? [])].find((other) => known.includes(other) && !claimed.includes(other));
    if (contrary === undefined) return [];
    const beside = new Set(neighbours(claimed, word));
    return neighbours(known, contrary).some((term) => beside.has(term)) ? [{ claimed: word, known: contrary }] : [];
  });
}

/** "last Friday" where the source has "first Friday" and, elsewhere, "last Sunday": the word beside it decides. */
function turnedBeside(claimed: readonly string[], known: readonly string[], word: string): Contrary[] {
  const has = (words: readonly string[], one: string, next: string) => words.some((at, place) => at === one && words[place + 1] === next);
  const turned = claimed.flatMap((one, at) => {
    const next = claimed[at + 1];
    if (one !== word || next === undefined || terms(next).length === 0 || has(known, word, next)) return [];
    return [...(CONTRARY.get(word) ?? [])].filter((other) => has(known, other, next) && !has(claimed, other, next));
  });
  return turned.slice(0, 1).map((contrary) => ({ claimed: word, known: contrary }));
}

const REACH = 4;

/** Stems within a few words of every place at which the word stands. */
function neighbours(words: readonly string[], word: string): string[] {
  const around = words.flatMap((one, at) =>
    one === word ? [...words.slice(Math.max(0, at - REACH), at), ...words.slice(at + 1, at + 1 + REACH)] : [],
  );
  return terms(around.join(' '));
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Words near a denial, by stem: what is denied. A denial reaches to the end of its clause. */
export function deniedTerms(text: string, { end }: Denial, reach = 40): string[] {
  const [clause = ''] = text
    .slice(end, end + reach)
    .split(
      /[.;!?](?=\s|$)|\n|,\s+(?:and|but|so|while|which|who)\b|\s(?:but|because|although|unless|sondern|aber|weil|mais|pero|sino|porque|mas|maar)\s|\sand\s+(?:had|has|have|was|were|is|are|then|there|it|he|she|they)\b/,
    );
  return terms(clause);
}
