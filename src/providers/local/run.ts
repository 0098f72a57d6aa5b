/**
 * Where tasks of the small models are run: in processes that all engines of this one share, so that the event loop
 * stays free and every core is used. A process computes with one thread: two threads for one text take twice the
 * processor time of one thread (docs/performance.md). They are processes, not worker threads, because onnxruntime-node
 * aborts the whole program when a thread that runs a model is ended.
 */
import { availableParallelism } from 'node:os';
import { WinnowError } from '../../core/errors.js';
import { compiledFile } from '../processes/compiled-file.js';
import { createPool, type Pool } from '../processes/pool.js';
import type { CallOptions } from '../processes/queue.js';
import type { ModelName, Output, Outputs, Task } from './tasks.js';

/** More than this many processes would take more memory than time is saved. */
const MOST_PROCESSES = 8;

let shared: Pool<Task, Output> | undefined;

export function runTasks<M extends ModelName>(
  tasks: readonly Extract<Task, { model: M }>[],
  options: CallOptions,
): Promise<Outputs[M][]> {
  shared ??= openPool();
  return shared(tasks, options) as Promise<Outputs[M][]>;
}

function openPool(): Pool<Task, Output> {
  const file = compiledFile('local/worker.js');
  return file
    ? createPool({ file, processes: Math.min(availableParallelism(), MOST_PROCESSES), deathError })
    : inPlace();
}

function deathError(why: string): WinnowError {
  return new WinnowError(
    'unavailable',
    `The process that runs the small models ended twice (${why}). It may lack memory: each takes up to 400 MB. ` +
      'Free some, or switch models off: local.reranker: false and so on.',
  );
}

/** From sources that were never compiled there is nothing another process could run. */
function inPlace(): Pool<Task, Output> {
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
