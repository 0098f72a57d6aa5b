/**
 * Ingest jobs: files that were uploaded, or addresses, read into a corpus in the background by whichever server takes
 * them. What a job committed stays, however it ends, and one that did not come to its end can be resumed: what was read
 * already is passed over.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../core/clock.js';
import { notFound, refusal } from '../refusal.js';
import { corpusBusy, type JobStore, type KeptJob } from './job-store.js';
import { begun, createJobWorker, type JobWorker, type WorkerParts } from './job-worker.js';
import type { Job } from './schemas.js';
import { keepUploads, type UploadedFile } from './uploads.js';

export type JobRequest = {
  readonly corpus: string;
  readonly files: readonly UploadedFile[];
  readonly addresses: readonly string[];
};

export type Jobs = {
  /** Resolves when everything that was sent is kept. */
  readonly start: (request: JobRequest) => Promise<Job>;
  /** Goes on with a job that was interrupted, stopped or failed. */
  readonly resume: (id: string) => Promise<Job>;
  readonly list: () => Promise<readonly Job[]>;
  readonly find: (id: string) => Promise<Job>;
  /** The job at each change, at most every so often, until it is over. */
  readonly watch: (id: string) => AsyncGenerator<Job>;
  readonly cancel: (id: string) => Promise<Job>;
  /** Does something while the corpus has no job and is given none, here or elsewhere; a 409 where it has. */
  readonly whileIdle: <T>(corpus: string, work: () => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

const LOOK_AGAIN_MS = 1000;
const CANCEL_MS = 30_000;

export function createJobs(parts: WorkerParts): Jobs {
  const { store, uploads } = parts;
  const worker = createJobWorker(parts);
  const whileIdle = idleCorpora(store);
  const find = async (id: string): Promise<KeptJob> => {
    const kept = await store.get(id);
    if (!kept) throw notFound(`job ${id}`);
    return { ...kept, job: worker.find(id)?.job ?? kept.job };
  };
  const offer = async (kept: KeptJob): Promise<Job> => {
    await store.offer(kept);
    await worker.takeMore();
    return kept.job;
  };
  return {
    whileIdle,
    list: async () => (await store.list()).map((job) => worker.find(job.id)?.job ?? job),
    find: async (id) => (await find(id)).job,
    start: ({ corpus, files, addresses }) =>
      whileIdle(corpus, async () => {
        const paths = await keepUploads(uploads, corpus, files);
        return offer({ job: newJob(corpus), request: { files: paths, addresses: [...addresses] } });
      }),
    resume: async (id) => {
      const { job, request } = await find(id);
      if (job.status === 'done')
        throw refusal(409, { code: 'usage', message: `The job ${id} is done. There is nothing to resume.` });
      return whileIdle(job.corpus, () => offer({ job: begun({ ...job, status: 'running' }), request }));
    },
    watch: (id) => watch(id, { store, worker, find }),
    cancel: async (id) => {
      worker.cancel(id);
      await worker.find(id)?.done;
      for (let waitedMs = 0; (await find(id)).job.status === 'running' && waitedMs < CANCEL_MS; ) {
        await store.cancel(id);
        await Promise.race([store.changed(id), sleep(LOOK_AGAIN_MS)]);
        waitedMs += LOOK_AGAIN_MS;
      }
      return (await find(id)).job;
    },
    close: worker.close,
  };
}

function newJob(corpus: string): Job {
  const id = `j${randomBytes(8).toString('hex')}`;
  return begun({ id, corpus, status: 'running', startedAt: systemClock.now() });
}

/** Two uploads at once would write over each other's files, and one would be read while it is written over. */
function idleCorpora(store: JobStore): Jobs['whileIdle'] {
  const reserved = new Set<string>();
  return async (corpus, work) => {
    if (reserved.has(corpus)) throw corpusBusy(corpus);
    reserved.add(corpus);
    try {
      const release = await store.reserve(corpus);
      try {
        if ((await store.list()).some((job) => job.corpus === corpus && job.status === 'running'))
          throw corpusBusy(corpus);
        return await work();
      } finally {
        await release();
      }
    } finally {
      reserved.delete(corpus);
    }
  };
}

type JobSources = {
  readonly store: JobStore;
  readonly worker: JobWorker;
  readonly find: (id: string) => Promise<KeptJob>;
};

async function* watch(id: string, { store, worker, find }: JobSources): AsyncGenerator<Job> {
  for (let last: string | undefined; ; ) {
    const changed = store.changed(id);
    const { job } = await find(id);
    const now = JSON.stringify(job);
    if (now !== last) yield job;
    last = now;
    if (job.status !== 'running') return;
    await Promise.race([changed, worker.find(id)?.done ?? changed]);
  }
}
