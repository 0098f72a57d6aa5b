/**
 * Cuts a query in Lucene syntax into tokens. Never fails: what it cannot read becomes plain text and a problem with its
 * place.
 */

export type Problem = { readonly message: string; readonly at: number };

export type QueryToken = { readonly at: number } & (
  | { readonly kind: 'word'; readonly text: string; readonly star: boolean }
  | { readonly kind: 'quoted'; readonly text: string }
  | { readonly kind: 'field'; readonly text: string }
  | { readonly kind: 'boost'; readonly value: number }
  | { readonly kind: 'tilde'; readonly value: number | undefined }
  | { readonly kind: 'open' | 'close' | 'and' | 'or' | 'not' | 'plus' | 'minus' }
);

/** A map, because a query may well contain the word `constructor`. */
const OPERATORS: ReadonlyMap<string, 'and' | 'or' | 'not'> = new Map([
  ['AND', 'and'],
  ['OR', 'or'],
  ['NOT', 'not'],
]);
const NUMBER = /\d+(?:\.\d+)?|\.\d+/y;
const FIELD_NAME = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;

const endsWord = (character: string): boolean => character === '' || /[\s()"^~:[\]{}]/.test(character);
const isDoubled = (text: string, at: number): boolean =>
  (text[at] === '&' || text[at] === '|') && text[at + 1] === text[at];

type Reader = {
  readonly text: string;
  readonly fields: readonly string[] | undefined;
  readonly tokens: QueryToken[];
  readonly problems: Problem[];
  at: number;
  /** Where the last token ended. */
  end: number;
};

const complain = (reader: Reader, message: string, at = reader.at): void => {
  reader.problems.push({ message, at });
};

/** True directly after a word, a phrase or a closing bracket: only there `^` and `~` mean something. */
function follows(reader: Reader): boolean {
  const last = reader.tokens.at(-1);
  return (
    reader.at === reader.end && last !== undefined && ['word', 'quoted', 'close', 'tilde', 'boost'].includes(last.kind)
  );
}

function readNumber(reader: Reader): number | undefined {
  NUMBER.lastIndex = reader.at;
  const found = NUMBER.exec(reader.text);
  if (!found) return undefined;
  reader.at = NUMBER.lastIndex;
  return Number(found[0]);
}

function readQuoted(reader: Reader): void {
  const at = reader.at;
  let text = '';
  for (reader.at += 1; reader.at < reader.text.length; reader.at += 1) {
    const character = reader.text[reader.at]!;
    if (character === '"') {
      reader.at += 1;
      reader.tokens.push({ kind: 'quoted', text, at });
      return;
    }
    if (character === '\\' && reader.at + 1 < reader.text.length) reader.at += 1;
    text += reader.text[reader.at];
  }
  complain(reader, 'This quotation mark is never closed; the words after it are searched one by one.', at);
  reader.at = at + 1;
}

function readBoost(reader: Reader): void {
  const at = reader.at;
  const bound = follows(reader);
  reader.at += 1;
  const value = readNumber(reader);
  if (bound && value !== undefined) reader.tokens.push({ kind: 'boost', value, at });
  else complain(reader, 'A ^ must stand directly between a word and a number; it is ignored.', at);
}

function readTilde(reader: Reader): void {
  const at = reader.at;
  const bound = follows(reader);
  reader.at += 1;
  const value = bound ? readNumber(reader) : undefined;
  if (bound) reader.tokens.push({ kind: 'tilde', value, at });
  else complain(reader, 'A ~ must follow a word or a phrase directly; it is ignored.', at);
}

/**
 * True where the colon just met makes a field of the word before it: `title:x`, but neither `http://x` nor `note: x`.
 */
function makesField(reader: Reader, name: string): boolean {
  const next = reader.text[reader.at + 1] ?? '';
  if (next === '' || /[\s:/]/.test(next) || !FIELD_NAME.test(name)) return false;
  if (!reader.fields || reader.fields.includes(name)) return true;
  complain(
    reader,
    `There is no field "${name}"; it is searched as a word. Fields: ${reader.fields.join(', ')}.`,
    reader.at - name.length,
  );
  return false;
}

const isLastOfWord = (reader: Reader): boolean => {
  const next = reader.text[reader.at + 1] ?? '';
  return endsWord(next) || isDoubled(reader.text, reader.at + 1);
};

function readWord(reader: Reader): void {
  const at = reader.at;
  let text = '';
  let star = false;
  let literal = false;
  for (; reader.at < reader.text.length; reader.at += 1) {
    const character = reader.text[reader.at]!;
    if (character === '\\' && reader.at + 1 < reader.text.length) {
      reader.at += 1;
      text += reader.text[reader.at];
      literal = true;
    } else if (character === ':') {
      if (!literal && makesField(reader, text)) {
        reader.at += 1;
        reader.tokens.push({ kind: 'field', text, at });
        return;
      }
      text += character;
    } else if (endsWord(character) || isDoubled(reader.text, reader.at)) break;
    else if (character === '*' && isLastOfWord(reader)) star = true;
    else if (character === '*' || character === '?') {
      complain(reader, `${character} works only as a * at the end of a word; it is ignored here.`);
      text += ' ';
    } else text += character;
  }
  pushWord(reader, { text, star, literal, at });
}

function pushWord(
  reader: Reader,
  { text, star, literal, at }: { text: string; star: boolean; literal: boolean; at: number },
): void {
  const operator = star || literal ? undefined : OPERATORS.get(text);
  if (operator) reader.tokens.push({ kind: operator, at });
  else if (star || text.trim() !== '') reader.tokens.push({ kind: 'word', text, star, at });
}

function readSign(reader: Reader, kind: 'plus' | 'minus' | 'not'): void {
  const next = reader.text[reader.at + 1] ?? '';
  if (/[\s)]/.test(next) || next === '') complain(reader, `"${reader.text[reader.at]}" stands alone and is ignored.`);
  else reader.tokens.push({ kind, at: reader.at });
  reader.at += 1;
}

const SIGNS: Readonly<Record<string, 'plus' | 'minus' | 'not'>> = { '+': 'plus', '-': 'minus', '!': 'not' };
const BRACKETS: Readonly<Record<string, 'open' | 'close'>> = { '(': 'open', ')': 'close' };

function readToken(reader: Reader): void {
  const character = reader.text[reader.at]!;
  const sign = SIGNS[character];
  const bracket = BRACKETS[character];
  if (/\s/.test(character)) reader.at += 1;
  else if (bracket) reader.tokens.push({ kind: bracket, at: reader.at++ });
  else if (sign) readSign(reader, sign);
  else if (character === '"') readQuoted(reader);
  else if (character === '^') readBoost(reader);
  else if (character === '~') readTilde(reader);
  else if (isDoubled(reader.text, reader.at)) {
    reader.tokens.push({ kind: character === '&' ? 'and' : 'or', at: reader.at });
    reader.at += 2;
  } else if (/[[\]{}]/.test(character)) {
    complain(reader, 'Ranges are not part of the query syntax here; use a filter. The words are searched one by one.');
    reader.at += 1;
  } else readWord(reader);
}

/** `fields`: the names that may stand before a colon; every name, where left out. */
export function queryTokens(text: string, fields?: readonly string[]): { tokens: QueryToken[]; problems: Problem[] } {
  const reader: Reader = { text, fields, tokens: [], problems: [], at: 0, end: 0 };
  while (reader.at < text.length) {
    const count = reader.tokens.length;
    readToken(reader);
    if (reader.tokens.length > count) reader.end = reader.at;
  }
  return { tokens: reader.tokens, problems: reader.problems };
}
