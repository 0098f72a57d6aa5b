/** What a character is to a reader of words: part of one, of a number, of a script without spaces, or none of them. */
const OTHER = 1;
export const LETTER = 2;
export const DIGIT = 3;
export const BIGRAM = 4;

const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;
const NUMBER_CHARACTER = /\p{N}/u;
/** Scripts written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function kindOf(character: string): number {
  if (!WORD_CHARACTER.test(character)) return OTHER;
  if (UNSPACED.test(character)) return BIGRAM;
  return NUMBER_CHARACTER.test(character) ? DIGIT : LETTER;
}

/** Kinds of the basic plane, filled in as characters are met; surrogates stay unknown. */
const kinds = new Uint8Array(65_536);

export function kindAt(text: string, at: number): number {
  const known = kinds[text.charCodeAt(at)];
  return known ? known : learnKind(text, at);
}

function learnKind(text: string, at: number): number {
  if (at >= text.length) return OTHER;
  const code = text.charCodeAt(at);
  if (code >= 0xd800 && code < 0xe000) return surrogateKind(text, at);
  const kind = kindOf(text.charAt(at));
  kinds[code] = kind;
  return kind;
}

function surrogateKind(text: string, at: number): number {
  const low = (text.charCodeAt(at) & 0xfc00) === 0xdc00;
  const from = low ? at - 1 : at;
  const point = text.codePointAt(from);
  return point === undefined || point < 0x10000 ? OTHER : kindOf(String.fromCodePoint(point));
}

export const isWord = (kind: number): boolean => kind === LETTER || kind === DIGIT;
