/**
 * Cuts text into terms for keyword search: words, numbers, codes and identifiers (`A-17`, `3.5`, `§12`, `C++`,
 * `work_mem`, `--force`, `autoSetup`), CJK as bigrams, each with its place. A code also yields its parts, the first at
 * the same place, so that `COVID-19` is found by `covid` and
 * `core.autoSetup` by `setup`. Stemming and folding are in stems.ts.
 */
import { BIGRAM, DIGIT, isWord, kindAt, LETTER } from './character-kinds.js';
import { fold, type Normaliser, normaliserFor, plainWord } from './stems.js';

export type Token = {
  readonly term: string;
  /** Place in the text, counted in words; stop words leave a gap, and a code shares the place of its first part. */
  readonly position: number;
  readonly start: number;
  readonly end: number;
};

export type Visit = (term: string, position: number, start: number, end: number) => void;

/** Whole codes longer than this (`a-1-b-2-...`) are given in parts only. */
const LONGEST_CODE = 64;

const isApostrophe = (code: number): boolean => code === 0x27 || code === 0x2019 || code === 0x02bc;
const isHyphen = (code: number): boolean => code === 0x2d || code === 0x2010 || code === 0x2011;
const HYPHEN = 0x2d;
const DOT = 0x2e;
const COMMA = 0x2c;
const UNDERSCORE = 0x5f;
const PLUS = 0x2b;
const SHARP = 0x23;
const SECTION_SIGN = 0xa7;

/**
 * The end of the word that starts here; apostrophes between letters and the point or comma of a number belong to it.
 */
function endOfWord(text: string, start: number): number {
  const length = text.length;
  let at = start + 1;
  let last = kindAt(text, start);
  for (; at < length; at += 1) {
    const kind = kindAt(text, at);
    if (isWord(kind)) {
      last = kind;
      continue;
    }
    const code = text.charCodeAt(at);
    const joins = last === LETTER ? isApostrophe(code) : code === DOT || code === COMMA;
    if (!joins || kindAt(text, at + 1) !== last) break;
  }
  return at;
}

const joinsWords = (code: number): boolean => isHyphen(code) || code === DOT || code === UNDERSCORE;

/** Ends of the words of a compound: `IL-6` has two, `hello` one. */
function endsOfCompound(text: string, start: number, firstEnd: number): number[] {
  const ends = [firstEnd];
  let end = firstEnd;
  while (joinsWords(text.charCodeAt(end)) && isWord(kindAt(text, end + 1)) && start < end) {
    end = endOfWord(text, end + 1);
    ends.push(end);
  }
  return ends;
}

/**
 * What is searched as one term: the code itself; for `U.S.A` the letters; nothing for `well-known`, which is two words.
 */
function wholeOf(text: string, start: number, ends: readonly number[]): { term: string; alone: boolean } | undefined {
  const surface = text.slice(start, ends.at(-1));
  if (/^\p{L}(?:\.\p{L})+$/u.test(surface)) return { term: fold(surface).replaceAll('.', ''), alone: true };
  if (surface.length > LONGEST_CODE || !/[\d._]/.test(surface)) return undefined;
  return { term: fold(surface).replace(/[‐‑]/g, '-'), alone: false };
}

/** Length of `++` or `#` after a short name: C++, C#, F#. */
function signAfter(text: string, start: number, end: number): number {
  if (end - start > 2) return 0;
  const code = text.charCodeAt(end);
  const length = code === SHARP ? 1 : code === PLUS && text.charCodeAt(end + 1) === PLUS ? 2 : 0;
  return length > 0 && !isWord(kindAt(text, end + length)) ? length : 0;
}

/** `-` or `--` right before a name, as command-line options have it; a dash inside or after a word is none. */
function dashesBefore(text: string, start: number): number {
  if (text.charCodeAt(start - 1) !== HYPHEN || kindAt(text, start) !== LETTER) return 0;
  const dashes = text.charCodeAt(start - 2) === HYPHEN ? 2 : 1;
  const before = start - dashes - 1;
  return before < 0 || OPENS_OPTION.test(text.charAt(before)) ? dashes : 0;
}

