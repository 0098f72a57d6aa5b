/**
 * A grid that several processes work on, on one machine or many: its points are shared work, its rows are kept in
 * PostgreSQL as they are answered.
 */
import { connectPostgres, type Database } from '../providers/postgres/connect.js';
import { storableJson } from '../providers/postgres/json.js';
import { joinProcesses, PROCESSES_TABLE } from '../providers/postgres/processes.js';
import { prepareTables } from '../providers/postgres/tables.js';
import { openWorkQueue, WORK_TABLE, type WorkQueue } from '../providers/postgres/work-queue.js';

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
  WORK_TABLE,
  `create table if not exists grids (key text primary key, asked_at text not null)`,
  `create table if not exists grid_points (grid text not null references grids on delete cascade, point text not null, is_done boolean not null default false, primary key (grid, point))`,
  `create table if not exists grid_rows (grid text not null, point text not null, key text not null, row json not null, primary key (grid, point, key))`,
];
const TIMEOUT_MS = 30_000;

export async function joinSharedGrid({ connection, schema, ...grid }: SharedGridSettings): Promise<SharedGrid> {
  const database = connectPostgres({ connection, timeoutMs: TIMEOUT_MS, searchPath: schema });
  await prepareTables(database, schema, TABLES);
  const processes = await joinProcesses(database, schema);
  const queue = await openWorkQueue(`grid-${grid.key}`, { database, schema, processes });
  const askedAt = await register({ database, queue }, grid);
  const close = async () => {
    await processes.close();
    await database.close();
  };
  return { ...workOn({ database, queue }, grid.key), askedAt, close };
}

type Shop = { readonly database: Database; readonly queue: WorkQueue };

/** Whoever comes first offers the points. */
function register(
  { database, queue }: Shop,
  { key, points, askedAt }: Omit<SharedGridSettings, 'connection' | 'schema'>,
): Promise<string> {
  return database.transaction(async (query) => {
    await query('insert into grids (key, asked_at) values ($1, $2) on conflict do nothing', [key, askedAt]);
    const [grid] = await query<{ asked_at: string }>('select asked_at from grids where key = $1 for update', [key]);
    const text =
      'insert into grid_points (grid, point) select $1, unnest($2::text[]) on conflict do nothing returning point';
    const fresh = new Set((await query<{ point: string }>(text, [key, points])).map(({ point }) => point));
    await queue.offer(
      points.filter((point) => fresh.has(point)),
      query,
    );
    return grid?.asked_at ?? askedAt;
  });
}

function workOn({ database, queue }: Shop, key: string): Omit<SharedGrid, 'askedAt' | 'close'> {
  return {
    take: () => queue.take(async (_, point) => point),
    keep: async (point, row, value) => {
      const text =
        'insert into grid_rows (grid, point, key, row) values ($1, $2, $3, $4) on conflict (grid, point, key) do update set row = excluded.row';
      await database.query(text, [key, point, row, storableJson(value)]);
    },
    rowsOf: async (point) => {
      const text = 'select row from grid_rows where grid = $1 and point = $2 order by key';
      return (await database.query<{ row: unknown }>(text, [key, point])).map(({ row }) => row);
    },
    finish: async (point) => {
      const isDone = 'update grid_points set is_done = true where grid = $1 and point = $2';
      await queue.leave(point, 'done', (query) => query(isDone, [key, point]));
    },
    giveBack: async (point) => void (await queue.leave(point, 'again')),
    isOver: async () =>
      (await database.query('select 1 from grid_points where grid = $1 and not is_done limit 1', [key])).length === 0,
  };
}
