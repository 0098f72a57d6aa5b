/** What a key may use, counted for all servers together. */
import { randomBytes } from 'node:crypto';
import { systemClock } from '../../../core/clock.js';
import type { Database } from '../../../providers/postgres/connect.js';
import { isDead, type Processes } from '../../../providers/postgres/processes.js';
import { allTaken, type Limits, SHARE_OF_DAY, secondsLeft, tooMany } from '../../callers/limits.js';
import { persistently } from './write-queue.js';

const LOCK = 'select pg_advisory_xact_lock(hashtext($1))';
const TODAY = "(now() at time zone 'utc')::date";

export function openLimitsIn(database: Database, processes: Processes): Limits {
  return {
    countRequest: async ({ id, limits: { requestsPerMinute } }) => {
      if (requestsPerMinute === undefined) return;
      const seconds = await database.transaction(async (query) => {
        await query(LOCK, [`requests ${id}`]);
        await query(`delete from requests where caller = $1 and at < clock_timestamp() - interval '1 minute'`, [id]);
        const [recent] = await query<{ count: string; left: number | null }>(
          `select count(*) as count, extract(epoch from min(at) + interval '1 minute' - clock_timestamp())::float8 as left from requests where caller = $1`,
          [id],
        );
        if (Number(recent?.count ?? 0) >= requestsPerMinute) return Math.ceil(recent?.left ?? 60);
        await query('insert into requests (caller) values ($1)', [id]);
        return undefined;
      });
      if (seconds !== undefined) throw tooMany(`This key may send ${requestsPerMinute} requests a minute.`, seconds);
    },
    occupy: async ({ id, limits: { concurrency } }, retryAfterSeconds) => {
      if (concurrency === undefined) return () => undefined;
      const place = randomBytes(12).toString('hex');
      const isTaken = await database.transaction(async (query) => {
        await query(LOCK, [`places ${id}`]);
        await query(`delete from places where caller = $1 and ${isDead('places.process')}`, [id]);
        const [taken] = await query<{ count: string }>('select count(*) as count from places where caller = $1', [id]);
        if (Number(taken?.count ?? 0) >= concurrency) return false;
        await query('insert into places (id, caller, process) values ($1, $2, $3)', [place, id, processes.id]);
        return true;
      });
      if (!isTaken) throw allTaken(concurrency, retryAfterSeconds);
      return () =>
        void persistently(() => database.query('delete from places where id = $1', [place])).catch(() => undefined);
    },
    reserve: async ({ id, limits: { usdPerDay } }, wantedUsd) => {
      if (usdPerDay === undefined) return { maxCostUsd: wantedUsd, settle: () => undefined };
      const reservation = randomBytes(12).toString('hex');
      const maxCostUsd = await database.transaction(async (query) => {
        await query(LOCK, [`money ${id}`]);
        await query(`delete from reservations where caller = $1 and ${isDead('reservations.process')}`, [id]);
        const [used] = await query<{ usd: number }>(
          `select coalesce((select usd from spending where day = ${TODAY} and caller = $1), 0)
             + coalesce((select sum(usd) from reservations where caller = $1), 0) as usd`,
          [id],
        );
        const free = usdPerDay - (used?.usd ?? 0);
        if (free <= 0) return undefined;
        const most = Math.min(free, wantedUsd ?? usdPerDay * SHARE_OF_DAY);
        await query('insert into reservations (id, caller, usd, process) values ($1, $2, $3, $4)', [
          reservation,
          id,
          most,
          processes.id,
        ]);
        return most;
      });
      if (maxCostUsd === undefined)
        throw tooMany(
          `This key may spend $${usdPerDay} a day, which are spent or set aside.`,
          secondsLeft(systemClock),
        );
      return {
        maxCostUsd,
        settle: (spentUsd) =>
          void persistently(() => settle(database, { reservation, id, spentUsd })).catch(() => undefined),
      };
    },
  };
}

type SpentBudget = { readonly reservation: string; readonly id: string; readonly spentUsd: number };

function settle(database: Database, { reservation, id, spentUsd }: SpentBudget): Promise<void> {
  return database.transaction(async (query) => {
    const open = await query('delete from reservations where id = $1 returning id', [reservation]);
    // Tried again after a lost reply, it must not count twice.
    if (open.length > 0 && spentUsd > 0)
      await query(
        `insert into spending as s (day, caller, usd) values (${TODAY}, $1, $2) on conflict (day, caller) do update set usd = s.usd + excluded.usd`,
        [id, spentUsd],
      );
  });
}
