/** Ingest jobs: what each is to read and how far it came. On disk here, for one server; in PostgreSQL for several. */
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { parseJson } from '../../core/json.js';
import { makeFolder } from '../../core/write-files.js';
import { isAlive } from '../is-alive.js';
import { refusal } from '../refusal.js';
import { type Job, jobSchema } from './schemas.js';

const keptSchema = z.object({
  job: jobSchema,
  request: z.object({
    files: z.array(z.string()).describe('paths of uploads'),
    addresses: z.array(z.string()),
  }),
});

export type KeptJob = z.infer<typeof keptSchema>;

export type JobStore = {
  /** Newest first. */
  readonly list: () => Promise<readonly Job[]>;
  readonly get: (id: string) => Promise<KeptJob | undefined>;
  /** Keeps other processes from giving the corpus files or a job. Throws a 409 where one does. Returns how to release. */
  readonly reserve: (corpus: string) => Promise<() => Promise<void>>;
  /**
   * Puts a job where it is taken from, for the first time or again. Throws a 409 where the corpus has one that is not
   * over.
   */
  readonly offer: (kept: KeptJob) => Promise<void>;
  /** A job that nobody works on; from now on this process does. */
  readonly take: () => Promise<(KeptJob & { readonly isTakenOver: boolean }) | undefined>;
  /** How far it came. False where this process was taken for dead meanwhile: another works on it. */
  readonly write: (job: Job) => Promise<boolean>;
  /** It is over, one way or the other. */
  readonly end: (job: Job) => Promise<void>;
  /** This process ends before the job does. */
  readonly giveBack: (job: Job) => Promise<void>;
  /** Has a job end that is not in this process. */
  readonly cancel: (id: string) => Promise<void>;
  /** Calls these: when there may be a job to take, and when one is to end. */
  readonly listen: (heard: { readonly offered: () => Promise<void>; readonly cancelled: (id: string) => void }) => void;
  /** Resolves when a job may have changed. */
  readonly changed: (id: string) => Promise<void>;
};

export const MOST_JOBS = 100;
const WATCH_MS = 250;

export const corpusBusy = (corpus: string) =>
  refusal(409, {
    code: 'busy',
    message: `The corpus "${corpus}" is being written by another job. Wait for it or stop it.`,
  });

/** One that its process did not live to end is interrupted. */
export function jobsOnDisk(directory: string): JobStore {
  const jobs = readJobs(directory);
  const offered: string[] = [];
  const write = (kept: KeptJob) => {
    jobs.set(kept.job.id, kept);
    writeJob(directory, kept);
  };
  const change = async (job: Job) => {
    const kept = jobs.get(job.id);
    // A full disk must not end a job; what it commits is the corpus's own care.
    if (kept) ignoringErrors(() => write({ ...kept, job }));
  };
  const forgetOld = () => {
    for (const [id, { job }] of jobs) {
      if (jobs.size <= MOST_JOBS || job.status === 'running') continue;
      jobs.delete(id);
      rmSync(join(directory, `${id}.json`), { force: true });
    }
  };
  return {
    list: async () => [...jobs.values()].map(({ job }) => job).reverse(),
    get: async (id) => jobs.get(id),
    reserve: async () => async () => undefined, // there is no other
    offer: async (kept) => {
      const { corpus } = kept.job;
      if ([...jobs.values()].some(({ job }) => job.corpus === corpus && job.status === 'running'))
        throw corpusBusy(corpus);
      write(kept);
      offered.push(kept.job.id);
      forgetOld();
    },
    take: async () => {
      const kept = jobs.get(offered.shift() ?? '');
      return kept && { ...kept, isTakenOver: false };
    },
    write: async (job) => {
      await change(job);
      return true;
    },
    end: change,
    giveBack: (job) => change({ ...job, status: 'interrupted' }),
    cancel: async (id) => {
      const kept = jobs.get(id);
      const at = offered.indexOf(id);
      if (!kept || at < 0) return;
      offered.splice(at, 1);
      await change({ ...kept.job, status: 'cancelled' });
    },
    listen: () => undefined, // nobody else offers or cancels
    changed: () => sleep(WATCH_MS),
  };
}

function ignoringErrors(work: () => void): void {
  try {
    work();
  } catch {
    // the next change is tried again
  }
}

const fileSchema = keptSchema.extend({ pid: z.number() });

function writeJob(directory: string, kept: KeptJob): void {
  const path = join(directory, `${kept.job.id}.json`);
  makeFolder(directory, { mode: 0o700 });
  writeFileSync(`${path}.tmp`, JSON.stringify({ ...kept, pid: process.pid }), { mode: 0o600 });
  renameSync(`${path}.tmp`, path);
}

/** Oldest first. */
function readJobs(directory: string): Map<string, KeptJob> {
  const names = filesIn(directory).filter((name) => /^j[0-9a-f]+\.json$/.test(name));
  const files = names.flatMap((name) => {
    const parsed = fileSchema.safeParse(parseJson(readFileSync(join(directory, name), 'utf8')));
    return parsed.success ? [parsed.data] : [];
  });
  const kept = files.map(({ pid, ...one }): KeptJob => {
    if (one.job.status !== 'running' || isAlive(pid)) return one;
    const interrupted: KeptJob = { ...one, job: { ...one.job, status: 'interrupted' } };
    writeJob(directory, interrupted);
    return interrupted;
  });
  kept.sort((left, right) => (left.job.startedAt < right.job.startedAt ? -1 : 1));
  return new Map(kept.map((one) => [one.job.id, one]));
}

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
