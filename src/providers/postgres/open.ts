/** One corpus in PostgreSQL: a commit is a transaction, made by whoever holds its lock. */
import { randomBytes } from 'node:crypto';
import { checkedFormat, emptyBuild, indexOnServer, type Part } from '../index/on-server.js';
import type { Index } from '../index/types.js';
import { codeOf, type Database } from './connect.js';
import { takeLock } from './lock.js';
import { type Build, FORMAT, makeTables, passagesTable } from './schema.js';
import { documentIds, passagesWhere, type SearchTarget, searchMeaning, searchWords } from './search.js';
import { writeChanges } from './writer.js';

export type OpenOptions = {
  readonly database: Database;
  readonly schema: string;
  readonly name: string;
  readonly part: Part;
};

export async function openPostgresIndex({ database, schema, name, part }: OpenOptions): Promise<Index> {
  let build = await readBuild({ database, schema, name, part });
  let unlock: (() => Promise<void>) | undefined;
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

  return indexOnServer({
    build: () => build,
    version: () => `${build?.id}.${build?.generation}`,
    reload,
    commit: async ({ changes, dimensions, notes }) => {
      unlock ??= await takeLock(database, { schema, name });
      await reload();
      build = await database.transaction(async (query) => {
        const there = build ?? newBuild();
        if (!build) await makeTables(query, schema, there);
        const written =
          changes.length > 0 ? await writeChanges(query, changes, { schema, build: there, dimensions }) : there;
        const committed = { ...written, generation: there.generation + 1, notes: notes ?? there.notes };
        await query(
          `insert into "${schema}".corpora as c (name, ${part}) values ($1, $2) on conflict (name) do update set ${part} = excluded.${part}`,
          [name, JSON.stringify(committed)],
        );
        return committed;
      });
    },
    compact: async () => {
      if (build) await database.query(`vacuum analyze ${passagesTable(schema, build)}`);
    },
    sparse: (request, k) => reading((there) => searchWords(there, request, k)),
    dense: (vector, request, k) => reading((there) => searchMeaning(there, { vector, request, k })),
    holds: async (document) => (await reading((there) => passagesWhere(there, { document }))).length > 0,
    passagesOf: (document) => reading((there) => passagesWhere(there, { document })),
    passage: async (id) => (await reading((there) => passagesWhere(there, { id })))[0],
    documents: () => reading(documentIds),
    unlock: async () => {
      await unlock?.();
      unlock = undefined;
    },
  });
}

const UNDEFINED_TABLE = '42P01';

const newBuild = (): Build => ({ id: randomBytes(6).toString('hex'), length: 0, ...emptyBuild(FORMAT) });

async function readBuild({ database, schema, name, part }: OpenOptions): Promise<Build | undefined> {
  const [row] = await database.query<{ build: Build | null }>(
    `select ${part} as build from "${schema}".corpora where name = $1`,
    [name],
  );
  return checkedFormat(row?.build ?? undefined, { name, format: FORMAT });
}
