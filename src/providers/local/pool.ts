/**
 * The small models compute in processes of their own, so that the event loop of this one stays free and every core is used. A process
 * computes with one thread: two threads for one text take twice the processor time of one thread (docs/performance.md). They are processes,
 * not worker threads, because onnxruntime-node aborts the whole program when a thread that runs a model is ended.
 *
 * A process is started when there is work for it, and ends when there was none for a while. Tasks wait here, not in the processes, so that
 * what is aborted is never computed.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { WinnowError } from '../../core/errors.js';
import { type CallOptions, createQueue, type Job } from './queue.js';
import type { Output, Task } from './tasks.js';
import type { Reply, Request } from './worker.js';

export type PoolOptions = {
  /** The compiled worker.ts. */
  readonly file: string;
  readonly processes: number;
  /** A process without work ends after this long. Default: 60,000. */
  readonly idleMs?: number;
};

/** Runs all tasks and gives their outputs in order. */
export type Pool = (tasks: readonly Task[], options: CallOptions) => Promise<Output[]>;

type Worker = { readonly child: ChildProcess; readonly jobs: Map<number, Job>; idle?: NodeJS.Timeout };

/** One task is computed while the next is on its way. */
const JOBS_AT_ONCE = 2;

export function createPool({ file, processes, idleMs = 60_000 }: PoolOptions): Pool {
  const queue = createQueue();
  const workers = new Set<Worker>();
  const died = new WeakSet<Job>();
  let lastId = 0;

  const start = (): Worker => {
    const child = fork(file, [], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
    const worker: Worker = { child, jobs: new Map() };
    child.on('message', (reply: Reply) => receive(worker, reply));
    child.on('error', (error) => bury(worker, error.message));
    child.on('exit', (code, signal) => bury(worker, signal ?? `exit code ${code}`));
    workers.add(worker);
    return worker;
  };

  const handOut = (): void => {
    for (;;) {
      const least = [...workers].sort((a, b) => a.jobs.size - b.jobs.size)[0];
      const isRoom = least !== undefined && least.jobs.size < JOBS_AT_ONCE;
      const job = isRoom || workers.size < processes ? queue.next() : undefined;
      if (!job) return;
      send(isRoom ? least : start(), job);
    }
  };

  const send = (worker: Worker, job: Job): void => {
    const request: Request = { id: ++lastId, task: job.task };
    worker.jobs.set(request.id, job);
    clearTimeout(worker.idle);
    keepAlive(worker, true);
    worker.child.send(request, () => undefined); // that a process is gone is told by its exit
  };

  const receive = (worker: Worker, reply: Reply): void => {
    const job = worker.jobs.get(reply.id);
    worker.jobs.delete(reply.id);
    if ('output' in reply) job?.succeed(reply.output);
    else job?.fail(new WinnowError(reply.failure.code ?? 'internal', reply.failure.message));
    handOut();
    if (worker.jobs.size === 0) rest(worker);
  };

  const rest = (worker: Worker): void => {
    keepAlive(worker, false);
    worker.idle = setTimeout(() => {
      workers.delete(worker);
      worker.child.disconnect();
    }, idleMs).unref();
  };

  /** Its jobs are tried once more. */
  const bury = (worker: Worker, why: string): void => {
    clearTimeout(worker.idle);
    workers.delete(worker);
    for (const job of worker.jobs.values()) {
      const isSecond = died.has(job);
      died.add(job);
      if (isSecond) job.fail(deathError(why));
      else job.putBack();
    }
    worker.jobs.clear();
    handOut();
  };

  return (tasks, options) => {
    const outputs = queue.add(tasks, options);
    handOut();
    return outputs;
  };
}

/** A process with work keeps this one from ending; one without does not. */
function keepAlive({ child }: Worker, isNeeded: boolean): void {
  const change = isNeeded ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
}

function deathError(why: string): WinnowError {
  return new WinnowError(
    'unavailable',
    `The process that runs the small models ended twice (${why}). It may lack memory: each takes up to 400 MB. ` +
      'Free some, or switch models off with --set local.reranker=false and so on.',
  );
}
