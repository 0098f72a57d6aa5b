/** Searches of one corpus in PostgreSQL: by words, by meaning, and the passages of a document. */
import type { Passage } from '../../core/data.js';
import { similarity } from '../index/bm25.js';
import type { Explanation, IndexHit, Metadata, SearchRequest } from '../index/types.js';
import type { Database, Query, Row } from './connect.js';
import { filterConditions } from './filter.js';
import { candidates, nodeQuery } from './query.js';
import { textQuery } from './query-leaves.js';
import type { CompiledQuery, QueryContext } from './query-parts.js';
import { type Build, passagesTable, wordsTable } from './schema.js';
import { createValues, withValues } from './values.js';
import { vocabularyOf } from './vocabulary.js';

export type SearchTarget = { readonly database: Database; readonly schema: string; readonly build: Build };

type FoundRow = Row & {
  readonly passage: Passage;
  readonly metadata: Metadata | null;
  readonly score?: number;
  readonly parts?: readonly number[];
};

const hitOf = ({ passage, metadata, score = 0 }: FoundRow): IndexHit => ({
  ...passage,
  score,
  ...(metadata && { metadata }),
});

export async function searchWords(target: SearchTarget, request: SearchRequest, k: number): Promise<IndexHit[]> {
  const context = contextOf(target, request);
  const { table, values, joins } = context;
  const compiled = request.node ? await nodeQuery(request.node, context) : await textQuery(request.text ?? '', context);
  const scores = compiled.scored.map(({ score }) => `(${score})`);
  const conditions = [candidates(compiled, context), ...filterConditions(request.filter, values)];
  const score = scores.length === 0 ? '0::float8' : scores.join(' + ');
  const parts = request.explain && scores.length > 0 ? `, array[${scores.join(', ')}]::float8[] as parts` : '';
  const text = `with top as (
      select p.n, p.id, (${score})::float8 as score${parts} from ${table} p ${joins.join(' ')}
      where ${conditions.join(' and ')} order by score desc, p.id limit ${values.put(k, 'bigint')}
    ) select p.passage, p.metadata, top.* from top join ${table} p using (n) order by top.score desc, top.id`;
  const statement = withValues(text, values);
  const rows = await target.database.query<FoundRow>(statement.text, statement.values);
  return rows.map((row) =>
    request.explain ? { ...hitOf(row), explanation: explanationOf(row, compiled) } : hitOf(row),
  );
}

function contextOf({ database, schema, build }: SearchTarget, { k1, b, languages = [] }: SearchRequest): QueryContext {
  const { passages, length, language, titleWeight } = build;
  const statistics = { passages, averageLength: passages > 0 ? length / passages : 1, titleWeight };
  return {
    query: database.query,
    table: passagesTable(schema, build),
    schema,
    vocabulary: vocabularyOf(database.query, wordsTable(schema, build)),
    language,
    languages: languages.length > 0 ? languages : [language],
    measure: similarity(statistics, { ...(k1 !== undefined && { k1 }), ...(b !== undefined && { b }) }),
    values: createValues(),
    joins: [],
  };
}

function explanationOf({ score: value = 0, parts = [] }: FoundRow, { scored }: CompiledQuery): Explanation {
  const told = scored.flatMap(({ explain }, at) => ((parts[at] ?? 0) > 0 ? [explain(parts[at]!)] : []));
  return told.length === 1 ? { ...told[0]!, value } : { value, what: 'sum of', parts: told };
}

/** As far as pgvector looks at a time; with a filter it goes on until there are enough. */
const CANDIDATES = 200;
const MOST_CANDIDATES = 1000;

export async function searchMeaning(
  { database, schema, build }: SearchTarget,
  { vector, request, k }: { readonly vector: Float32Array; readonly request: SearchRequest; readonly k: number },
): Promise<IndexHit[]> {
  const values = createValues();
  const given = values.put(`[${vector.join(',')}]`, 'vector');
  const conditions = ['p.vector is not null', ...filterConditions(request.filter, values)].join(' and ');
  const text = `select p.passage, p.metadata, 1 - (p.vector <=> ${given}) as score from ${passagesTable(schema, build)} p
    where ${conditions} order by p.vector <=> ${given} limit ${values.put(k, 'bigint')}`;
  const rows = await database.transaction(async (query: Query) => {
    await query(`set local hnsw.ef_search = ${Math.min(MOST_CANDIDATES, Math.max(CANDIDATES, k))}`);
    await query(`set local hnsw.iterative_scan = strict_order`);
    return query<FoundRow>(text, values.list);
  });
  return rows.map(hitOf);
}

/** In the order they were added. */
export async function passagesWhere(
  { database, schema, build }: SearchTarget,
  where: { readonly document: string } | { readonly id: string },
): Promise<IndexHit[]> {
  const [[column, value]] = Object.entries(where) as [[string, string]];
  const text = `select passage, metadata from ${passagesTable(schema, build)} where md5(${column}) = md5($1) and ${column} = $1 order by ord`;
  return (await database.query<FoundRow>(text, [value])).map(hitOf);
}

export async function documentIds({ database, schema, build }: SearchTarget): Promise<string[]> {
  const rows = await database.query<{ document: string }>(
    `select document from ${passagesTable(schema, build)} where ord = 0 order by document`,
  );
  return rows.map(({ document }) => document).sort();
}
