/**
 * Work that several processes share, on one machine or many: items wait in a queue in PostgreSQL (pg-boss), one process
 * works on each, and what a process that died was working on is offered again.
 */
import PgBoss from 'pg-boss';
import type { Database, Query } from './connect.js';
import { isDead, type Processes } from './processes.js';

export type WorkQueue = {
  /** Within a transaction of the caller's. */
  readonly offer: (items: readonly string[], query: Query) => Promise<void>;
  /** An item that nobody works on, and now this process does; nothing where there is none just now. */
  readonly take: () => Promise<string | undefined>;
  /**
   * Ends the work of this process on an item, for good or until another takes it, in one step with what else is
   * written. False where this process was taken for dead meanwhile: the item is another's, and nothing is written.
   */
  readonly leave: (item: string, how: 'done' | 'again', write?: (query: Query) => Promise<unknown>) => Promise<boolean>;
};

export type QueueParts = { readonly database: Database; readonly schema: string; readonly processes: Processes };

/** Made by whoever makes the other tables of the schema. */
export const WORK_TABLE = `create table if not exists work (job uuid primary key, queue text not null, item text not null, process text not null)`;

/** An item is begun again as often as its workers die. */
const TRIES = { retryLimit: 1000, expireInHours: 23 };

/** Its types let it be left out, but then the transaction is taken for data, and the job fails outside of it. */
const NO_DATA = {};

type Item = { readonly item: string };

export async function openWorkQueue(name: string, { database, schema, processes }: QueueParts): Promise<WorkQueue> {
  const boss = await startBoss(name, database, schema);
  processes.onBeat(() => offerAgain());

  async function offerAgain(): Promise<void> {
    await database.transaction(async (query) => {
      const text = `delete from work where queue = $1 and ${isDead('work.process')} returning job`;
      for (const { job } of await query<{ job: string }>(text, [name]))
        await boss.fail(name, job, NO_DATA, within(query));
    });
  }

  return {
    offer: async (items, query) => {
      for (const item of items) await boss.send(name, { item }, { ...within(query), ...TRIES });
    },
    take: () =>
      database.transaction(async (query) => {
        const [job] = await boss.fetch<Item>(name, within(query) as object);
        if (!job) return undefined;
        const { item } = job.data;
        await query('insert into work (job, queue, item, process) values ($1, $2, $3, $4)', [
          job.id,
          name,
          item,
          processes.id,
        ]);
        return item;
      }),
    leave: (item, how, write) =>
      database.transaction(async (query) => {
        const text = 'delete from work where queue = $1 and item = $2 and process = $3 returning job';
        const [work] = await query<{ job: string }>(text, [name, item, processes.id]);
        if (!work) return false;
        if (how === 'done') await boss.deleteJob(name, work.job, within(query));
        else await boss.fail(name, work.job, NO_DATA, within(query));
        await write?.(query);
        return true;
      }),
  };
}

/** Lets pg-boss work on our connections: those of the pool, or that of a transaction. */
const within = (query: Query) => ({
  db: { executeSql: async (text: string, values: unknown[] = []) => ({ rows: await query(text, values) }) },
});

/**
 * One process after the other: where two make its tables at once, pg-boss leaves the second's connection in a failed
 * transaction.
 */
async function startBoss(name: string, database: Database, schema: string): Promise<PgBoss> {
  const boss = new PgBoss({ ...within(database.query), schema: `${schema}_queue`, supervise: false, schedule: false });
  boss.on('error', () => undefined); // the call that failed tells
  await database.transaction(async (query) => {
    await query('select pg_advisory_xact_lock(hashtext($1))', [`winnow queue ${schema}`]);
    await boss.start();
    await boss.createQueue(name, { name, ...TRIES });
  });
  return boss;
}
