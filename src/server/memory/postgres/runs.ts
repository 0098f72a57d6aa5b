/** Runs in PostgreSQL: written as they go by the process that answers, read and joined by any. */
import type { Result } from '../../../core/data.js';
import type { Exchange } from '../../../core/run.js';
import type { Database, Query } from '../../../providers/postgres/connect.js';
import { storableJson } from '../../../providers/postgres/json.js';
import { isDead, type Processes } from '../../../providers/postgres/processes.js';
import type { NumberedEvent } from '../../runs/events.js';
import type { History, RunStore } from '../../runs/store.js';
import { isOver, type KeptSummary } from '../../runs/summary.js';
import { createWriteQueue } from './write-queue.js';

export type RunsParts = { readonly database: Database; readonly processes: Processes; readonly history: History };

/** A reader looks again after this, should a notification be lost. */
const LOOK_AGAIN_MS = 2000;
const CANCEL = 'cancel ';
const CANCEL_MS = 15_000;
/** So many runs end in a process before it looks for old ones again. */
const RUNS_BETWEEN_PRUNINGS = 20;
const MOST_LISTED = 10_000;

export function openPostgresRuns(parts: RunsParts): RunStore {
  const { database, processes } = parts;
  const { query } = database;
  const own = new Set<string>();
  processes.onBeat(() => endOrphans(parts, own));
  return {
    get: async (id) =>
      (await query<{ summary: KeptSummary }>('select summary from runs where id = $1', [id]))[0]?.summary,
    events: (id) => eventsAfter(query, id, 0),
    list: async (owner) => {
      const text = `select summary from runs where owner = $1 order by asked_at desc limit ${MOST_LISTED}`;
      return (await query<{ summary: KeptSummary }>(text, [owner])).map(({ summary }) => summary);
    },
    write: runWriters(parts, own),
    follow: (id, after) => follow(parts, id, after),
    cancel: (id) => cancel(parts, id),
    onCancel: (heard) => void processes.listen((what) => what.startsWith(CANCEL) && heard(what.slice(CANCEL.length))),
    exchanges: async (id) => {
      const text = 'select exchange from run_calls where run = $1 order by n';
      return (await query<{ exchange: Exchange }>(text, [id])).map(({ exchange }) => exchange);
    },
    result: async (id) =>
      (await query<{ result: Result | null }>('select result from runs where id = $1', [id]))[0]?.result ?? undefined,
    remove: async (id) => void (await query('delete from runs where id = $1', [id])),
  };
}

const changeOf = (id: string): string => `run ${id}`;

/** Old runs are looked for when some have ended. `own` are those that are being written. */
function runWriters({ database, processes, history }: RunsParts, own: Set<string>): RunStore['write'] {
  let ended = 0;
  return (first) => {
    const { id, owner, askedAt } = first;
    const queue = createWriteQueue(database, { run: id, tell: () => processes.tell(changeOf(id)) });
    own.add(id);
    const inserted =
      'insert into runs (id, owner, asked_at, process, is_over, summary) values ($1, $2, $3, $4, false, $5)';
    queue.add(inserted, [id, owner, askedAt, processes.id, storableJson(first)]);
    return {
      event: queue.event,
      exchange: queue.exchange,
      result: (result) => queue.add('update runs set result = $2 where id = $1', [id, storableJson(result)]),
      summary: (summary) => {
        const bytes = queue.bytes();
        const text = 'update runs set summary = $2, is_over = $3, bytes = $4 where id = $1';
        queue.add(text, [id, storableJson({ ...summary, bytes }), isOver(summary), bytes]);
        if (!isOver(summary)) return;
        if (++ended % RUNS_BETWEEN_PRUNINGS === 0) queue.add(...pruning(history));
        void queue.settle().then(() => own.delete(id));
      },
      settle: queue.settle,
    };
  };
}

const eventsAfter = (query: Query, id: string, after: number): Promise<NumberedEvent[]> =>
  query<NumberedEvent>('select n, event from run_events where run = $1 and n > $2 order by n', [id, after]);

/** True where it is over, or gone. */
async function isEnded(query: Query, id: string): Promise<boolean> {
  return (await query<{ is_over: boolean }>('select is_over from runs where id = $1', [id]))[0]?.is_over !== false;
}

async function* follow(
  { database: { query }, processes }: RunsParts,
  id: string,
  after: number,
): AsyncGenerator<NumberedEvent> {
  for (let last = after; ; ) {
    const isLast = await isEnded(query, id); // before the events are read: none comes after them
    const told = processes.wait(changeOf(id), LOOK_AGAIN_MS);
    for (const numbered of await eventsAfter(query, id, last)) {
      yield numbered;
      last = numbered.n;
    }
    if (isLast) return;
    await told;
  }
}

async function cancel({ database: { query }, processes }: RunsParts, id: string): Promise<boolean> {
  await processes.tell(`${CANCEL}${id}`);
  for (let waitedMs = 0; waitedMs < CANCEL_MS; waitedMs += LOOK_AGAIN_MS) {
    if (await isEnded(query, id)) return true;
    await processes.wait(changeOf(id), LOOK_AGAIN_MS);
  }
  return isEnded(query, id);
}

function pruning({ maxRuns, maxDays, maxMegabytes }: History): [string, unknown[]] {
  const ranked =
    'select id, asked_at, row_number() over w as place, sum(bytes) over w as total from runs where is_over window w as (order by asked_at desc)';
  const text = `delete from runs where id in (select id from (${ranked}) r where place > $1 or total > $2 or asked_at < now() - $3 * interval '1 day')`;
  return [text, [maxRuns, maxMegabytes * 2 ** 20, maxDays]];
}

/** A client may have seen so many events that its server did not live to store. The last one comes behind them. */
const UNSTORED = 1000;

export const ORPHANED = 'The server that was answering ended before it was done. Ask again.';

/**
 * Runs of processes that died, and those of this one whose end could not be written, get their end: an error that
 * whoever waits for them is told.
 */
async function endOrphans({ database, processes }: RunsParts, own: ReadonlySet<string>): Promise<void> {
  const orphans = await database.query<{ id: string }>(
    `select id from runs where not is_over and (process = $1 or ${isDead('runs.process')})`,
    [processes.id],
  );
  for (const { id } of orphans.filter((run) => !own.has(run.id)))
    if (await database.transaction((query) => endOrphan(query, id))) await processes.tell(changeOf(id));
}

/** False where another process does it. */
async function endOrphan(query: Query, id: string): Promise<boolean> {
  const open = 'select summary from runs where id = $1 and not is_over for update skip locked';
  const [run] = await query<{ summary: KeptSummary }>(open, [id]);
  if (!run) return false;
  const error = { code: 'unavailable' as const, message: ORPHANED };
  const last = `insert into run_events (run, n, event)
    select $1, coalesce(max(n), 0) + ${UNSTORED}, $2 from run_events where run = $1`;
  await query(last, [id, storableJson({ type: 'error', id, error })]);
  const summary: KeptSummary = { ...run.summary, status: 'interrupted', error };
  await query('update runs set summary = $2, is_over = true where id = $1', [id, storableJson(summary)]);
  return true;
}
