/**
 * Work that would hold the event loop is done in processes of their own: the small models (providers/local) and the
 * parsers (providers/parse). A process is started when there is work for it, and ends when there was none for a while.
 * Tasks wait here, not in the processes, so that what is aborted is never begun.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { WinnowError } from '../../core/errors.js';
import { type CallOptions, createQueue, type Job } from './queue.js';
import type { Reply, Request } from './serve.js';

export type PoolOptions<Task> = {
  /** The compiled module that calls serveTasks. */
  readonly file: string;
  /** What the process is started with. */
  readonly given?: readonly string[];
  readonly processes: number;
  /** A process without work ends after this long. Default: 60,000. */
  readonly idleMs?: number;
  /**
   * For tasks that may never end or take all memory. A process then has one task at a time and is killed with it: when
   * the task takes too long or nobody wants it any more. Else an aborted task is finished unheard, and a task whose
   * process died is tried once more.
   */
  readonly isKilled?: boolean;
  /** Megabytes of heap that a process may have; for the rest of its memory see limits.ts. */
  readonly heapMb?: number;
  /** A process ended before its task did: `why` is a signal, an exit code, or "timeout". */
  readonly deathError: (why: string, task: Task) => WinnowError;
};

/** Runs all tasks and gives their outputs in order. */
export type Pool<Task, Output> = (tasks: readonly Task[], options: CallOptions) => Promise<Output[]>;

type Worker<Task, Output> = {
  readonly child: ChildProcess;
  readonly jobs: Map<number, Job<Task, Output>>;
  idle?: NodeJS.Timeout;
};

/** One task is computed while the next is on its way. */
const JOBS_AT_ONCE = 2;
/** Steps of niceness. */
const BEHIND = 5;

export function createPool<Task, Output>(options: PoolOptions<Task>): Pool<Task, Output> {
  const { file, given = [], processes, idleMs = 60_000, isKilled = false, heapMb, deathError } = options;
  const queue = createQueue<Task, Output>();
  const workers = new Set<Worker<Task, Output>>();
  const died = new WeakSet<Job<Task, Output>>();
  const atOnce = isKilled ? 1 : JOBS_AT_ONCE;
  const execArgv = heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`];
  let lastId = 0;

  const start = (): Worker<Task, Output> => {
    const child = fork(file, [...given], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv,
    });
    if (child.pid !== undefined) stepBack(child.pid);
    const worker: Worker<Task, Output> = { child, jobs: new Map() };
    child.on('message', (reply: Reply<Output>) => receive(worker, reply));
    child.on('error', (error) => bury(worker, error.message));
    child.on('exit', (code, signal) => bury(worker, signal ?? `exit code ${code}`));
    workers.add(worker);
    return worker;
  };

  const handOut = (): void => {
    for (;;) {
      const least = [...workers].sort((a, b) => a.jobs.size - b.jobs.size)[0];
      const isRoom = least !== undefined && least.jobs.size < atOnce;
      const job = isRoom || workers.size < processes ? queue.next() : undefined;
      if (!job) return;
      send(isRoom ? least : start(), job);
    }
  };

  const send = (worker: Worker<Task, Output>, job: Job<Task, Output>): void => {
    const request: Request<Task> = { id: ++lastId, task: job.task };
    worker.jobs.set(request.id, isKilled ? killedWith(job, (why) => kill(worker, why)) : job);
    clearTimeout(worker.idle);
    keepAlive(worker.child, true);
    worker.child.send(request, () => undefined); // that a process is gone is told by its exit
  };

  const kill = (worker: Worker<Task, Output>, why: string): void => {
    worker.child.kill('SIGKILL');
    bury(worker, why);
  };

  const receive = (worker: Worker<Task, Output>, reply: Reply<Output>): void => {
    const job = worker.jobs.get(reply.id);
    worker.jobs.delete(reply.id);
    if ('output' in reply) job?.succeed(reply.output);
    else job?.fail(new WinnowError(reply.failure.code ?? 'internal', reply.failure.message));
    handOut();
    if (worker.jobs.size === 0 && workers.has(worker)) rest(worker);
  };

  const rest = (worker: Worker<Task, Output>): void => {
    keepAlive(worker.child, false);
    worker.idle = setTimeout(() => {
      workers.delete(worker);
      worker.child.disconnect();
    }, idleMs).unref();
  };

  /** Its jobs fail or are tried once more. */
  const bury = (worker: Worker<Task, Output>, why: string): void => {
    clearTimeout(worker.idle);
    workers.delete(worker);
    for (const job of worker.jobs.values()) {
      const isLast = isKilled || died.has(job);
      died.add(job);
      if (isLast) job.fail(deathError(why, job.task));
      else job.putBack();
    }
    worker.jobs.clear();
    handOut();
  };

  return (tasks, call) => {
    const outputs = queue.add(tasks, call);
    handOut();
    return outputs;
  };
}

/** Where there are too few cores for all, the process that answers requests comes first: its turns are short. */
function stepBack(pid: number): void {
  try {
    setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + BEHIND));
  } catch {
    // not allowed here, or it has ended already
  }
}

/** The job with an eye on its time and its signal, until it is over. */
function killedWith<Task, Output>(job: Job<Task, Output>, kill: (why: string) => void): Job<Task, Output> {
  const { signal, timeoutMs } = job.options;
  const abort = () => kill('aborted');
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => kill('timeout'), timeoutMs);
  signal.addEventListener('abort', abort, { once: true });
  const over = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  };
  return {
    ...job,
    succeed: (output) => {
      over();
      job.succeed(output);
    },
    fail: (error) => {
      over();
      job.fail(error);
    },
  };
}

/** A process with work keeps this one from ending; one without does not. */
function keepAlive(child: ChildProcess, isNeeded: boolean): void {
  const change = isNeeded ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
}
