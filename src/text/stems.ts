/**
 * Turns one surface form into one index term: case and accents folded, possessive dropped, stop words out, suffixes
 * stripped by language.
 */
import { stemmer } from 'stemmer';

/** A surface form as an index term; the empty string for a stop word. */
export type Normaliser = (surface: string) => string;

/** The stop words of Lucene's EnglishAnalyzer, so that scores can be compared with Anserini's published ones. */
const ENGLISH_STOP_WORDS = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
);

/**
 * Articles, pronouns, prepositions and forms of "to be" and "to have", folded: words that stand in any German or French
 * text.
 */
const STOP_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: ENGLISH_STOP_WORDS,
  de: new Set(
    'aber alle als also am an auch auf aus bei bin bis bist da damit das dass dem den der des die dies diese diesem diesen dieser dieses doch du durch ein eine einem einen einer eines er es fur hat hatte ich ihr im in ist ja kein keine man mit nach nicht noch nur ob oder sein seine sich sie sind so uber um und uns unter vom von vor war waren was weil wenn wer werden wie wir wird wo zu zum zur'.split(
      ' ',
    ),
  ),
  fr: new Set(
    'a ai au aux avec ce ces cet cette dans de des du elle elles en est et etait eu il ils je la le les leur lui ma mais me meme mes moi mon ne nos notre nous on ont ou par pas pour qu que qui sa se ses son sont sur ta te tes toi ton tu un une vos votre vous y'.split(
      ' ',
    ),
  ),
};

/** Letters that Unicode does not decompose although readers take them for the plain letter. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
};

/** Longer forms are cut here: no word is that long, and base64 would fill the dictionary. */
const LONGEST_TERM = 128;
/** Surface forms remembered by one normaliser. Zipf: a few ten thousand forms make up nearly all of any text. */
const CACHE_ENTRIES = 200_000;

const isAscii = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
};

/** Lower case without accents: `Éléphant` becomes `elephant`, `Straße` becomes `strasse`. */
export function fold(surface: string): string {
  const lower = surface.slice(0, LONGEST_TERM).toLowerCase();
  if (isAscii(lower)) return lower;
  const plain = lower
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  return plain.replace(/[ßæœøđðłþıħ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter).replace(/[’ʼ]/g, "'");
}

/**
 * Drops the possessive and the remaining apostrophes (`dog's` -> `dog`, `o'neill` -> `oneill`), and the commas of
 * 1,000.
 */
function tidy(folded: string): string {
  if (folded.includes("'")) return folded.replace(/'s?$/, '').replaceAll("'", '');
  return folded.includes(',') && /^\d{1,3}(,\d{3})+$/.test(folded) ? folded.replaceAll(',', '') : folded;
}

const strip = (ending: RegExp, leave: number) => (word: string) => {
  const stem = word.replace(ending, '');
  return stem.length >= leave ? stem : word;
};

/** Light suffix stripping on folded words: number and gender only, which is what retrieval needs. */
const LIGHT_STEMMERS: Readonly<Record<string, Normaliser>> = {
  de: strip(/(?:ern|em|en|er|es|e|n|s)$/, 4),
  fr: (word) => strip(/(?:es|s|e|x)$/, 3)(word.replace(/(.{2})aux$/, '$1al')),
  es: strip(/(?:es|os|as|o|a|e|s)$/, 3),
  it: strip(/[aeio]$/, 3),
  pt: strip(/(?:es|os|as|o|a|e|s)$/, 3),
  nl: strip(/(?:en|s|e)$/, 4),
};

/** French and Italian articles before an apostrophe: `l'homme` is found by `homme`. */
const ELISION = /^(?:l|d|j|m|n|s|t|c|qu|dell|all|un|nell|sull|dall)'/;

function elide(folded: string, language: string): string {
  return language === 'fr' || language === 'it' ? folded.replace(ELISION, '') : folded;
}

const primaryTag = (language: string): string => language.slice(0, 2).toLowerCase();

function stemOf(word: string, language: string): string {
  if (language === 'en') return stemmer(word);
  return LIGHT_STEMMERS[language]?.(word) ?? word;
}

/** The term of a surface form, unstemmed and with stop words kept. */
export function plainWord(surface: string): string {
  return tidy(fold(surface));
}

function indexTerm(surface: string, language: string): string {
  const word = tidy(elide(fold(surface), language));
  if (STOP_WORDS[language]?.has(word)) return '';
  return /\d/.test(word) ? word : stemOf(word, language);
}

/** A copy that does not keep alive the long text it was sliced from. */
const detached = (slice: string): string => (slice.length < 13 ? slice : ` ${slice}`.slice(1));

function cached(compute: Normaliser): Normaliser {
  const known = new Map<string, string>();
  return (surface) => {
    const hit = known.get(surface);
    if (hit !== undefined) return hit;
    if (known.size >= CACHE_ENTRIES) known.clear();
    const own = detached(surface);
    const term = compute(own);
    known.set(own, term);
    return term;
  };
}

const normalisers = new Map<string, Normaliser>();

/** The normaliser of a language (BCP 47 tag); one per language, because its cache is what makes it fast. */
export function normaliserFor(language: string): Normaliser {
  const tag = primaryTag(language);
  const known = normalisers.get(tag);
  if (known) return known;
  const made = cached((surface) => indexTerm(surface, tag));
  normalisers.set(tag, made);
  return made;
}
