/** The process in which the small models run: takes tasks from pool.ts one by one, and ends when the process that started it does. */
import { messageOf, WinnowError } from '../../core/errors.js';
import { createCompute } from './compute.js';
import type { Output, Task } from './tasks.js';

export type Request = { readonly id: number; readonly task: Task };
export type Reply = { readonly id: number } & ({ readonly output: Output } | { readonly failure: Failure });
/** Errors cross as plain data. No code: an error that nobody foresaw. */
export type Failure = { readonly message: string; readonly code?: WinnowError['code'] };

const compute = createCompute();

async function replyTo({ id, task }: Request): Promise<Reply> {
  try {
    return { id, output: await compute(task) };
  } catch (error) {
    return { id, failure: { message: messageOf(error), ...(error instanceof WinnowError && { code: error.code }) } };
  }
}

process.on('message', (request: Request) => void replyTo(request).then((reply) => process.send?.(reply)));
process.on('disconnect', () => process.exit());
// Ctrl-C reaches every process of a terminal; the one that started this decides what ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