const OPENS_OPTION = /[\s"'`([{|,/=]/;
/** `autoSetupMerge`, but neither `JavaScript` nor `mRNA`, which are names and no compounds. */
const CAMEL = /^\p{Ll}{2,}(?:\p{Lu}\p{Ll}+)+$/u;

/**
 * Calls `visit` for every term of the text, in order. The hot loop of ingesting: no arrays, no objects for plain words.
 */
export function eachTerm(text: string, normalise: Normaliser, visit: Visit): void {
  let position = 0;
  let at = 0;

  const word = (start: number, end: number): void => {
    const surface = text.slice(start, end);
    const term = normalise(surface);
    if (term !== '') visit(term, position, start, end);
    if (end - start > 4 && CAMEL.test(surface)) camelParts(surface, start);
    position += 1;
  };

  const camelParts = (surface: string, start: number): void => {
    for (const { 0: part, index } of surface.matchAll(/\p{Lu}?\p{Ll}+/gu)) {
      const term = normalise(part);
      if (term !== '') visit(term, position, start + index, start + index + part.length);
    }
  };

  /** `--force-with-lease` as a whole; its words follow. */
  const option = (start: number, end: number): void => {
    const dashes = dashesBefore(text, start);
    if (dashes > 0) visit(`${'-'.repeat(dashes)}${fold(text.slice(start, end))}`, position, start - dashes, end);
  };

  const compound = (start: number, ends: readonly number[]): void => {
    const whole = wholeOf(text, start, ends);
    if (whole) visit(whole.term, position, start, ends.at(-1)!);
    if (whole?.alone) {
      position += 1;
      return;
    }
    ends.forEach((end, part) => {
      word(part === 0 ? start : ends[part - 1]! + 1, end);
    });
  };

  const bigrams = (start: number): number => {
    const marks = [start];
    let end = start;
    while (kindAt(text, end) === BIGRAM) {
      end += text.codePointAt(end)! > 0xffff ? 2 : 1;
      marks.push(end);
    }
    const last = Math.max(1, marks.length - 2);
    for (let from = 0; from < last; from += 1) {
      const to = marks[Math.min(from + 2, marks.length - 1)]!;
      visit(text.slice(marks[from], to).normalize('NFKC').toLowerCase(), position, marks[from]!, to);
      position += 1;
    }
    return end;
  };

  /** `§ 12` is searched as `§12`, and as the number that follows. */
  const sectionSign = (start: number): number => {
    const next = /[\s\u00a0]/.test(text.charAt(start + 1)) ? start + 2 : start + 1;
    if (kindAt(text, next) !== DIGIT) return start + 1;
    const end = endOfWord(text, next);
    visit(`§${fold(text.slice(next, end))}`, position, start, end);
    return next;
  };

  while (at < text.length) {
    const kind = kindAt(text, at);
    if (kind === BIGRAM) at = bigrams(at);
    else if (!isWord(kind)) at = text.charCodeAt(at) === SECTION_SIGN ? sectionSign(at) : at + 1;
    else {
      const end = endOfWord(text, at);
      const code = text.charCodeAt(end);
      if (joinsWords(code) && isWord(kindAt(text, end + 1))) {
        const ends = endsOfCompound(text, at, end);
        option(at, ends.at(-1)!);
        compound(at, ends);
        at = ends.at(-1)!;
      } else {
        const sign = signAfter(text, at, end);
        if (sign > 0) visit(fold(text.slice(at, end + sign)), position, at, end + sign);
        option(at, end);
        word(at, end);
        at = end + sign;
      }
    }
  }
}

/** The tokens of a text in a language (BCP 47 tag, English where none is given). */
export function analyze(text: string, language = 'en'): Token[] {
  const tokens: Token[] = [];
  eachTerm(text, normaliserFor(language), (term, position, start, end) => tokens.push({ term, position, start, end }));
  return tokens;
}

/** Stemmed terms without stop words, in order: `The dogs' houses` gives `dog`, `hous`. */
export function terms(text: string, language = 'en'): string[] {
  const found: string[] = [];
  eachTerm(text, normaliserFor(language), (term) => found.push(term));
  return found;
}

/**
 * Lower-cased words, accents folded, neither stemmed nor thinned out: `The dogs' houses` gives `the`, `dogs`, `houses`.
 */
export function words(text: string): string[] {
  const found: string[] = [];
  eachTerm(text, plainWord, (term) => found.push(term));
  return found;
}

/** The term of an identifier as a whole, which stands among its terms beside those of its parts. */
export function wholeTerm(identifier: string): string {
  return terms(identifier).reduce((longest, term) => (term.length > longest.length ? term : longest), '');
}
