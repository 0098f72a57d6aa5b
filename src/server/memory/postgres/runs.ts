/** Runs in PostgreSQL: written as they go by the process that answers, read and joined by any. */
import type { Result } from '../../../core/data.js';
import type { Exchange } from '../../../core/run.js';
import type { Database } from '../../../providers/postgres/connect.js';
import { storableJson } from '../../../providers/postgres/json.js';
import { isDead, type Processes } from '../../../providers/postgres/processes.js';
import type { NumberedEvent } from '../../runs/events.js';
import type { History, RunStore } from '../../runs/store.js';
import { isOver, type KeptSummary } from '../../runs/summary.js';
import { createWriteQueue } from './write-queue.js';

export type RunsParts = { readonly database: Database; readonly processes: Processes; readonly history: History };

/** A reader looks again after this, should a notification be lost. */
const LOOK_AGAIN_MS = 2000;
const CANCEL_MS = 15_000;
/** So many runs end in a process before it looks for old ones again. */
const RUNS_BETWEEN_PRUNINGS = 20;
const MOST_LISTED = 10_000;

export function openPostgresRuns({ database, processes, history }: RunsParts): RunStore {
  const { query } = database;
  let ended = 0;
  const get = async (id: string) =>
    (await query<{ summary: KeptSummary }>('select summary from runs where id = $1', [id]))[0]?.summary;
  const events = async (id: string, after = 0) =>
    query<NumberedEvent>('select n, event from run_events where run = $1 and n > $2 order by n', [id, after]);
  processes.onBeat(() => endOrphans(database, processes));

  return {
    get,
    events: (id) => events(id),
    list: async (owner) => {
      const text = `select summary from runs where owner = $1 order by asked_at desc limit ${MOST_LISTED}`;
      return (await query<{ summary: KeptSummary }>(text, [owner])).map(({ summary }) => summary);
    },
    write: (first) => {
      const queue = createWriteQueue(database, { run: first.id, tell: () => processes.tell(`run ${first.id}`) });
      queue.add(
        'insert into runs (id, owner, asked_at, process, is_over, summary) values ($1, $2, $3, $4, false, $5)',
        [first.id, first.owner, first.askedAt, processes.id, storableJson(first)],
      );
      return {
        event: queue.event,
        exchange: queue.exchange,
        result: (result) => queue.add('update runs set result = $2 where id = $1', [first.id, storableJson(result)]),
        summary: (summary) => {
          const kept = storableJson({ ...summary, bytes: queue.bytes() });
          queue.add('update runs set summary = $2, is_over = $3, bytes = $4 where id = $1', [
            first.id,
            kept,
            isOver(summary),
            queue.bytes(),
          ]);
          if (isOver(summary) && ++ended % RUNS_BETWEEN_PRUNINGS === 0) queue.add(...pruning(history));
        },
        settle: queue.settle,
      };
    },
    follow: async function* (id, after) {
      for (let last = after; ; ) {
        const [state] = await query<{ is_over: boolean }>('select is_over from runs where id = $1', [id]);
        const told = processes.wait(`run ${id}`, LOOK_AGAIN_MS);
        for (const numbered of await events(id, last)) {
          yield numbered;
          last = numbered.n;
        }
        if (!state || state.is_over) return;
        await told;
      }
    },
    cancel: async (id) => {
      await processes.tell(`cancel ${id}`);
      const isEnded = async () =>
        (await query<{ is_over: boolean }>('select is_over from runs where id = $1', [id]))[0]?.is_over !== false;
      for (let waitedMs = 0; waitedMs < CANCEL_MS; waitedMs += LOOK_AGAIN_MS) {
        if (await isEnded()) return true;
        await processes.wait(`run ${id}`, LOOK_AGAIN_MS);
      }
      return isEnded();
    },
    onCancel: (cancel) =>
      void processes.listen((what) => what.startsWith('cancel ') && cancel(what.slice('cancel '.length))),
    exchanges: async (id) =>
      (await query<{ exchange: Exchange }>('select exchange from run_calls where run = $1 order by n', [id])).map(
        ({ exchange }) => exchange,
      ),
    result: async (id) =>
      (await query<{ result: Result | null }>('select result from runs where id = $1', [id]))[0]?.result ?? undefined,
    remove: async (id) => void (await query('delete from runs where id = $1', [id])),
  };
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

/** Runs of processes that died get their end: an error that whoever waits for them is told. */
async function endOrphans(database: Database, processes: Processes): Promise<void> {
  const orphans = await database.query<{ id: string }>(
    `select id from runs where not is_over and ${isDead('runs.process')}`,
  );
  for (const { id } of orphans) {
    const isOurs = await database.transaction(async (query) => {
      const [run] = await query<{ summary: KeptSummary }>(
        'select summary from runs where id = $1 and not is_over for update skip locked',
        [id],
      );
      if (!run) return false;
      const error = { code: 'unavailable' as const, message: ORPHANED };
      const summary: KeptSummary = { ...run.summary, status: 'interrupted', error };
      await query(
        `insert into run_events (run, n, event) select $1, coalesce(max(n), 0) + ${UNSTORED}, $2 from run_events where run = $1`,
        [id, storableJson({ type: 'error', id, error })],
      );
      await query('update runs set summary = $2, is_over = true where id = $1', [id, storableJson(summary)]);
      return true;
    });
    if (isOurs) await processes.tell(`run ${id}`);
  }
}
