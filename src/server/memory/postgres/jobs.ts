/** Ingest jobs in PostgreSQL: taken by any server, and by another where the one that took it died. */
import { randomBytes } from 'node:crypto';
import { codeOf } from '../../../providers/postgres/connect.js';
import { storableJson } from '../../../providers/postgres/json.js';
import { openWorkQueue, type QueueParts } from '../../../providers/postgres/work-queue.js';
import { corpusBusy, type JobStore, type KeptJob, MOST_JOBS } from '../../library/job-store.js';
import type { Job } from '../../library/schemas.js';
import { persistently } from './write-queue.js';

const QUEUE = 'ingest';
/** A reader looks again after this, should a notification be lost. */
const LOOK_AGAIN_MS = 1000;
const UNIQUE_VIOLATION = '23505';
const IS_HELD = `select from work where queue = '${QUEUE}' and item = jobs.item`;

export async function openJobsIn(parts: QueueParts): Promise<JobStore> {
  const { database, processes } = parts;
  const { query } = database;
  const queue = await openWorkQueue(QUEUE, parts);
  const get = async (id: string) => (await query<KeptJob>('select job, request from jobs where id = $1', [id]))[0];
  const tell = (id: string) => processes.tell(`job ${id}`);
  /** Those this process works on, by id: what they are called in the queue. */
  const taken = new Map<string, string>();
  const leave = async (job: Job, how: 'done' | 'again') => {
    const text = 'update jobs set job = $2, is_over = $3 where id = $1';
    const item = taken.get(job.id) ?? '';
    await persistently(() =>
      queue.leave(item, how, (write) => write(text, [job.id, storableJson(job), how === 'done'])),
    );
    taken.delete(job.id);
    await tell(job.id);
  };
  const take: JobStore['take'] = async () => {
    const item = await queue.take();
    if (item === undefined) return undefined;
    const text = 'update jobs set begun = begun + 1 where item = $1 and not is_over returning job, request, begun';
    const [kept] = await query<KeptJob & { begun: number }>(text, [item]);
    if (kept) {
      taken.set(kept.job.id, item);
      return { job: kept.job, request: kept.request, isTakenOver: kept.begun > 1 };
    }
    await queue.leave(item, 'done'); // stopped before anyone took it
    return take();
  };
  return {
    get,
    take,
    list: async () =>
      (await query<{ job: Job }>('select job from jobs order by started_at desc')).map(({ job }) => job),
    offer: async ({ job, request }) => {
      try {
        await database.transaction(async (write) => {
          // Named anew each time: where it was stopped before anyone took it, the old item is still in the queue.
          const item = `${job.id} ${randomBytes(4).toString('hex')}`;
          const offered = await write(
            `insert into jobs (id, corpus, item, started_at, is_over, job, request) values ($1, $2, $3, $4, false, $5, $6)
             on conflict (id) do update set item = excluded.item, is_over = false, begun = 0, job = excluded.job where jobs.is_over returning id`,
            [job.id, job.corpus, item, job.startedAt, storableJson(job), storableJson(request)],
          );
          if (offered.length === 0) throw corpusBusy(job.corpus); // it is being worked on
          await queue.offer([item], write);
          await write(
            `delete from jobs where is_over and id not in (select id from jobs order by started_at desc limit ${MOST_JOBS})`,
          );
        });
      } catch (error) {
        throw codeOf(error) === UNIQUE_VIOLATION ? corpusBusy(job.corpus) : error;
      }
      await processes.tell(OFFERED);
    },
    write: async (job) => {
      const text = `update jobs set job = $2 where id = $1 and exists (${IS_HELD} and process = $3) returning id`;
      const isOurs = (await query(text, [job.id, storableJson(job), processes.id])).length > 0;
      await tell(job.id);
      return isOurs;
    },
    end: (job) => leave(job, 'done'),
    giveBack: async (job) => {
      await leave(job, 'again');
      await processes.tell(OFFERED);
    },
    cancel: async (id) => {
      await processes.tell(`cancel ${id}`);
      const kept = await get(id);
      if (!kept) return;
      const text = `update jobs set is_over = true, job = $2 where id = $1 and not is_over and not exists (${IS_HELD})`;
      await query(text, [id, storableJson({ ...kept.job, status: 'cancelled' })]);
    },
    listen: ({ offered, cancelled }) => {
      processes.onBeat(offered);
      processes.listen((what) => {
        if (what === OFFERED) void offered();
        if (what.startsWith('cancel ')) cancelled(what.slice('cancel '.length));
      });
    },
    changed: (id) => processes.wait(`job ${id}`, LOOK_AGAIN_MS),
  };
}

const OFFERED = 'job offered';
