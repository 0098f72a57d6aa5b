/**
 * Phrases by the places of their words: PostgreSQL finds the passages that hold all of them, the places are compared
 * here, as in the embedded index.
 */
import { countNear } from '../index/phrase.js';
import type { Query, Row } from './connect.js';
import { quoted } from './words.js';

export type PhrasePart = { readonly word: string; readonly offset: number };

type PhraseContext = {
  readonly query: Query;
  readonly table: string;
  readonly column: string;
  readonly measure: { readonly titleWeight: number };
};
type Places = Row & { readonly n: string; readonly title: (number[] | null)[]; readonly text: (number[] | null)[] };

/** So many passages are looked at, in the order they were added: a phrase of very common words is no way to search. */
const MOST_PASSAGES = 20_000;

/** How often the phrase stands in each passage that holds it, the title weighted. */
export async function phraseFrequencies(
  parts: readonly PhrasePart[],
  slop: number,
  { query, table, column, measure }: PhraseContext,
): Promise<Map<string, number>> {
  const words = [...new Set(parts.map(({ word }) => word))];
  const places = (from: string) =>
    `array(select array_to_json(u.positions)::text from unnest($2::text[]) with ordinality w(word, at) left join unnest(p.${from}) u on u.lexeme = w.word order by w.at)`;
  const rows = await query<Places>(
    `select n, ${places('title_words')} as title, ${places('text_words')} as text from ${table} p where p.words @@ $1::tsquery order by n limit ${MOST_PASSAGES}`,
    [words.map(quoted).join(' & '), words],
  );
  const counted = (lists: Places['title']): number => {
    const read = lists.map((places) => (places === null ? [] : (JSON.parse(places as unknown as string) as number[])));
    return countNear(
      parts.map(({ word, offset }) => read[words.indexOf(word)]!.map((at) => at - offset)),
      slop,
    );
  };
  const found = rows.map(({ n, title, text }): [string, number] => [
    n,
    (column === 'title_words' ? 0 : counted(text)) +
      (column === 'text_words' ? 0 : measure.titleWeight * counted(title)),
  ]);
  return new Map(found.filter(([, frequency]) => frequency > 0));
}
