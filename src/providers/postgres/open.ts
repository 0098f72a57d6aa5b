/** One corpus in PostgreSQL through the contract of an index. */
import { randomBytes } from 'node:crypto';
import { WinnowError } from '../../core/errors.js';
import { createChanges } from '../index/changes.js';
import { searchLists } from '../index/joined.js';
import { DEFAULT_TITLE_WEIGHT } from '../index/open.js';
import type { Index, IndexDescription } from '../index/types.js';
import { codeOf, type Database } from './connect.js';
import { takeLock } from './lock.js';
import { type Build, FORMAT, makeTables, passagesTable } from './schema.js';
import { documentIds, passagesWhere, type SearchTarget, searchMeaning, searchWords } from './search.js';
import { writeChanges } from './writer.js';

/** The tables that are searched, or those that are being filled to take their place. */
export type Part = 'current' | 'next';

export type OpenOptions = { readonly database: Database; readonly schema: string; readonly name: string; readonly part: Part };

export async function openPostgresIndex({ database, schema, name, part }: OpenOptions): Promise<Index> {
  let build = await readBuild({ database, schema, name, part });
  let changes = createChanges(build?.dimensions ?? null);
  let [unlock, busy]: [(() => Promise<void>) | undefined, Promise<unknown>] = [undefined, Promise.resolve()];

  const reload = async (): Promise<void> => {
    build = await readBuild({ database, schema, name, part });
  };
  /** A rebuild that was finished meanwhile has dropped the tables: those that took their place are searched. */
  const reading = async <T>(read: (searched: SearchTarget) => Promise<T[]>): Promise<T[]> => {
    if (!build) return [];
    try {
      return await read({ database, schema, build });
    } catch (error) {
      if (codeOf(error) !== UNDEFINED_TABLE) throw error;
      await reload();
      return build ? read({ database, schema, build }) : [];
    }
  };
  /** One write after the other, also when the one before failed. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = busy.then(work, work);
    busy = next.catch(() => undefined);
    return next;
  };
  const commit = async (notes?: Readonly<Record<string, unknown>>): Promise<void> => {
    unlock ??= await takeLock(database, { schema, name });
    await reload();
    const dimensions = changes.dimensions();
    build = await database.transaction(async (query) => {
      const there = build ?? newBuild();
      if (!build) await makeTables(query, schema, there);
      const written = changes.all().length > 0 ? await writeChanges(query, changes.all(), { schema, build: there, dimensions }) : there;
      const committed = { ...written, generation: there.generation + 1, notes: notes ?? there.notes };
      await query(
        `insert into "${schema}".corpora as c (name, ${part}) values ($1, $2) on conflict (name) do update set ${part} = excluded.${part}`,
        [name, JSON.stringify(committed)],
      );
      return committed;
    });
    changes = createChanges(dimensions);
  };

  return {
    add: async (entries) => changes.add(entries),
    remove: (document) =>
      inTurn(async () => {
        const change = changes.of(document);
        const isCommitted = change?.isCleared ? false : (await reading((there) => passagesWhere(there, { document }))).length > 0;
        const isThere = isCommitted || (change?.entries.length ?? 0) > 0;
        if (isThere) changes.clear(document);
        return isThere;
      }),
    replace: async (document, entries) => changes.replace(document, entries),
    commit: (notes) => inTurn(() => commit(notes)),
    compact: () =>
      inTurn(async () => {
        await commit();
        if (build) await database.query(`vacuum analyze ${passagesTable(schema, build)}`);
      }),
    search: (request) =>
      reading((there) =>
        searchLists(
          {
            sparse: (asked, k) => searchWords(there, asked, k),
            dense: async (vector, asked, k) => (there.build.dimensions === null ? [] : searchMeaning(there, { vector, request: asked, k })),
          },
          request,
          there.build.dimensions,
        ),
      ),
    passagesOf: (document) => reading((there) => passagesWhere(there, { document })),
    passage: async (id) => (await reading((there) => passagesWhere(there, { id })))[0],
    documents: () => reading(documentIds),
    refresh: async () => {
      const before = build;
      await reload();
      return before?.id !== build?.id || before?.generation !== build?.generation;
    },
    describe: () => describe(build),
    close: () =>
      inTurn(async () => {
        changes = createChanges(build?.dimensions ?? null);
        await unlock?.();
        unlock = undefined;
      }),
  };
}

const UNDEFINED_TABLE = '42P01';
const LANGUAGE = 'en';

function newBuild(): Build {
  const nothing = { generation: 0, notes: {}, dimensions: null, passages: 0, documents: 0, vectors: 0, bytes: 0, length: 0 };
  return { id: randomBytes(6).toString('hex'), format: FORMAT, ...nothing, language: LANGUAGE, titleWeight: DEFAULT_TITLE_WEIGHT };
}

async function readBuild({ database, schema, name, part }: OpenOptions): Promise<Build | undefined> {
  const [row] = await database.query<{ build: Build | null }>(`select ${part} as build from "${schema}".corpora where name = $1`, [name]);
  const build = row?.build ?? undefined;
  if (!build || build.format === FORMAT) return build;
  throw new WinnowError(
    'usage',
    `The corpus "${name}" was written in format ${build.format}, but this version of Winnow writes ${FORMAT}. Build it again from its sources: winnow ingest <sources> --corpus ${name} --rebuild.`,
  );
}

function describe(build: Build | undefined): IndexDescription {
  const { passages = 0, documents = 0, vectors = 0, dimensions = null, bytes = 0, generation = 0, notes = {} } = build ?? {};
  const { language = LANGUAGE, titleWeight = DEFAULT_TITLE_WEIGHT } = build ?? {};
  return { passages, documents, vectors, dimensions, segments: build ? 1 : 0, bytes, language, titleWeight, generation, notes };
}
