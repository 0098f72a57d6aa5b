/**
 * What a call must know of the question it serves: how long there is, and what is random in its prompts. It travels
 * beside the calls and not through the ports, because stages and adapters have no business with it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export type CallContext = {
  readonly boundary: string;
  /** When the question must be answered, on the engine's monotonic clock. */
  readonly deadlineMs: number;
  /** Which run of a recording this is; empty when nothing is recorded or replayed. */
  readonly run: string;
  /** How often each call was made in this run, by its key. */
  readonly made: Map<string, number>;
  /** Ends the whole run: for what no stage may fall back from. */
  readonly fail: (error: Error) => void;
};

const storage = new AsyncLocalStorage<CallContext>();

/** Nothing while an index is built or a model is tried outside any question. */
export function currentCall(): CallContext | undefined {
  return storage.getStore();
}

export function serve<T>(question: CallContext, work: () => Promise<T>): Promise<T> {
  return storage.run(question, work);
}
