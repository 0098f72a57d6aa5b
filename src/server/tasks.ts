/** What is asked of the engine besides questions: searches, checks, the small models. */
import type { TraceEvent } from '../core/trace.js';
import type { Admission } from './admission.js';
import type { AnswerEngine } from './answering.js';
import type { Caller } from './callers/caller.js';
import type { Limits } from './callers/limits.js';
import type { Engines } from './engines.js';

export type TaskParts = {
  readonly engines: Engines;
  readonly admission: Admission;
  readonly limits: Pick<Limits, 'reserve'>;
};

/** A task takes a place as a question does; one that asks language models keeps within the caller's money, too. */
export function tasksOf({ engines, admission, limits }: TaskParts, caller: Caller): AnswerEngine['perform'] {
  return async ({ asksModels = false, ...task }, work) => {
    const ticket = await admission.enter(caller);
    const perform = async (bounds: Partial<MoneyBounds> = {}) =>
      engines.use(await engines.targetOf({}), (engine) => engine.perform({ ...task, ...bounds }, work));
    try {
      await ticket.turn(task.signal ?? new AbortController().signal);
      return await (asksModels ? withinMoney(perform, { limits, caller, onEvent: task.onEvent }) : perform());
    } finally {
      ticket.release();
    }
  };
}

export type MoneyBounds = { readonly maxCostUsd?: number; readonly onEvent: (event: TraceEvent) => void };

type Payer = Pick<TaskParts, 'limits'> & {
  readonly caller: Caller;
  readonly onEvent: ((event: TraceEvent) => void) | undefined;
};

/** What the work's calls of models cost is set aside before and counted after; `onEvent` must be told of them. */
export async function withinMoney<T>(perform: (bounds: MoneyBounds) => Promise<T>, payer: Payer): Promise<T> {
  const { maxCostUsd, settle } = await payer.limits.reserve(payer.caller, undefined);
  let spentUsd = 0;
  const onEvent = (event: TraceEvent) => {
    if (event.type === 'model-call') spentUsd += event.costUsd ?? 0;
    payer.onEvent?.(event);
  };
  try {
    return await perform({ onEvent, ...(maxCostUsd !== undefined && { maxCostUsd }) });
  } finally {
    settle(spentUsd);
  }
}
