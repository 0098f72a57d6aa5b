/** A stage is a function. `stage` opens its span in the trace, so that stages themselves contain no telemetry. */
import { messageOf } from './errors.js';
import type { Run } from './run.js';

export type Stage<In, Out> = (input: In, run: Run) => Promise<Out>;

export function stage<In, Out>(name: string, work: Stage<In, Out>): Stage<In, Out> {
  return async (input, outer) => {
    outer.signal.throwIfAborted();
    const run = outer.within(name);
    const startedMs = run.clock.monotonicMs();
    const end = (error?: string) =>
      run.emit({
        type: 'stage-end',
        ms: Math.round(run.clock.monotonicMs() - startedMs),
        ...(error === undefined ? {} : { error }),
      });
    run.emit({ type: 'stage-start' });
    try {
      const output = await work(input, run);
      run.signal.throwIfAborted();
      end();
      return output;
    } catch (error) {
      end(messageOf(error));
      throw error;
    }
  };
}
