/**
 * Gives back to a rewritten question what a rewrite must never lose: quoted phrases, names, numbers, codes and rare
 * words, in their own spelling. G-RAG's authors (section 3.1.1) saw a rewriter "correct" the company ryse to rise and
 * lose the document. Nothing of the rewrite is taken away.
 */
import { stemmer } from 'stemmer';
import { COMMON_WORDS } from './common-words.js';
import { isFunctionWord } from './question.js';
import { splitSentences } from './sentences.js';
import { plainWord } from './stems.js';

/**
 * A word, number or code with what belongs to it: `O'Hare`, `A-17`, `1,000`, `snake_case`, `R&D`, `C++`, `#1`, `§12`.
 */
const TOKEN =
  /[#@§]?[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|[-‐‑'’._&/:@](?=[\p{L}\p{N}])|,(?=\p{N}{3}(?!\p{N})))*(?:\+\+|#)?/gu;
/** "..." “...” «...» „...“, and '...' or ‘...’ where it is no apostrophe. */
const QUOTED = /["“„«]([^"“”„«»]+)["”“»]|(?<![\p{L}\p{N}])['‘]([^'‘’]*[^'‘’\s])['’](?![\p{L}\p{N}])/gu;
/** Scripts without blanks between words: a stretch counts as present where the rewrite holds it anywhere. */
const UNSPACED =
  /[\p{Script=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const COMMON_STEMS = new Set(COMMON_WORDS.map((word) => stemmer(word)));
const ABBREVIATIONS = new Set(['e.g', 'i.e', 'vs', 'etc']);

/** What of the original no rewrite may lose, in order, each once; phrases stand in double quotes. */
export function rareTokens(original: string): string[] {
  const words = splitSentences(original).flatMap(({ text }) => rareWordsIn(text));
  return [...new Map([...phrasesIn(original), ...words].map((token) => [plainWord(token), token])).values()];
}

/** The rewrite, followed by what it lost. An empty rewrite is no rewrite: the original comes back. */
export function keepRareTokens(original: string, rewritten: string): string {
  return rewritten.trim() === '' ? original : append(rewritten, missingFrom([rewritten], original));
}

/**
 * Names, numbers and codes of the original that the rewrite does not hold. Rare words without a capital or a digit may
 * be said otherwise.
 */
export function lostNames(original: string, rewritten: string): string[] {
  return missingFrom([rewritten], original).filter((token) => /[\p{Lu}\p{N}]/u.test(token));
}

/**
 * For rewrites that share the work, such as sub-questions: what none of them holds is given to each, what one holds
 * stays where it is.
 */
export function keepRareAmong(original: string, rewrites: readonly string[]): string[] {
  const missing = missingFrom(rewrites, original);
  return rewrites.map((rewritten) => append(rewritten, missing));
}

/** A phrase that is given back brings its words with it, so what is given back counts as held. */
function missingFrom(rewrites: readonly string[], original: string): string[] {
  const held = rewrites.map((text) => ({ text, tokens: tokensIn(text) }));
  const missing: string[] = [];
  for (const token of rareTokens(original)) {
    if (held.some((one) => holds(one, token))) continue;
    missing.push(token);
    held.push({ text: token, tokens: tokensIn(token) });
  }
  return missing;
}

function append(rewritten: string, missing: readonly string[]): string {
  return missing.length === 0 ? rewritten : `${rewritten.trimEnd()} ${missing.join(' ')}`;
}

const tokensIn = (text: string): string[] => text.match(TOKEN) ?? [];

function phrasesIn(text: string): string[] {
  const phrases = [...text.matchAll(QUOTED)].map(([, double, single]) =>
    (double ?? single ?? '').replace(/\s+/g, ' ').trim(),
  );
  return phrases.filter((phrase) => tokensIn(phrase).length > 0).map((phrase) => `"${phrase}"`);
}

function rareWordsIn(sentence: string): string[] {
  const tokens = tokensIn(sentence);
  const shouted = tokens.length > 2 && !/\p{Ll}/u.test(sentence);
  const titled = tokens.filter(isCapitalised).length * 2 > tokens.length;
  return tokens.filter((token, at) =>
    isRare(shouted ? token.toLowerCase() : token, { next: tokens[at + 1] ?? '', opens: at === 0, titled }),
  );
}

type Place = { readonly next: string; readonly opens: boolean; readonly titled: boolean };

function isRare(token: string, { next, opens, titled }: Place): boolean {
  if (isCode(token)) return true;
  if (isFunctionWord(token)) return isCapitalised(token) && !opens && !titled && !/^I\b/.test(token); // The Who
  return (isCapitalised(token) && (!opens || isCapitalised(next))) || !isCommon(token);
}

const isCapitalised = (token: string): boolean => /^\p{Lu}/u.test(token);

/** Digits, signs, or a capital after the first letter: `A-17`, `iPhone`, `NASA`, `C#`. */
const isCode = (token: string): boolean => /[\p{N}_&@#§+]|\p{L}\p{Lu}/u.test(token);

function isCommon(token: string): boolean {
  if (ABBREVIATIONS.has(token.toLowerCase())) return true;
  return token.split(/[-‐‑/.:]/).every((part) => COMMON_STEMS.has(stemmer(plainWord(part))) || isFunctionWord(part));
}

type TokenisedText = { readonly text: string; readonly tokens: readonly string[] };

function holds({ text, tokens }: TokenisedText, wanted: string): boolean {
  if (UNSPACED.test(wanted)) return text.includes(wanted.replaceAll('"', ''));
  const parts = tokensIn(wanted);
  return tokens.some((_, at) => parts.every((part, place) => isSame(part, tokens[at + place] ?? '')));
}

/** How a plain word may end otherwise and still be the same: startup, startups. */
const INFLECTION = /^(?:s|es|d|ed|ing)$/;

/**
 * Case, accents and the possessive do not count; in a word that is neither name nor code an inflection does not either.
 */
function isSame(wanted: string, found: string): boolean {
  const [shorter, longer] = [plainWord(wanted), plainWord(found)].sort((one, other) => one.length - other.length) as [
    string,
    string,
  ];
  if (shorter === longer) return true;
  return (
    !isCode(wanted) &&
    !isCapitalised(wanted) &&
    longer.startsWith(shorter) &&
    INFLECTION.test(longer.slice(shorter.length))
  );
}
