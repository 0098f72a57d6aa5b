/** Corpora in a PostgreSQL database with pgvector, by name. */
import type { Indexes } from '../index/types.js';
import { type ConnectOptions, connectPostgres } from './connect.js';
import { takeLock } from './lock.js';
import { openPostgresIndex } from './open.js';
import { type Build, dropTables, prepareSchema } from './schema.js';

export type PostgresSettings = ConnectOptions & {
  /** Where the tables are. */
  readonly schema: string;
};

type Parts = { readonly name: string; readonly current: Build | null; readonly next: Build | null };

export async function postgresIndexes(settings: PostgresSettings): Promise<Indexes> {
  const { schema } = settings;
  const database = connectPostgres(settings);
  await prepareSchema(database, schema);
  const partsOf = async (name: string): Promise<Parts | undefined> =>
    (await database.query<Parts>(`select * from "${schema}".corpora where name = $1`, [name]))[0];
  return {
    names: async () => {
      const rows = await database.query<Parts>(
        `select name from "${schema}".corpora where current is not null order by name`,
      );
      return rows.map(({ name }) => name);
    },
    version: async (name) => {
      const current = (await partsOf(name))?.current;
      return current ? `${current.id}.${current.generation}` : undefined;
    },
    open: (name) => openPostgresIndex({ database, schema, name, part: 'current' }),
    rebuild: async (name) => {
      const index = await openPostgresIndex({ database, schema, name, part: 'next' });
      const finish = async () => {
        await index.close();
        const unlock = await takeLock(database, { schema, name });
        try {
          await database.transaction(async (query) => {
            const [parts] = await query<Parts>(`select * from "${schema}".corpora where name = $1 for update`, [name]);
            if (!parts?.next) return;
            await query(`update "${schema}".corpora set current = next, next = null where name = $1`, [name]);
            if (parts.current) await dropTables(query, schema, parts.current);
          });
        } finally {
          await unlock();
        }
      };
      return { index, finish };
    },
    remove: async (name) => {
      const unlock = await takeLock(database, { schema, name });
      try {
        await database.transaction(async (query) => {
          const [parts] = await query<Parts>(`delete from "${schema}".corpora where name = $1 returning *`, [name]);
          for (const build of [parts?.current, parts?.next]) if (build) await dropTables(query, schema, build);
        });
      } finally {
        await unlock();
      }
    },
  };
}
