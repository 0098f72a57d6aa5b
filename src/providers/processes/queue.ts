/**
 * Tasks that wait for a process. Those of an aborted call are gone at once; those of questions come before those of
 * documents.
 */
import { setMaxListeners } from 'node:events';

export type CallOptions = {
  readonly signal: AbortSignal;
  /** Waits for everything that is not. */
  readonly isBackground?: boolean;
  /** For each task, from the moment a process has it. Kept by pools that end their processes. */
  readonly timeoutMs?: number;
};

export type Job<Task, Output> = {
  readonly task: Task;
  readonly options: CallOptions;
  readonly succeed: (output: Output) => void;
  /** Fails the whole call. */
  readonly fail: (error: Error) => void;
  /** Whoever took it could not do it: it is the next again. */
  readonly putBack: () => void;
};

export type Queue<Task, Output> = {
  /** The outputs of all tasks, in order. */
  readonly add: (tasks: readonly Task[], options: CallOptions) => Promise<Output[]>;
  readonly next: () => Job<Task, Output> | undefined;
};

type Call<Task, Output> = { readonly waiting: Job<Task, Output>[] };

export function createQueue<Task, Output>(): Queue<Task, Output> {
  const [urgent, background] = [new Set<Call<Task, Output>>(), new Set<Call<Task, Output>>()];
  const next = (calls: ReadonlySet<Call<Task, Output>>): Job<Task, Output> | undefined => {
    for (const { waiting } of calls) if (waiting.length > 0) return waiting.pop();
    return undefined;
  };
  return {
    next: () => next(urgent) ?? next(background),
    add: (tasks, options) => {
      const { signal, isBackground = false } = options;
      const calls = isBackground ? background : urgent;
      return new Promise((resolve, reject) => {
        if (signal.aborted || tasks.length === 0) return signal.aborted ? reject(signal.reason) : resolve([]);
        const abort = () => fail(signal.reason);
        const end = () => {
          calls.delete(call);
          signal.removeEventListener('abort', abort);
        };
        const fail = (error: unknown) => {
          end();
          reject(error);
        };
        const finish = (outputs: Output[]) => {
          end();
          resolve(outputs);
        };
        const call = callOf(tasks, options, { fail, finish });
        setMaxListeners(0, signal); // every waiting call of a question listens
        signal.addEventListener('abort', abort, { once: true });
        calls.add(call);
      });
    },
  };
}

type Ends<Output> = { readonly fail: (error: unknown) => void; readonly finish: (outputs: Output[]) => void };

function callOf<Task, Output>(
  tasks: readonly Task[],
  options: CallOptions,
  { fail, finish }: Ends<Output>,
): Call<Task, Output> {
  const outputs: Output[] = [];
  const waiting: Job<Task, Output>[] = [];
  let missing = tasks.length;
  for (const [place, task] of tasks.entries()) {
    const job: Job<Task, Output> = {
      task,
      options,
      fail,
      putBack: () => waiting.push(job),
      succeed: (output) => {
        outputs[place] = output;
        missing -= 1;
        if (missing === 0) finish(outputs);
      },
    };
    waiting[tasks.length - 1 - place] = job; // the first is taken from the end
  }
  return { waiting };
}
