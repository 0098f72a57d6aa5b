/** The other side of pool.ts: a process that takes tasks one by one, and ends when the process that started it does. */
import { messageOf, WinnowError } from '../../core/errors.js';

export type Request<Task> = { readonly id: number; readonly task: Task };
export type Reply<Output> = { readonly id: number } & ({ readonly output: Output } | { readonly failure: Failure });
/** Errors cross as plain data. No code: an error that nobody foresaw. */
export type Failure = { readonly message: string; readonly code?: WinnowError['code'] };

export function serveTasks<Task, Output>(compute: (task: Task) => Output | Promise<Output>): void {
  const replyTo = async ({ id, task }: Request<Task>): Promise<Reply<Output>> => {
    try {
      return { id, output: await compute(task) };
    } catch (error) {
      return { id, failure: { message: messageOf(error), ...(error instanceof WinnowError && { code: error.code }) } };
    }
  };
  process.on('message', (request: Request<Task>) => void replyTo(request).then((reply) => process.send?.(reply)));
  process.on('disconnect', () => process.exit());
  // Ctrl-C reaches every process of a terminal; the one that started this decides what ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
}
