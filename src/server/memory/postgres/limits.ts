/** What a key may use, counted for all servers together. */
import { randomBytes } from 'node:crypto';
import { systemClock } from '../../../core/clock.js';
import type { Database, Query } from '../../../providers/postgres/connect.js';
import { persistently } from '../../../providers/postgres/persistently.js';
import { isDead, type Processes } from '../../../providers/postgres/processes.js';
import { allTaken, type Limits, SHARE_OF_DAY, secondsLeft, tooMany } from '../../callers/limits.js';

const TODAY = "(now() at time zone 'utc')::date";

export function openLimitsIn(database: Database, processes: Processes): Limits {
  /** One after the other for each caller and kind, on all servers. */
  const inTurn = <T>(kind: string, caller: string, work: (query: Query) => Promise<T>): Promise<T> =>
    database.transaction(async (query) => {
      await query('select pg_advisory_xact_lock(hashtext($1))', [`${kind} ${caller}`]);
      return work(query);
    });
  const afterwards = (work: () => Promise<unknown>) => void persistently(work).catch(() => undefined);
  return {
    countRequest: async ({ id, limits: { requestsPerMinute: most } }) => {
      if (most === undefined) return;
      const seconds = await inTurn('requests', id, (query) => countRequest(query, { caller: id, most }));
      if (seconds !== undefined) throw tooMany(`This key may send ${most} requests a minute.`, seconds);
    },
    occupy: async ({ id, limits: { concurrency: most } }, retryAfterSeconds) => {
      if (most === undefined) return () => undefined;
      const place = { id: newId(), caller: id, process: processes.id };
      const isTaken = await inTurn('places', id, (query) => takePlace(query, { ...place, most }));
      if (!isTaken) throw allTaken(most, retryAfterSeconds);
      return () => afterwards(() => database.query('delete from places where id = $1', [place.id]));
    },
    reserve: async ({ id, limits: { usdPerDay } }, wantedUsd) => {
      if (usdPerDay === undefined) return { maxCostUsd: wantedUsd, settle: () => undefined };
      const reservation = { id: newId(), caller: id, process: processes.id };
      const wanted = { ...reservation, usdPerDay, wantedUsd: wantedUsd ?? usdPerDay * SHARE_OF_DAY };
      const maxCostUsd = await inTurn('money', id, (query) => setAside(query, wanted));
      const used = `This key may spend $${usdPerDay} a day, which are spent or set aside.`;
      if (maxCostUsd === undefined) throw tooMany(used, secondsLeft(systemClock));
      const settled = (spentUsd: number) => afterwards(() => settle(database, { ...reservation, spentUsd }));
      return { maxCostUsd, settle: settled };
    },
  };
}

const newId = (): string => randomBytes(12).toString('hex');

type Reservation = { readonly id: string; readonly caller: string; readonly process: string };

/** Seconds until there may be another, where there are too many. */
async function countRequest(
  query: Query,
  { caller, most }: { readonly caller: string; readonly most: number },
): Promise<number | undefined> {
  await query(`delete from requests where caller = $1 and at < clock_timestamp() - interval '1 minute'`, [caller]);
  const left = `extract(epoch from min(at) + interval '1 minute' - clock_timestamp())::float8`;
  const [recent] = await query<{ count: string; left: number | null }>(
    `select count(*) as count, ${left} as left from requests where caller = $1`,
    [caller],
  );
  if (Number(recent?.count ?? 0) >= most) return Math.ceil(recent?.left ?? 60);
  await query('insert into requests (caller) values ($1)', [caller]);
  return undefined;
}

/** False where all places are taken. */
async function takePlace(
  query: Query,
  { id, caller, process, most }: Reservation & { readonly most: number },
): Promise<boolean> {
  await query(`delete from places where caller = $1 and ${isDead('places.process')}`, [caller]);
  const [taken] = await query<{ count: string }>('select count(*) as count from places where caller = $1', [caller]);
  if (Number(taken?.count ?? 0) >= most) return false;
  await query('insert into places (id, caller, process) values ($1, $2, $3)', [id, caller, process]);
  return true;
}

/** How much; nothing where none is left of the day's. */
async function setAside(
  query: Query,
  {
    id,
    caller,
    process,
    usdPerDay,
    wantedUsd,
  }: Reservation & { readonly usdPerDay: number; readonly wantedUsd: number },
): Promise<number | undefined> {
  await query(`delete from reservations where caller = $1 and ${isDead('reservations.process')}`, [caller]);
  const [used] = await query<{ usd: number }>(
    `select coalesce((select usd from spending where day = ${TODAY} and caller = $1), 0)
       + coalesce((select sum(usd) from reservations where caller = $1), 0) as usd`,
    [caller],
  );
  const free = usdPerDay - (used?.usd ?? 0);
  if (free <= 0) return undefined;
  const usd = Math.min(free, wantedUsd);
  const text = 'insert into reservations (id, caller, usd, process) values ($1, $2, $3, $4)';
  await query(text, [id, caller, usd, process]);
  return usd;
}

function settle(
  database: Database,
  { id, caller, spentUsd }: Reservation & { readonly spentUsd: number },
): Promise<void> {
  return database.transaction(async (query) => {
    const open = await query('delete from reservations where id = $1 returning id', [id]);
    // Tried again after a lost reply, it must not count twice.
    if (open.length === 0 || spentUsd <= 0) return;
    const text = `insert into spending as s (day, caller, usd) values (${TODAY}, $1, $2)
      on conflict (day, caller) do update set usd = s.usd + excluded.usd`;
    await query(text, [caller, spentUsd]);
  });
}
