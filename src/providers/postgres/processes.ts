/**
 * The processes that share a schema. Each says every two seconds that it is there; whoever is silent for ten is dead,
 * and what it was doing is ended by one that lives. Word of changes goes by PostgreSQL's notifications.
 */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Database } from './connect.js';

export type Processes = {
  /** Of this process. */
  readonly id: string;
  /** Tells all processes, this one too. */
  readonly tell: (what: string) => Promise<void>;
  /** Called with everything that is told. Returns how to stop. */
  readonly listen: (heard: (what: string) => void) => () => void;
  /** Resolves when this is told, or after so long. */
  readonly wait: (what: string, ms: number) => Promise<void>;
  /** Does it at every sign of life. */
  readonly onBeat: (work: () => Promise<void>) => void;
  readonly close: () => Promise<void>;
};

/** Made by whoever makes the other tables of the schema. */
export const PROCESSES_TABLE = `create table if not exists processes (id text primary key, who text not null, seen_at timestamptz not null default now())`;

const BEAT_MS = 2000;
/** A condition on a column that names a process. */
export const isDead = (column: string): string =>
  `not exists (select from processes alive where alive.id = ${column} and alive.seen_at > now() - interval '10 seconds')`;
const FORGOTTEN = `delete from processes where seen_at < now() - interval '1 day'`;

export async function joinProcesses(database: Database, schema: string): Promise<Processes> {
  const id = randomBytes(8).toString('hex');
  const { tell, listen, wait, ...notifications } = await openNotifications(database, `${schema}_told`);
  const work: (() => Promise<void>)[] = [];
  let [isWorking, isClosed] = [false, false];
  const beat = () =>
    database.query(`insert into processes (id, who) values ($1, $2) on conflict (id) do update set seen_at = now()`, [
      id,
      database.self,
    ]);
  const doWork = async () => {
    if (isWorking || isClosed) return; // slower than the beat: what is late must not pile up
    isWorking = true;
    try {
      await notifications.reconnect();
      for (const one of work) await one();
    } finally {
      isWorking = false;
    }
  };
  await beat();
  await database.query(FORGOTTEN);
  const timer = setInterval(() => {
    void beat()
      .then(doWork)
      .catch(() => undefined); // the database may be away for a moment
  }, BEAT_MS).unref();
  return {
    id,
    tell,
    listen,
    wait,
    onBeat: (one) => void work.push(one),
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      notifications.close();
      await database.query('delete from processes where id = $1', [id]).catch(() => undefined);
    },
  };
}

type Notifications = Pick<Processes, 'tell' | 'listen' | 'wait'> & {
  /** Where the connection was lost. */
  readonly reconnect: () => Promise<void>;
  readonly close: () => void;
};

async function openNotifications(database: Database, channel: string): Promise<Notifications> {
  const listeners = new Set<(what: string) => void>();
  let client: pg.PoolClient | undefined;
  const reconnect = async (): Promise<void> => {
    if (client) return;
    const next = await database.connection();
    next.on('notification', ({ payload = '' }) => {
      for (const heard of listeners) heard(payload);
    });
    next.once('error', () => {
      client = undefined;
      next.release(true);
    });
    await next.query(`listen "${channel}"`);
    client = next;
  };
  const listen: Processes['listen'] = (heard) => {
    listeners.add(heard);
    return () => listeners.delete(heard);
  };
  await reconnect();
  return {
    reconnect,
    listen,
    tell: async (what) => void (await database.query('select pg_notify($1, $2)', [channel, what])),
    wait: (what, ms) => toldWithin(listen, what, ms),
    close: () => client?.release(true),
  };
}

function toldWithin(listen: Processes['listen'], what: string, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stop();
      clearTimeout(late);
      resolve();
    };
    const stop = listen((told) => told === what && done());
    const late = setTimeout(done, ms);
  });
}
