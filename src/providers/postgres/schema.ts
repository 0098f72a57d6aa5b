/** Tables in PostgreSQL: one row for each corpus, and for each corpus a table of passages and one of its words. */
import { WinnowError } from '../../core/errors.js';
import type { ServerBuild } from '../index/on-server.js';
import { codeOf, type Database, type Query } from './connect.js';

/** Raised when tables of an older version can no longer be read. */
export const FORMAT = 1;

export type Build = ServerBuild & {
  /** In the names of its tables. */
  readonly id: string;
  /** Sum of the lengths of all passages, for BM25. */
  readonly length: number;
};

export const passagesTable = (schema: string, { id }: Pick<Build, 'id'>): string => `"${schema}"."passages_${id}"`;
export const wordsTable = (schema: string, { id }: Pick<Build, 'id'>): string => `"${schema}"."words_${id}"`;

/**
 * How often a word stands in a text. PostgreSQL has no function for it, but its rank of one word with all weights 1 is
 * the sum of 1/i² for i up to that number, divided by its limit π²/6; what is missing to the limit is 1/(n + 1/2) so
 * closely that rounding gives n, also where n is 0.
 */
const FREQUENCY = `round(1 / (1.6449340668482264 * (1 - ts_rank('{1,1,1,1}', words, word)::float8)) - 0.5)`;

export async function prepareSchema(database: Database, schema: string): Promise<void> {
  try {
    await database.transaction((query) => makeSchema(query, schema));
  } catch (error) {
    if (codeOf(error) !== READ_ONLY) throw error; // a replica has what the primary has, and can be searched
  }
}

const READ_ONLY = '25006';

async function makeSchema(query: Query, schema: string): Promise<void> {
  await query('select pg_advisory_xact_lock(hashtext($1))', [`winnow ${schema}`]); // two processes may start at once
  await query(`create schema if not exists "${schema}"`);
  await query(
    `create table if not exists "${schema}".corpora (name text collate "C" primary key, current jsonb, next jsonb)`,
  );
  await query(
    `create or replace function "${schema}".frequency(words tsvector, word tsquery) returns float8 language sql immutable parallel safe as $$ select ${FREQUENCY} $$`,
  );
  await needVectors(query);
}

async function needVectors(query: Query): Promise<void> {
  const [there] = await query("select 1 from pg_extension where extname = 'vector'");
  if (there) return;
  try {
    await query('create extension vector');
  } catch (error) {
    throw new WinnowError(
      'usage',
      `PostgreSQL lacks pgvector, which vectors need, or this user may not add it. As its administrator: create extension vector; (${codeOf(error)})`,
      {
        cause: error,
      },
    );
  }
}

export async function makeTables(query: Query, schema: string, build: Pick<Build, 'id'>): Promise<void> {
  const passages = passagesTable(schema, build);
  await query(`create table ${passages} (
    n bigint generated always as identity primary key,
    id text collate "C" not null,
    document text collate "C" not null,
    ord integer not null,
    passage jsonb not null,
    metadata jsonb,
    keys text[] collate "C" not null,
    words tsvector not null,
    title_words tsvector not null,
    text_words tsvector not null,
    length integer not null
  )`);
  // Every search reads them of every candidate: kept in the row, while what only hits need goes out of line.
  await query(`alter table ${passages} alter column words set storage main`);
  await query(`create index on ${passages} using gin (words)`);
  await query(`create index on ${passages} using gin (keys)`);
  await query(`create unique index on ${passages} (md5(document), ord)`);
  await query(`create index on ${passages} (md5(id))`);
  await query(`create table ${wordsTable(schema, build)} (word text collate "C" primary key, count integer not null)`);
}

/** pgvector's graphs hold no longer vectors; those are compared one by one. */
const LONGEST_INDEXED = 2000;

export async function addVectorColumn(query: Query, table: string, dimensions: number): Promise<void> {
  await query(`alter table ${table} add column if not exists vector vector(${Number(dimensions)})`);
  if (dimensions <= LONGEST_INDEXED) await query(`create index on ${table} using hnsw (vector vector_cosine_ops)`);
}

export async function dropTables(query: Query, schema: string, build: Pick<Build, 'id'>): Promise<void> {
  await query(`drop table if exists ${passagesTable(schema, build)}`);
  await query(`drop table if exists ${wordsTable(schema, build)}`);
}
