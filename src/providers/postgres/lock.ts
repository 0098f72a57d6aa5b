/**
 * One writer of a corpus at a time, across machines: an advisory lock on a connection of its own, which PostgreSQL
 * takes back when the process dies.
 */
import { WinnowError } from '../../core/errors.js';
import type { Database } from './connect.js';

/** The lock of a process that died is given back when the server notices its connection. */
const LOOK_AGAIN_MS = 1000;

export type LockName = { readonly schema: string; readonly name: string };

/** Takes the lock or throws a usage error that says who has it. Returns how to give it back. */
export async function takeLock(database: Database, { schema, name }: LockName): Promise<() => Promise<void>> {
  const client = await database.connection();
  const key = `winnow ${schema} ${name}`;
  const { rows } = await client
    .query<{ taken: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [key])
    .catch((error: unknown) => {
      client.release(true);
      throw error;
    });
  if (rows[0]?.taken)
    return async () => {
      const isBroken = await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key]).then(
        () => false,
        () => true,
      );
      client.release(isBroken);
    };
  client.release();
  throw new WinnowError(
    'usage',
    `The corpus "${name}" is being written by ${await holderOf(database, key)}. Wait until it is done, or stop it.`,
    { retryAfterMs: LOOK_AGAIN_MS },
  );
}

async function holderOf(database: Database, key: string): Promise<string> {
  const [row] = await database.query<{ who: string }>(
    `select a.application_name as who from pg_locks l join pg_stat_activity a using (pid), (select hashtextextended($1, 0) as k) h
     where l.locktype = 'advisory' and l.granted and l.classid = ((h.k >> 32) & 4294967295)::oid and l.objid = (h.k & 4294967295)::oid`,
    [key],
  );
  return row?.who.replace(/^winnow /, '') ?? 'another process';
}
