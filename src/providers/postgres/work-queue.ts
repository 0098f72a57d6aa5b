/**
 * Work that several processes share, on one machine or many: items wait in a queue in PostgreSQL (pg-boss), one process
 * works on each, and what a process that died was working on is offered again.
 */
import PgBoss from 'pg-boss';
import type { Database, Query } from './connect.js';
import { persistently } from './persistently.js';
import { isDead, type Processes } from './processes.js';

export type WorkQueue = {
  /** Within a transaction of the caller's. */
  readonly offer: (items: readonly string[], query: Query) => Promise<void>;
  /**
   * Makes this process the one that works on an item, in one step with what else is written of it; resolves to what
   * that returns, or to nothing where there is no item just now.
   */
  readonly take: <T>(write: (query: Query, item: string) => Promise<T>) => Promise<T | undefined>;
  /**
   * Ends the work of this process on an item, for good or until another takes it, in one step with what else is
   * written. False where this process was taken for dead meanwhile: the item is another's, and nothing is written. An
   * item that cannot be left is offered again.
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
  /** What this process knows that it works on: a lost connection may keep from it what was committed. */
  const own = new Set<string>();
  processes.onBeat(() => offerAgain());

  async function offerAgain(): Promise<void> {
    await database.transaction(async (query) => {
      const text = `select job, item, ${isDead('work.process')} as dead from work
        where queue = $1 and (process = $2 or ${isDead('work.process')}) for update skip locked`;
      const held = await query<{ job: string; item: string; dead: boolean }>(text, [name, processes.id]);
      for (const { job } of held.filter(({ item, dead }) => dead || !own.has(item))) {
        await query('delete from work where job = $1', [job]);
        await boss.fail(name, job, NO_DATA, within(query));
      }
    });
  }

  async function take(query: Query): Promise<string | undefined> {
    const [job] = await boss.fetch<Item>(name, within(query) as object);
    if (!job) return undefined;
    const { item } = job.data;
    own.add(item); // before it is committed, and so before it could be taken for forgotten
    const text = 'insert into work (job, queue, item, process) values ($1, $2, $3, $4)';
    await query(text, [job.id, name, item, processes.id]);
    return item;
  }

  async function leave(query: Query, item: string, how: 'done' | 'again'): Promise<boolean> {
    const text = 'delete from work where queue = $1 and item = $2 and process = $3 returning job';
    const [work] = await query<{ job: string }>(text, [name, item, processes.id]);
    if (!work) return false;
    if (how === 'done') await boss.deleteJob(name, work.job, within(query));
    else await boss.fail(name, work.job, NO_DATA, within(query));
    return true;
  }

  return {
    offer: async (items, query) => {
      for (const item of items) await boss.send(name, { item }, { ...within(query), ...TRIES });
    },
    take: async (write) => {
      let item: string | undefined;
      try {
        return await database.transaction(async (query) => {
          item = await take(query);
          return item === undefined ? undefined : await write(query, item);
        });
      } catch (error) {
        own.delete(item ?? '');
        throw error;
      }
    },
    leave: async (item, how, write) => {
      const leaveOnce = () =>
        database.transaction(async (query) => {
          const isOurs = await leave(query, item, how);
          if (isOurs) await write?.(query);
          return isOurs;
        });
      try {
        return await persistently(leaveOnce);
      } finally {
        own.delete(item);
      }
    },
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
