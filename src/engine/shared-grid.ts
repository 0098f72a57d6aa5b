/**
 * A grid that several processes work on, on one machine or many: its points are jobs of a queue in PostgreSQL (pg-boss), its rows are kept there as
 * they are answered, and the point of a process that died is offered again, with the rows it had.
 */
import PgBoss from 'pg-boss';
import { connectPostgres, type Database, type Query } from '../providers/postgres/connect.js';
import { storableJson } from '../providers/postgres/json.js';
import { isDead, joinProcesses, PROCESSES_TABLE, type Processes } from '../providers/postgres/processes.js';
import { prepareTables } from '../providers/postgres/tables.js';

export type SharedGridSettings = {
  readonly connection: string;
  readonly schema: string;
  /** What the grid is, to the last option: processes that work on the same share it. */
  readonly key: string;
  readonly points: readonly string[];
  readonly askedAt: string;
};

export type SharedGrid = {
  /** When the first of the processes came. */
  readonly askedAt: string;
  /** A point that nobody works on; nothing where there is none just now. */
  readonly take: () => Promise<string | undefined>;
  /** Keeps a row for everybody. */
  readonly keep: (point: string, key: string, row: unknown) => Promise<void>;
  readonly rowsOf: (point: string) => Promise<readonly unknown[]>;
  readonly finish: (point: string) => Promise<void>;
  /** Gives a point back that was not finished. */
  readonly giveBack: (point: string) => Promise<void>;
  readonly isOver: () => Promise<boolean>;
  readonly close: () => Promise<void>;
};

const TABLES = [
  PROCESSES_TABLE,
  `create table if not exists grids (key text primary key, asked_at text not null)`,
  `create table if not exists grid_points (grid text not null references grids on delete cascade, point text not null, is_done boolean not null default false, primary key (grid, point))`,
  `create table if not exists grid_work (job uuid primary key, grid text not null, point text not null, process text not null)`,
  `create table if not exists grid_rows (grid text not null, point text not null, key text not null, row json not null, primary key (grid, point, key))`,
];
const TIMEOUT_MS = 30_000;
/** A point is begun again as often as its workers die. */
const MOST_TRIES = 1000;

type Point = { readonly point: string };

export async function joinSharedGrid({ connection, schema, key, points, askedAt }: SharedGridSettings): Promise<SharedGrid> {
  const database = connectPostgres({ connection, timeoutMs: TIMEOUT_MS, searchPath: schema });
  await prepareTables(database, schema, TABLES);
  const boss = new PgBoss({ connectionString: connection, schema: `${schema}_queue`, supervise: false, schedule: false, max: 2 });
  boss.on('error', () => undefined); // the next call tells
  await boss.start();
  const queue = `grid-${key}`;
  await boss.createQueue(queue, { name: queue, retryLimit: MOST_TRIES, expireInHours: 23 });
  const processes = await joinProcesses(database, schema);
  const shared = await register({ database, boss, queue }, { key, points, askedAt });
  processes.onBeat(() => offerAgain({ database, boss, queue }, key));
  return { ...workOn({ database, boss, queue, processes }, key), askedAt: shared };
}

type Shop = { readonly database: Database; readonly boss: PgBoss; readonly queue: string };

/** Lets pg-boss work inside a transaction of ours. */
const within = (query: Query) => ({ db: { executeSql: async (text: string, values: unknown[]) => ({ rows: await query(text, values) }) } });

/** Whoever comes first offers the points. */
function register(
  { database, boss, queue }: Shop,
  { key, points, askedAt }: Pick<SharedGridSettings, 'key' | 'points' | 'askedAt'>,
): Promise<string> {
  return database.transaction(async (query) => {
    await query('insert into grids (key, asked_at) values ($1, $2) on conflict do nothing', [key, askedAt]);
    const [grid] = await query<{ asked_at: string }>('select asked_at from grids where key = $1 for update', [key]);
    const text = 'insert into grid_points (grid, point) select $1, unnest($2::text[]) on conflict do nothing returning point';
    const fresh = new Set((await query<Point>(text, [key, points])).map(({ point }) => point));
    for (const point of points)
      if (fresh.has(point)) await boss.send(queue, { point }, { ...within(query), retryLimit: MOST_TRIES, expireInHours: 23 });
    return grid?.asked_at ?? askedAt;
  });
}

/** Points of processes that died go back into the queue. */
async function offerAgain({ database, boss, queue }: Shop, key: string): Promise<void> {
  await database.transaction(async (query) => {
    const text = `delete from grid_work w where grid = $1 and ${isDead('w.process')} returning job`;
    for (const { job } of await query<{ job: string }>(text, [key])) await boss.fail(queue, job, within(query));
  });
}

function workOn({ database, boss, queue, processes }: Shop & { readonly processes: Processes }, key: string): Omit<SharedGrid, 'askedAt'> {
  /** Ends the work of this process on a point, in one step with the queue. */
  const leave = (point: string, how: 'complete' | 'fail') =>
    database.transaction(async (query) => {
      const text = 'delete from grid_work where grid = $1 and point = $2 and process = $3 returning job';
      const [work] = await query<{ job: string }>(text, [key, point, processes.id]);
      if (!work) return; // it was taken for dead, and another works on it
      await boss[how](queue, work.job, within(query));
      if (how === 'complete') await query('update grid_points set is_done = true where grid = $1 and point = $2', [key, point]);
    });
  return {
    take: () =>
      database.transaction(async (query) => {
        const [job] = await boss.fetch<Point>(queue, within(query) as object);
        if (!job) return undefined;
        await query('insert into grid_work (job, grid, point, process) values ($1, $2, $3, $4)', [
          job.id,
          key,
          job.data.point,
          processes.id,
        ]);
        return job.data.point;
      }),
    keep: async (point, row, value) => {
      const text =
        'insert into grid_rows (grid, point, key, row) values ($1, $2, $3, $4) on conflict (grid, point, key) do update set row = excluded.row';
      await database.query(text, [key, point, row, storableJson(value)]);
    },
    rowsOf: async (point) => {
      const rows = await database.query<{ row: unknown }>('select row from grid_rows where grid = $1 and point = $2 order by key', [
        key,
        point,
      ]);
      return rows.map(({ row }) => row);
    },
    finish: (point) => leave(point, 'complete'),
    giveBack: (point) => leave(point, 'fail'),
    isOver: async () => (await database.query('select 1 from grid_points where grid = $1 and not is_done limit 1', [key])).length === 0,
    close: async () => {
      await processes.close();
      await boss.stop({ graceful: false, wait: false });
      await database.close();
    },
  };
}
