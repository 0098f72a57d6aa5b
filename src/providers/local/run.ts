/** Where tasks of the small models are run: in the processes of pool.ts, which all engines of this process share. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createPool, type Pool } from './pool.js';
import type { CallOptions } from './queue.js';
import type { ModelName, Output, Outputs, Task } from './tasks.js';

/** More than this many processes would take more memory than time is saved. */
const MOST_PROCESSES = 8;

/** Beside this file; from the sources, what was compiled of them. */
const WORKER_FILES = ['./worker.js', '../../../dist/providers/local/worker.js'].map((file) =>
  fileURLToPath(new URL(file, import.meta.url)),
);

let shared: Pool | undefined;

export function runTasks<M extends ModelName>(tasks: readonly Extract<Task, { model: M }>[], options: CallOptions): Promise<Outputs[M][]> {
  shared ??= openPool();
  return shared(tasks, options) as Promise<Outputs[M][]>;
}

function openPool(): Pool {
  const file = WORKER_FILES.find((name) => existsSync(name));
  return file ? createPool({ file, processes: Math.min(availableParallelism(), MOST_PROCESSES) }) : inPlace();
}

/** From sources that were never compiled there is nothing another process could run. */
function inPlace(): Pool {
  const loading = import('./compute.js').then(({ createCompute }) => createCompute());
  return async (tasks, { signal }) => {
    const compute = await loading;
    const outputs: Output[] = [];
    for (const task of tasks) {
      signal.throwIfAborted();
      outputs.push(await compute(task));
      await new Promise((resolve) => setImmediate(resolve)); // the runtime computes in the calling thread
    }
    return outputs;
  };
}
