/** The words of a corpus with their counts: what BM25 weighs by, and where neighbours of a word are looked for. */
import { editDistance } from '../../text/edit-distance.js';
import type { Near } from '../index/fuzzy.js';
import { isPlainWord, MOST_COMPOUNDS, MOST_MEANT, mayBeMisspelt, mayBePart } from '../index/query-words.js';
import type { Query } from './connect.js';

export type Vocabulary = {
  readonly counts: (words: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** What a word that nobody has written may stand for, with how near it is. */
  readonly meantBy: (word: string, languages: readonly string[]) => Promise<readonly TermExpansion[]>;
  /** Words within so many edits, the nearest first. */
  readonly near: (word: string, edits: number) => Promise<readonly TermExpansion[]>;
};

export type TermExpansion = { readonly word: string; readonly count: number; readonly closeness: number };

type WordCount = { readonly word: string; readonly count: number };

/** As many words as Lucene takes by default. */
const MOST_EXPANSIONS = 50;

export function vocabularyOf(query: Query, table: string): Vocabulary {
  const withEnds = (part: string) =>
    query<WordCount>(
      `select word, count from ${table} where word like $1 or word like $2 order by count desc limit ${MOST_COMPOUNDS}`,
      [`${escaped(part)}%`, `%${escaped(part)}`],
    );
  const neighbours = async (
    word: string,
    { edits, first }: { edits: number; first: string },
  ): Promise<(WordCount & Pick<Near, 'distance'>)[]> => {
    const alike = await query<WordCount>(
      `select word, count from ${table} where word like $1 and length(word) between $2 and $3`,
      [`${escaped(first)}%`, word.length - edits, word.length + edits],
    );
    const near = alike.map((other) => ({ ...other, distance: editDistance(word, other.word, edits) }));
    return near
      .filter(({ distance }) => distance <= edits)
      .sort((left, right) => left.distance - right.distance || right.count - left.count);
  };
  return {
    counts: async (words) => {
      const rows = await query<WordCount>(`select word, count from ${table} where word = any($1)`, [words]);
      return new Map(rows.map(({ word, count }) => [word, count]));
    },
    meantBy: async (word, languages) => {
      if (!isPlainWord(word)) return [];
      const compounds = mayBePart(word, languages) ? await withEnds(word) : [];
      if (compounds.length > 0)
        return compounds.map((found) => ({ ...found, closeness: word.length / found.word.length }));
      if (!mayBeMisspelt(word)) return [];
      const near = await neighbours(word, { edits: 1, first: word.slice(0, 1) });
      const nearest = near.filter(({ distance }) => distance === near[0]?.distance).slice(0, MOST_MEANT);
      return nearest.map(({ distance, ...found }) => ({ ...found, closeness: 1 - distance / word.length }));
    },
    near: async (word, edits) => {
      const near = (await neighbours(word, { edits, first: '' })).slice(0, MOST_EXPANSIONS);
      return near.map(({ distance, ...found }) => ({
        ...found,
        closeness: 1 - distance / Math.max(word.length, 1 + distance),
      }));
    },
  };
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
