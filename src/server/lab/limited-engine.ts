/** An engine whose questions stand in line with everybody's: each takes a place and its share of the caller's money. */
import { setTimeout as wait } from 'node:timers/promises';
import { HTTPException } from 'hono/http-exception';
import { messageOf, WinnowError } from '../../core/errors.js';
import { startAnswerStream } from '../../engine/answer-stream.js';
import type { Engine } from '../../engine/index.js';
import type { Admission, Ticket } from '../admission.js';
import type { Caller } from '../callers/caller.js';
import type { Limits, Reservation } from '../callers/limits.js';
import { type MoneyBounds, withinMoney } from '../tasks.js';

export type LimitedParts = {
  readonly admission: Admission;
  readonly limits: Pick<Limits, 'reserve'>;
  readonly caller: Caller;
  /** Ends the experiment: its caller's money for today is used up. */
  readonly end: (why: WinnowError) => void;
};

/** An experiment is in no hurry: where a person's question would be refused, it waits. */
const BUSY_MS = 500;

export function limitedEngine(engine: Engine, { admission, limits, caller, end }: LimitedParts): Engine {
  const reserve = async (): Promise<Reservation> => {
    try {
      return await limits.reserve(caller, engine.config.limits.maxCostUsd);
    } catch (error) {
      const why = new WinnowError('cancelled', `${messageOf(error)} What was asked is kept: go on with it tomorrow.`);
      end(why);
      throw why;
    }
  };
  return {
    ...engine,
    ask: (question, options = {}) =>
      startAnswerStream(async (onEvent) => {
        const signal = options.signal ?? new AbortController().signal;
        const ticket = await placeFor(caller, admission, signal);
        const paid = async ({ onEvent: tell, ...bounds }: MoneyBounds) => {
          const asking = engine.ask(question, { ...options, ...bounds });
          for await (const event of asking) tell(event);
          return asking;
        };
        try {
          await ticket.turn(signal);
          return await withinMoney(paid, { limits: { reserve }, caller, onEvent });
        } finally {
          ticket.release();
        }
      }),
  };
}

async function placeFor(caller: Caller, admission: Admission, signal: AbortSignal): Promise<Ticket> {
  for (;;) {
    try {
      return await admission.enter(caller);
    } catch (error) {
      if (!(error instanceof HTTPException)) throw error;
      await wait(BUSY_MS, undefined, { signal });
    }
  }
}
