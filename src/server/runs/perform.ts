/** One run from its admission to its end: every event goes to the readers and to disk, and the end is told in both. */
import { systemClock } from '../../core/clock.js';
import type { Result, Turn } from '../../core/data.js';
import { WinnowError } from '../../core/errors.js';
import type { TraceEvent } from '../../core/trace.js';
import type { Ticket } from '../admission.js';
import type { Engines, Target } from '../engines.js';
import { errorBody } from '../refusal.js';
import { fits, type NumberedEvent, numbered, type RunEvent } from './events.js';
import { createFeed } from './feed.js';
import type { LiveRun, RunRequest } from './live-run.js';
import type { RunStore } from './store.js';
import type { KeptSummary } from './summary.js';

export type BeginInput = {
  readonly request: RunRequest;
  readonly summary: KeptSummary;
  readonly target: Target;
  readonly ticket: Ticket;
  readonly engines: Engines;
  readonly store: RunStore;
  /** What was said before in the same conversation, oldest first. */
  readonly turns: () => Promise<readonly Turn[]>;
};

/** The reason of a run that ends because the server does. */
export const SHUTDOWN = 'The server is shutting down.';
const SHORT_CHARACTERS = 200;

export function beginRun({ request, target, engines, turns, ...input }: BeginInput): LiveRun {
  const { id, conversation, pipeline, asked } = input.summary;
  const controller = new AbortController();
  const log = openRunLog(input);
  const answer = async (): Promise<Result> => {
    log.push({ type: 'run', id, conversation, pipeline, asked });
    await input.ticket.turn(controller.signal);
    log.change({ status: 'running' });
    const earlier = await turns();
    const { options, timeoutMs, maxCostUsd } = request;
    return engines.use(target, (engine) =>
      engine.ask(asked, {
        pipeline,
        turns: earlier,
        signal: controller.signal,
        onEvent: log.onTrace,
        onExchange: log.onExchange,
        ...(options && { options }),
        ...(timeoutMs !== undefined && { timeoutMs }),
        ...(maxCostUsd !== undefined && { maxCostUsd }),
      }),
    );
  };
  const perform = async () => {
    try {
      const result = await answer();
      await log.answered(result);
      return result;
    } catch (error) {
      await log.failed(error);
      throw error;
    }
  };
  const result = perform();
  result.catch(() => undefined); // whoever reads the events learns of it there
  return {
    id,
    summary: log.summary,
    stored: log.stored,
    events: log.events,
    result,
    cancel: (reason = new WinnowError('cancelled', 'The run was cancelled.')) => controller.abort(reason),
  };
}

/** What happens in a run, to its readers and to disk. */
function openRunLog({ summary: first, ticket, store }: Pick<BeginInput, 'summary' | 'ticket' | 'store'>) {
  const feed = createFeed();
  const writer = store.write(first);
  const stored = writer.settle();
  const startedMs = systemClock.monotonicMs();
  let summary = first;
  let failedStage: string | undefined;
  let spentUsd: number | null = 0;
  let count = 0;
  let isOver = false;
  const change = (changed: Partial<KeptSummary>) => {
    summary = { ...summary, ...changed };
    writer.summary(summary);
  };
  const record = (event: RunEvent): NumberedEvent => {
    count += 1;
    const written = numbered(count, event);
    writer.event(written);
    return written;
  };
  const push = (event: RunEvent) => feed.show(record(event));
  /** Whoever is told of the end can read all of it, even if this process is killed in that moment. */
  const end = async (last: readonly RunEvent[], changed: Partial<KeptSummary>) => {
    isOver = true;
    const written = last.map(record);
    ticket.release();
    await writer.settle();
    change(changed);
    await writer.settle();
    for (const event of written) feed.show(event);
    feed.end();
  };
  return {
    stored,
    summary: () => summary,
    change,
    push,
    onExchange: writer.exchange,
    onTrace: (event: TraceEvent) => {
      if (isOver) return; // what was cancelled may still say something
      if (event.type === 'model-call')
        spentUsd = spentUsd === null || event.costUsd === null ? null : spentUsd + event.costUsd;
      if (event.type === 'stage-end' && event.error !== undefined) failedStage ??= event.stage;
      push(event);
    },
    answered: (result: Result) => {
      writer.result(result);
      return end(lastEvents(first.id, result), lastSummary(result));
    },
    failed: (error: unknown) => {
      const told = { ...errorBody(error), ...(failedStage !== undefined && { stage: failedStage }) };
      const ms = Math.round(systemClock.monotonicMs() - startedMs);
      const changed = { status: statusAfter(error), error: told, costUsd: spentUsd, ms };
      return end([{ type: 'error', id: first.id, error: told }], changed);
    },
    /** Whoever knows its id can join it again, elsewhere too, should this process die. */
    events: async function* (after = 0) {
      await stored;
      yield* feed.events(after);
    },
  };
}

function lastEvents(id: string, result: Result): RunEvent[] {
  const done: RunEvent = { type: 'done', id, status: result.answer.status, result };
  return [{ type: 'usage', ...result.usage }, fits(done) ? done : { ...done, result: null }];
}

function lastSummary({ answer, question, askedAs, confidence, usage }: Result): Partial<KeptSummary> {
  return {
    status: answer.status,
    question: askedAs ?? question,
    short: (answer.short ?? answer.text).slice(0, SHORT_CHARACTERS),
    ...(confidence !== undefined && { confidence }),
    costUsd: usage.costUsd,
    ms: usage.ms,
  };
}

function statusAfter(error: unknown): KeptSummary['status'] {
  if (!(error instanceof WinnowError) || error.code !== 'cancelled') return 'failed';
  return error.message === SHUTDOWN ? 'interrupted' : 'cancelled';
}
