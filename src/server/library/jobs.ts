/**
 * Ingest jobs: files that were uploaded, or addresses, read into a corpus in the background by whichever server takes
 * them. What a job committed stays, however it ends, and one that did not come to its end can be resumed: what was read
 * already is passed over.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../core/clock.js';
import { messageOf, WinnowError } from '../../core/errors.js';
import type { Config } from '../../engine/config.js';
import { errorBody, notFound, refusal } from '../refusal.js';
import { corpusBusy, type JobStore, type KeptJob } from './job-store.js';
import { readInto } from './read-into.js';
import type { Job } from './schemas.js';
import { keepUploads, type UploadedFile, type UploadStore } from './uploads.js';

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
  readonly close: () => Promise<void>;
};

export type JobsParts = { readonly config: Config; readonly store: JobStore; readonly uploads: UploadStore };

type Work = { job: Job; readonly controller: AbortController; done: Promise<void> };

/** Of one server; others may take the rest. */
const AT_ONCE = 4;
const STORE_MS = 1000;
const CANCEL_MS = 30_000;
/** A writer that died may leave its corpus locked for a minute. */
const LOCKED_MS = 90_000;

/** Why this server stops working on a job that is not over: it shuts down, or was taken for dead. */
const LEFT = new WinnowError('cancelled', 'The server leaves the job to another, or to be resumed.');

export function createJobs({ config, store, uploads }: JobsParts): Jobs {
  const own = new Map<string, Work>();
  let [isClosed, taking]: [boolean, Promise<void>] = [false, Promise.resolve()];
  const find = async (id: string): Promise<KeptJob> => {
    const kept = await store.get(id);
    if (!kept) throw notFound(`job ${id}`);
    return own.has(id) ? { ...kept, job: own.get(id)!.job } : kept;
  };
  const takeAll = async () => {
    while (!isClosed && own.size < AT_ONCE) {
      const taken = await store.take();
      if (!taken) return;
      const work: Work = { job: begun(taken.job), controller: new AbortController(), done: Promise.resolve() };
      own.set(work.job.id, work);
      work.done = perform(work, taken)
        .catch(() => undefined) // the store could not be told that it is over
        .then(() => {
          own.delete(work.job.id);
          void takeMore();
        });
    }
  };
  const takeMore = (): Promise<void> => {
    taking = taking.then(takeAll).catch(() => undefined); // the store may be away for a moment: it is looked again
    return taking;
  };
  const cancelOwn = (id: string) =>
    own.get(id)?.controller.abort(new WinnowError('cancelled', 'The job was stopped. What it had read is kept.'));
  store.listen({ offered: takeMore, cancelled: cancelOwn });

  const perform = async (
    work: Work,
    { request, isTakenOver }: { readonly request: KeptJob['request']; readonly isTakenOver: boolean },
  ) => {
    const { signal } = work.controller;
    let storedMs = systemClock.monotonicMs();
    const change = (changed: Partial<Job>) => {
      work.job = { ...work.job, ...changed };
      if (systemClock.monotonicMs() - storedMs < STORE_MS) return;
      storedMs = systemClock.monotonicMs();
      const leaveToOther = (isOurs: boolean) => isOurs || work.controller.abort(LEFT);
      void store.write(work.job).then(leaveToOther, () => undefined);
    };
    const read = () => readInto(work.job.corpus, request, { config, uploads, signal, job: () => work.job, change });
    try {
      await (isTakenOver ? whenUnlocked(read, { signal, waiting: (why) => change({ notices: [why] }) }) : read());
      work.job = { ...work.job, status: 'done', share: 1 };
    } catch (error) {
      if (signal.reason === LEFT) return store.giveBack(work.job);
      work.job = { ...work.job, status: signal.aborted ? 'cancelled' : 'failed', error: errorBody(error) };
    }
    await store.end(work.job);
  };

  return {
    list: async () => (await store.list()).map((job) => own.get(job.id)?.job ?? job),
    find: async (id) => (await find(id)).job,
    start: async ({ corpus, files, addresses }) => {
      const isBusy = (await store.list()).some((job) => job.corpus === corpus && job.status === 'running');
      if (isBusy) throw corpusBusy(corpus); // before its uploads are written over
      const paths = await keepUploads(uploads, corpus, files);
      const job = newJob(corpus);
      await store.offer({ job, request: { files: paths, addresses: [...addresses] } });
      await takeMore();
      return job;
    },
    resume: async (id) => {
      const { job: before, request } = await find(id);
      if (before.status === 'done')
        throw refusal(409, { code: 'usage', message: `The job ${id} is done. There is nothing to resume.` });
      const job = begun({ ...before, status: 'running' });
      await store.offer({ job, request });
      await takeMore();
      return job;
    },
    watch: async function* (id) {
      for (let last: string | undefined; ; ) {
        const changed = store.changed(id);
        const { job } = await find(id);
        const now = JSON.stringify(job);
        if (now !== last) yield job;
        last = now;
        if (job.status !== 'running') return;
        await Promise.race([changed, own.get(id)?.done ?? changed]);
      }
    },
    cancel: async (id) => {
      cancelOwn(id);
      await own.get(id)?.done;
      for (let waitedMs = 0; (await find(id)).job.status === 'running' && waitedMs < CANCEL_MS; waitedMs += STORE_MS) {
        await store.cancel(id);
        await Promise.race([store.changed(id), sleep(STORE_MS)]);
      }
      return (await find(id)).job;
    },
    close: async () => {
      isClosed = true;
      await taking;
      for (const { controller } of own.values()) controller.abort(LEFT);
      await Promise.all([...own.values()].map(({ done }) => done));
    },
  };
}

/** As it is when it is begun, for the first time or again. */
const begun = ({ error: _, ...job }: Job): Job => ({ ...job, ...newCounts() });

const newCounts = () => ({
  share: 0,
  counts: { documents: 0, passages: 0, unchanged: 0, unread: 0, vectors: 0, withoutVector: 0 },
  unread: [],
  notices: [],
});

function newJob(corpus: string): Job {
  const id = `j${randomBytes(8).toString('hex')}`;
  return { id, corpus, status: 'running', ...newCounts(), startedAt: systemClock.now() };
}

type Waiting = { readonly signal: AbortSignal; readonly waiting: (why: string) => void };

/** The one who worked on it before may have died with the corpus locked. */
async function whenUnlocked(read: () => Promise<void>, { signal, waiting }: Waiting): Promise<void> {
  const sinceMs = systemClock.monotonicMs();
  for (;;) {
    try {
      return await read();
    } catch (error) {
      const waitMs = error instanceof WinnowError ? error.retryAfterMs : undefined;
      if (waitMs === undefined || systemClock.monotonicMs() - sinceMs > LOCKED_MS) throw error;
      waiting(messageOf(error));
      await sleep(Math.min(waitMs, STORE_MS), undefined, { signal });
    }
  }
}
