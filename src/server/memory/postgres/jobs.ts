/** Ingest jobs in PostgreSQL: taken by any server, and by another where the one that took it died. */
import { randomBytes } from 'node:crypto';
import { codeOf, type Query } from '../../../providers/postgres/connect.js';
import { storableJson } from '../../../providers/postgres/json.js';
import { openWorkQueue, type QueueParts, type WorkQueue } from '../../../providers/postgres/work-queue.js';
import { corpusBusy, type JobStore, type KeptJob, MOST_JOBS } from '../../library/job-store.js';
import type { Job } from '../../library/schemas.js';
import { reserveCorpus } from './reserve-corpus.js';

const QUEUE = 'ingest';
const OFFERED = 'job offered';
const CANCEL = 'cancel ';
/** A reader looks again after this, should a notification be lost. */
const LOOK_AGAIN_MS = 1000;
const UNIQUE_VIOLATION = '23505';
const IS_HELD = `select from work where queue = '${QUEUE}' and item = jobs.item`;

type Parts = QueueParts & {
  readonly queue: WorkQueue;
  /** What the jobs that this process works on are called in the queue, by their ids. */
  readonly items: Map<string, string>;
};

export async function openJobsIn(given: QueueParts): Promise<JobStore> {
  const parts: Parts = { ...given, queue: await openWorkQueue(QUEUE, given), items: new Map() };
  const { database, processes } = parts;
  return {
    get: (id) => get(database.query, id),
    list: async () => {
      const rows = await database.query<{ job: Job }>('select job from jobs order by started_at desc');
      return rows.map(({ job }) => job);
    },
    reserve: (corpus) => reserveCorpus(parts, corpus),
    offer: (kept) => offer(parts, kept),
    take: () => take(parts),
    write: (job) => write(parts, job),
    end: (job) => leave(parts, job, 'done'),
    giveBack: async (job) => {
      await leave(parts, job, 'again');
      await processes.tell(OFFERED);
    },
    cancel: (id) => cancel(parts, id),
    listen: ({ offered, cancelled }) => {
      processes.onBeat(offered);
      processes.listen((what) => {
        if (what === OFFERED) void offered();
        if (what.startsWith(CANCEL)) cancelled(what.slice(CANCEL.length));
      });
    },
    changed: (id) => processes.wait(changeOf(id), LOOK_AGAIN_MS),
  };
}

const changeOf = (id: string): string => `job ${id}`;

async function get(query: Query, id: string): Promise<KeptJob | undefined> {
  return (await query<KeptJob>('select job, request from jobs where id = $1', [id]))[0];
}

async function offer({ database, queue, processes }: Parts, { job, request }: KeptJob): Promise<void> {
  // Named anew each time: where it was stopped before anyone took it, the old item is still in the queue.
  const item = `${job.id} ${randomBytes(4).toString('hex')}`;
  const inserted = `insert into jobs (id, corpus, item, started_at, is_over, job, request) values ($1, $2, $3, $4, false, $5, $6)
    on conflict (id) do update set item = excluded.item, is_over = false, begun = 0, job = excluded.job where jobs.is_over returning id`;
  const forgotten = `delete from jobs where is_over and id not in (select id from jobs order by started_at desc limit ${MOST_JOBS})`;
  const values = [job.id, job.corpus, item, job.startedAt, storableJson(job), storableJson(request)];
  try {
    await database.transaction(async (query) => {
      if ((await query(inserted, values)).length === 0) throw corpusBusy(job.corpus); // it is being worked on
      await queue.offer([item], query);
      await query(forgotten);
    });
  } catch (error) {
    throw codeOf(error) === UNIQUE_VIOLATION ? corpusBusy(job.corpus) : error;
  }
  await processes.tell(OFFERED);
}

const BEGUN = 'update jobs set begun = begun + 1 where item = $1 and not is_over returning job, request, begun';

async function take(parts: Parts): ReturnType<JobStore['take']> {
  const { queue, items } = parts;
  const taken = await queue.take(async (query, item) => ({
    item,
    kept: (await query<KeptJob & { begun: number }>(BEGUN, [item]))[0],
  }));
  if (!taken) return undefined;
  const { item, kept } = taken;
  if (kept) {
    items.set(kept.job.id, item);
    return { job: kept.job, request: kept.request, isTakenOver: kept.begun > 1 };
  }
  await queue.leave(item, 'done'); // stopped before anyone took it
  return take(parts);
}

async function write({ database, processes }: Parts, job: Job): Promise<boolean> {
  const text = `update jobs set job = $2 where id = $1 and exists (${IS_HELD} and process = $3) returning id`;
  const isOurs = (await database.query(text, [job.id, storableJson(job), processes.id])).length > 0;
  await processes.tell(changeOf(job.id));
  return isOurs;
}

async function leave({ queue, items, processes }: Parts, job: Job, how: 'done' | 'again'): Promise<void> {
  const item = items.get(job.id) ?? '';
  items.delete(job.id);
  const text = 'update jobs set job = $2, is_over = $3 where id = $1';
  await queue.leave(item, how, (query) => query(text, [job.id, storableJson(job), how === 'done']));
  await processes.tell(changeOf(job.id));
}

/** Tells the process that works on it; where none does, it is over. */
async function cancel({ database, processes }: Parts, id: string): Promise<void> {
  await processes.tell(`${CANCEL}${id}`);
  const kept = await get(database.query, id);
  if (!kept) return;
  const text = `update jobs set is_over = true, job = $2 where id = $1 and not is_over and not exists (${IS_HELD})`;
  await database.transaction(async (query) => {
    await query('select from jobs where id = $1 for update', [id]); // it may be taken just now
    await query(text, [id, storableJson({ ...kept.job, status: 'cancelled' })]);
  });
}
