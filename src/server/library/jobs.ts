/**
 * Ingest jobs: files that were uploaded, or addresses, read into a corpus in the background. What a job committed stays, however it ends,
 * and one that did not come to its end can be resumed: what was read already is passed over.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { systemClock } from '../../core/clock.js';
import { WinnowError } from '../../core/errors.js';
import type { Config } from '../../engine/config.js';
import { dataDirectoryOf, placeIn } from '../../engine/corpora/index.js';
import { errorBody, notFound, refusal } from '../refusal.js';
import { type JobStore, type KeptJob, openJobStore } from './job-store.js';
import { readInto } from './read-into.js';
import type { Job } from './schemas.js';
import { keepUploads, type UploadedFile } from './uploads.js';

export type JobRequest = { readonly corpus: string; readonly files: readonly UploadedFile[]; readonly addresses: readonly string[] };

export type Jobs = {
  /** Resolves when everything that was sent is on disk. */
  readonly start: (request: JobRequest) => Promise<Job>;
  /** Goes on with a job that was interrupted, stopped or failed. */
  readonly resume: (id: string) => Job;
  readonly list: () => readonly Job[];
  readonly find: (id: string) => Job;
  /** The job at each change, at most every so often, until it is over. */
  readonly watch: (id: string) => AsyncGenerator<Job>;
  readonly cancel: (id: string) => Promise<Job>;
  readonly close: () => Promise<void>;
};

type Entry = { kept: KeptJob; controller: AbortController; done: Promise<void> };

const MOST_JOBS = 100;
const WATCH_MS = 250;
const STORE_MS = 1000;
/** The reason of a job that ends because the server does. */
const SHUTDOWN = 'The server is shutting down. Resume the job when it is back.';

export function createJobs(config: Config): Jobs {
  const store = openJobStore(join(dataDirectoryOf(config), 'jobs'));
  const jobs = new Map(store.list().map((kept) => [kept.job.id, entryOf(kept)]));
  const find = (id: string): Entry => {
    const entry = jobs.get(id);
    if (!entry) throw notFound(`job ${id}`);
    return entry;
  };
  const refuseBusy = (corpus: string) => {
    if ([...jobs.values()].some(({ kept: { job } }) => job.corpus === corpus && job.status === 'running'))
      throw refusal(409, { code: 'busy', message: `The corpus "${corpus}" is being written by another job. Wait for it or stop it.` });
  };
  const forgetOld = () => {
    for (const [id, { kept }] of jobs) {
      if (jobs.size <= MOST_JOBS || kept.job.status === 'running') continue;
      jobs.delete(id);
      store.remove(id);
    }
  };
  return {
    list: () => [...jobs.values()].map(({ kept }) => kept.job).reverse(),
    find: (id) => find(id).kept.job,
    start: async ({ corpus, files, addresses }) => {
      refuseBusy(corpus);
      const entry = entryOf({ job: newJob(corpus), request: { files: [], addresses: [...addresses] }, pid: process.pid });
      jobs.set(entry.kept.job.id, entry);
      forgetOld();
      const stored = keepUploads(files, placeIn(config, corpus)).then((paths) => {
        entry.kept.request.files = paths;
        store.write(entry.kept);
      });
      entry.done = stored.then(
        () => perform(entry, { config, store }),
        () => void jobs.delete(entry.kept.job.id),
      );
      await stored;
      return entry.kept.job;
    },
    resume: (id) => {
      const entry = find(id);
      const { status, corpus, startedAt } = entry.kept.job;
      if (status === 'done') throw refusal(409, { code: 'usage', message: `The job ${id} is done. There is nothing to resume.` });
      refuseBusy(corpus);
      entry.kept = { ...entry.kept, job: { ...newJob(corpus), id, startedAt }, pid: process.pid };
      entry.controller = new AbortController();
      store.write(entry.kept);
      entry.done = perform(entry, { config, store });
      return entry.kept.job;
    },
    watch: async function* (id) {
      const entry = find(id);
      for (let last: Job | undefined; ; ) {
        if (entry.kept.job !== last) yield entry.kept.job;
        last = entry.kept.job;
        if (last.status !== 'running') return;
        await Promise.race([entry.done, new Promise((resolve) => setTimeout(resolve, WATCH_MS))]);
      }
    },
    cancel: async (id) => {
      const entry = find(id);
      entry.controller.abort(new WinnowError('cancelled', 'The job was stopped. What it had read is kept.'));
      await entry.done;
      return entry.kept.job;
    },
    close: async () => {
      for (const { controller } of jobs.values()) controller.abort(new WinnowError('cancelled', SHUTDOWN));
      await Promise.all([...jobs.values()].map(({ done }) => done));
    },
  };
}

const entryOf = (kept: KeptJob): Entry => ({ kept, controller: new AbortController(), done: Promise.resolve() });

function newJob(corpus: string): Job {
  const counts = { documents: 0, passages: 0, unchanged: 0, unread: 0 };
  const id = `j${randomBytes(8).toString('hex')}`;
  return { id, corpus, status: 'running', share: 0, counts, unread: [], notices: [], startedAt: systemClock.now() };
}

async function perform(entry: Entry, { config, store }: { readonly config: Config; readonly store: JobStore }): Promise<void> {
  let storedMs = systemClock.monotonicMs();
  const change = (changed: Partial<Job>) => {
    entry.kept = { ...entry.kept, job: { ...entry.kept.job, ...changed } };
    const nowMs = systemClock.monotonicMs();
    if (entry.kept.job.status === 'running' && nowMs - storedMs < STORE_MS) return;
    storedMs = nowMs;
    storeIfPossible(store, entry.kept);
  };
  const { signal } = entry.controller;
  const { job, request } = entry.kept;
  try {
    await readInto(job.corpus, request, { config, signal, job: () => entry.kept.job, change });
    change({ status: 'done', share: 1 });
  } catch (error) {
    change({
      status: signal.aborted ? (signal.reason.message === SHUTDOWN ? 'interrupted' : 'cancelled') : 'failed',
      error: errorBody(error),
    });
  }
}

/** A full disk must not end a job; what it commits is the corpus's own care. */
function storeIfPossible(store: JobStore, kept: KeptJob): void {
  try {
    store.write(kept);
  } catch {
    // the next change is tried again
  }
}
