/** Writes of one corpus in PostgreSQL: everything of a commit in one transaction. */
import { countTerms } from '../../text/lexical.js';
import type { DocumentChange } from '../index/changes.js';
import type { IndexEntry } from '../index/types.js';
import type { Query } from './connect.js';
import { keysOf } from './filter.js';
import { storableJson } from './json.js';
import { addVectorColumn, type Build, passagesTable, wordsTable } from './schema.js';
import { placedWords } from './words.js';

const ROWS_AT_ONCE = 500;

export type WriteTarget = { readonly schema: string; readonly build: Build; readonly dimensions: number | null };

type StoredRow = ReturnType<typeof rowOf>;

/**
 * The build as it is after these changes. What it holds is counted along: a look at all rows would make each commit
 * slower than the one before.
 */
export async function writeChanges(
  query: Query,
  changes: readonly DocumentChange[],
  { schema, build, dimensions }: WriteTarget,
): Promise<Build> {
  const table = passagesTable(schema, build);
  if (dimensions !== null && build.dimensions === null) await addVectorColumn(query, table, dimensions);
  const cleared = changes.filter(({ isCleared }) => isCleared).map(({ document }) => document);
  const gone = await clear(query, cleared, { schema, build, dimensions });
  const ends = await ordersOf(query, table, changes);
  const rows = changes.flatMap(({ document, entries }) =>
    entries.map((entry, at) => rowOf(entry, (ends.get(document) ?? 0) + at, build)),
  );
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await insert(query, table, rows.slice(from, from + ROWS_AT_ONCE), dimensions !== null);
  await countWords(query, wordsTable(schema, build), countTerms(rows.flatMap(({ terms }) => terms)));
  const [size] = await query<{ bytes: string }>(`select pg_total_relation_size('${table}') as bytes`);
  return { ...build, dimensions, ...changed(build, totalsOf(rows), gone), bytes: Number(size?.bytes ?? 0) };
}

type Totals = Pick<Build, 'passages' | 'documents' | 'vectors' | 'length'>;

const NOTHING: Totals = { passages: 0, documents: 0, vectors: 0, length: 0 };

const totalsOf = (rows: readonly StoredRow[]): Totals => ({
  passages: rows.length,
  documents: rows.filter(({ ord }) => ord === 0).length,
  vectors: rows.filter(({ vector }) => vector !== undefined).length,
  length: rows.reduce((sum, { length }) => sum + length, 0),
});

const changed = (there: Totals, come: Totals, gone: Totals): Totals => ({
  passages: there.passages + come.passages - gone.passages,
  documents: there.documents + come.documents - gone.documents,
  vectors: there.vectors + come.vectors - gone.vectors,
  length: there.length + come.length - gone.length,
});

/** Forgets documents, and their words with them. What they were. */
async function clear(
  query: Query,
  documents: readonly string[],
  { schema, build, dimensions }: WriteTarget,
): Promise<Totals> {
  if (documents.length === 0 || build.passages === 0) return NOTHING;
  const vector = dimensions === null ? 'null' : 'vector';
  const words = wordsTable(schema, build);
  const [row] = await query<Record<keyof Totals, string>>(
    `with gone as (delete from ${passagesTable(schema, build)} where md5(document) = any(select md5(d) from unnest($1::text[]) d)
        returning words, ord, length, ${vector} is not null as has_vector),
      counted as (select u.lexeme as word, count(*) as times from gone, unnest(gone.words) u group by u.lexeme),
      lessened as (update ${words} w set count = w.count - counted.times from counted where w.word = counted.word)
     select count(*) as passages, count(*) filter (where ord = 0) as documents, count(*) filter (where has_vector) as vectors,
       coalesce(sum(length), 0) as length from gone`,
    [documents],
  );
  const gone = row
    ? { passages: +row.passages, documents: +row.documents, vectors: +row.vectors, length: +row.length }
    : NOTHING;
  if (gone.passages > 0) await query(`delete from ${words} where count <= 0`);
  return gone;
}

async function ordersOf(query: Query, table: string, changes: readonly DocumentChange[]): Promise<Map<string, number>> {
  const grown = changes.filter(({ isCleared }) => !isCleared).map(({ document }) => document);
  if (grown.length === 0) return new Map();
  const rows = await query<{ document: string; next: number }>(
    `select document, max(ord) + 1 as next from ${table} where md5(document) = any(select md5(d) from unnest($1::text[]) d) group by document`,
    [grown],
  );
  return new Map(rows.map(({ document, next }) => [document, next]));
}

function rowOf(entry: IndexEntry, ord: number, { language, titleWeight }: Build) {
  const { passage, metadata, vector } = entry;
  const { words, title, text, length, terms } = placedWords(passage.source.title, passage.text, {
    language: entry.language ?? language,
    titleWeight,
  });
  const vectorText = vector && `[${vector.join(',')}]`;
  return {
    id: passage.id,
    document: passage.source.id,
    ord,
    passage,
    metadata,
    keys: keysOf(entry),
    words,
    title,
    text,
    length,
    terms,
    vector: vectorText,
  };
}

async function insert(query: Query, table: string, rows: readonly StoredRow[], hasVectors: boolean): Promise<void> {
  const columns = `id, document, ord, passage, metadata, keys, words, title_words, text_words, length${hasVectors ? ', vector' : ''}`;
  await query(
    `insert into ${table} (${columns})
     select id, document, ord, passage, metadata, keys, words::tsvector, title::tsvector, text::tsvector, length${hasVectors ? ', vector::vector' : ''}
     from jsonb_to_recordset($1::jsonb) as r(id text, document text, ord integer, passage jsonb, metadata jsonb, keys text[],
       words text, title text, text text, length integer, vector text)`,
    [storableJson(rows.map(({ terms: _, ...row }) => row))],
  );
}

async function countWords(query: Query, table: string, counts: ReadonlyMap<string, number>): Promise<void> {
  if (counts.size === 0) return;
  await query(
    `insert into ${table} as w (word, count) select * from unnest($1::text[], $2::integer[])
     on conflict (word) do update set count = w.count + excluded.count`,
    [[...counts.keys()], [...counts.values()]],
  );
}
