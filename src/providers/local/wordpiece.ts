/**
 * Text to token ids for the BERT-uncased models, with the place of each token in the text.
 * The library has no offsets, so text is cut into words here and each word is encoded by it, once.
 */
import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';

export type Tokens = {
  readonly ids: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
};

export type Wordpiece = (text: string, limit: number) => Tokens;

/** A run of letters and digits, or one other character that is not a space: as BERT cuts words. */
const WORD = /[\p{L}\p{M}\p{N}]+|[^\s]/gu;

/** Words repeat; past this many the cache starts anew, so that it stays bounded on endless text. */
const CACHED_WORDS = 50_000;

export function loadWordpiece(file: string): Wordpiece {
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(file, 'utf8')), {});
  let cache = new Map<string, readonly number[]>();
  const idsOf = (word: string): readonly number[] => {
    const known = cache.get(word);
    if (known) return known;
    if (cache.size >= CACHED_WORDS) cache = new Map();
    const ids = tokenizer.encode(word, { add_special_tokens: false }).ids;
    cache.set(word, ids);
    return ids;
  };
  return (text, limit) => cutIntoTokens(text, limit, idsOf);
}

function cutIntoTokens(text: string, limit: number, idsOf: (word: string) => readonly number[]): Tokens {
  const [ids, starts, ends]: [number[], number[], number[]] = [[], [], []];
  for (const match of text.matchAll(WORD)) {
    for (const id of idsOf(match[0])) {
      if (ids.length >= limit) return { ids, starts, ends };
      ids.push(id);
      starts.push(match.index);
      ends.push(match.index + match[0].length);
    }
  }
  return { ids, starts, ends };
}
