/** Ingest jobs: files that were uploaded, or addresses, read into a corpus in the background. What a job committed stays, however it ends. */
import { randomBytes } from 'node:crypto';
import { systemClock } from '../../core/clock.js';
import { WinnowError } from '../../core/errors.js';
import type { Config } from '../../engine/config.js';
import { embedderFor, type IngestCounts, ingest, openSource, placeIn, type Source } from '../../engine/corpora/index.js';
import { processEnvironment } from '../../engine/environment.js';
import { createPageFetcher } from '../../engine/page-fetcher.js';
import { createHttpClient } from '../../providers/http.js';
import { parseDocument } from '../../providers/parse/index.js';
import { errorBody, notFound, refusal } from '../refusal.js';
import type { Job } from './schemas.js';
import { fileSourceOf, type UploadedFile } from './uploads.js';

export type JobRequest = { readonly corpus: string; readonly files: readonly UploadedFile[]; readonly addresses: readonly string[] };

export type Jobs = {
  readonly start: (request: JobRequest) => Job;
  readonly list: () => readonly Job[];
  readonly find: (id: string) => Job;
  /** The job at each change, at most every so often, until it is over. */
  readonly watch: (id: string) => AsyncGenerator<Job>;
  readonly cancel: (id: string) => Promise<Job>;
  readonly close: () => Promise<void>;
};

type Running = { job: Job; readonly controller: AbortController; done: Promise<void> };

const MOST_JOBS = 100;
const MOST_UNREAD = 200;
const WATCH_MS = 250;

export function createJobs(config: Config): Jobs {
  const jobs = new Map<string, Running>();
  const find = (id: string): Running => {
    const running = jobs.get(id);
    if (!running) throw notFound(`job ${id}`);
    return running;
  };
  return {
    list: () => [...jobs.values()].map(({ job }) => job).reverse(),
    find: (id) => find(id).job,
    start: (request) => {
      const { corpus } = request;
      if ([...jobs.values()].some(({ job }) => job.corpus === corpus && job.status === 'running'))
        throw refusal(409, { code: 'busy', message: `The corpus "${corpus}" is being written by another job. Wait for it or stop it.` });
      const running: Running = { job: newJob(corpus), controller: new AbortController(), done: Promise.resolve() };
      jobs.set(running.job.id, running);
      for (const [id, { job }] of jobs) if (jobs.size > MOST_JOBS && job.status !== 'running') jobs.delete(id);
      running.done = perform(request, running, config);
      return running.job;
    },
    watch: async function* (id) {
      const running = find(id);
      for (let last: Job | undefined; ; ) {
        if (running.job !== last) yield running.job;
        last = running.job;
        if (last.status !== 'running') return;
        await Promise.race([running.done, new Promise((resolve) => setTimeout(resolve, WATCH_MS))]);
      }
    },
    cancel: async (id) => {
      const running = find(id);
      running.controller.abort(new WinnowError('cancelled', 'The job was stopped. What it had read is kept.'));
      await running.done;
      return running.job;
    },
    close: async () => {
      for (const { controller } of jobs.values()) controller.abort(new WinnowError('cancelled', 'The server is shutting down.'));
      await Promise.all([...jobs.values()].map(({ done }) => done));
    },
  };
}

function newJob(corpus: string): Job {
  const counts = { documents: 0, passages: 0, unchanged: 0, unread: 0 };
  const id = `j${randomBytes(8).toString('hex')}`;
  return { id, corpus, status: 'running', share: 0, counts, unread: [], notices: [], startedAt: systemClock.now() };
}

async function perform({ corpus, files, addresses }: JobRequest, running: Running, config: Config): Promise<void> {
  const change = (changed: Partial<Job>) => {
    running.job = { ...running.job, ...changed };
  };
  const { signal } = running.controller;
  const place = placeIn(config, corpus);
  const http = createHttpClient();
  const environment = processEnvironment();
  const web = createPageFetcher(config.fetch, { http, environment, dataDirectory: place.dataDirectory, parse: parseDocument });
  try {
    const opened = await Promise.all(addresses.map((address) => openSource(address, { http: web.pages, signal })));
    const sources: Source[] = [...(files.length > 0 ? [await fileSourceOf(files, place)] : []), ...opened];
    change({ notices: sources.flatMap(({ notices = [] }) => notices) });
    const counts: IngestCounts = await ingest({
      place,
      sources,
      embedder: await embedderFor(place, { config }),
      signal,
      onUnread: (unread) => running.job.unread.length < MOST_UNREAD && change({ unread: [...running.job.unread, unread] }),
      onProgress: (share, so) => change({ share, counts: so }),
    });
    change({ status: 'done', share: 1, counts });
  } catch (error) {
    change({ status: signal.aborted ? 'cancelled' : 'failed', error: errorBody(error) });
  } finally {
    await web.close();
    await http.close();
  }
}
