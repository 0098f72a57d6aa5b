/** What one server does of the ingest jobs: takes as many as it has room for, and reads what they ask for. */
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../core/clock.js';
import { messageOf, WinnowError } from '../../core/errors.js';
import type { Config } from '../../engine/config.js';
import { errorBody } from '../refusal.js';
import type { JobStore } from './job-store.js';
import { readInto } from './read-into.js';
import type { Job } from './schemas.js';
import type { UploadStore } from './uploads.js';

export type WorkerParts = { readonly config: Config; readonly store: JobStore; readonly uploads: UploadStore };

/** A job this server works on. */
export type Work = { job: Job; readonly controller: AbortController; done: Promise<void> };

export type JobWorker = {
  readonly find: (id: string) => Work | undefined;
  /** Resolves when there is no more to take, or no more room. */
  readonly takeMore: () => Promise<void>;
  readonly cancel: (id: string) => void;
  readonly close: () => Promise<void>;
};

type TakenJob = NonNullable<Awaited<ReturnType<JobStore['take']>>>;

/** Of one server; others may take the rest. */
const AT_ONCE = 4;
const STORE_MS = 1000;
/** A writer that died may leave its corpus locked for a minute. */
const LOCKED_MS = 90_000;

/** Why this server stops working on a job that is not over: it shuts down, or was taken for dead. */
const LEFT = new WinnowError('cancelled', 'The server leaves the job to another, or to be resumed.');

export function createJobWorker(parts: WorkerParts): JobWorker {
  const { store } = parts;
  const works = new Map<string, Work>();
  let [isClosed, taking]: [boolean, Promise<void>] = [false, Promise.resolve()];
  const begin = (taken: TakenJob) => {
    const work: Work = { job: begun(taken.job), controller: new AbortController(), done: Promise.resolve() };
    works.set(work.job.id, work);
    work.done = perform(parts, work, taken)
      .catch(() => undefined) // the store could not be told that it is over
      .then(() => {
        works.delete(work.job.id);
        void takeMore();
      });
  };
  const takeAll = async () => {
    while (!isClosed && works.size < AT_ONCE) {
      const taken = await store.take();
      if (!taken) return;
      begin(taken);
    }
  };
  const takeMore = (): Promise<void> => {
    taking = taking.then(takeAll).catch(() => undefined); // the store may be away for a moment: it is looked again
    return taking;
  };
  const cancel = (id: string) =>
    works.get(id)?.controller.abort(new WinnowError('cancelled', 'The job was stopped. What it had read is kept.'));
  store.listen({ offered: takeMore, cancelled: cancel });
  return {
    find: (id) => works.get(id),
    takeMore,
    cancel,
    close: async () => {
      isClosed = true;
      await taking;
      for (const { controller } of works.values()) controller.abort(LEFT);
      await Promise.all([...works.values()].map(({ done }) => done));
    },
  };
}

async function perform({ config, store, uploads }: WorkerParts, work: Work, taken: TakenJob): Promise<void> {
  const { signal } = work.controller;
  const change = changesOf(work, store);
  const reading = { config, uploads, signal, job: () => work.job, change };
  const read = () => readInto(work.job.corpus, taken.request, reading);
  const onWait = (why: string) => change({ notices: [why] });
  try {
    await (taken.isTakenOver ? whenUnlocked(read, { signal, onWait }) : read());
    work.job = { ...work.job, status: 'done', share: 1 };
  } catch (error) {
    if (signal.reason === LEFT) return store.giveBack(work.job);
    work.job = { ...work.job, status: signal.aborted ? 'cancelled' : 'failed', error: errorBody(error) };
  }
  await store.end(work.job);
}

/** Changes a job, and from time to time what is stored of it. */
function changesOf(work: Work, store: JobStore): (changed: Partial<Job>) => void {
  let storedMs = systemClock.monotonicMs();
  const leaveToOther = (isOurs: boolean) => isOurs || work.controller.abort(LEFT);
  return (changed) => {
    work.job = { ...work.job, ...changed };
    if (systemClock.monotonicMs() - storedMs < STORE_MS) return;
    storedMs = systemClock.monotonicMs();
    void store.write(work.job).then(leaveToOther, () => undefined);
  };
}

/** As it is when it is begun, for the first time or again. */
export const begun = ({ id, corpus, status, startedAt }: Pick<Job, 'id' | 'corpus' | 'status' | 'startedAt'>): Job => ({
  id,
  corpus,
  status,
  startedAt,
  share: 0,
  counts: { documents: 0, passages: 0, unchanged: 0, unread: 0, vectors: 0, withoutVector: 0 },
  unread: [],
  notices: [],
});

type LockWait = { readonly signal: AbortSignal; readonly onWait: (why: string) => void };

/** The one who worked on it before may have died with the corpus locked. */
async function whenUnlocked(read: () => Promise<void>, { signal, onWait }: LockWait): Promise<void> {
  const sinceMs = systemClock.monotonicMs();
  for (;;) {
    try {
      return await read();
    } catch (error) {
      const waitMs = error instanceof WinnowError ? error.retryAfterMs : undefined;
      if (waitMs === undefined || systemClock.monotonicMs() - sinceMs > LOCKED_MS) throw error;
      onWait(messageOf(error));
      await sleep(Math.min(waitMs, STORE_MS), undefined, { signal });
    }
  }
}
