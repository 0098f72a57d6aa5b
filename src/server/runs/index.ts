/**
 * Answer runs: the one way in which every endpoint asks. A run is admitted, stored from its first event on, can be
 * joined by any number of readers and cancelled, and belongs to the caller who started it.
 */
import { randomBytes } from 'node:crypto';
import { systemClock } from '../../core/clock.js';
import type { Result, Turn } from '../../core/data.js';
import { checkQuestion } from '../../engine/check-question.js';
import type { Admission, Ticket } from '../admission.js';
import type { Caller } from '../callers/caller.js';
import type { Limits } from '../callers/limits.js';
import type { Engines, Target } from '../engines.js';
import { notFound } from '../refusal.js';
import type { LiveRun, RunRequest } from './live-run.js';
import { beginRun } from './perform.js';
import type { RunStore } from './store.js';
import type { KeptSummary } from './summary.js';

export type { LiveRun, RunRequest } from './live-run.js';

export type Runs = {
  /** Throws what is wrong with the request, or a 429, before anything is started. */
  readonly start: (request: RunRequest, caller: Caller) => Promise<LiveRun>;
  /** A run of the caller; else a 404, whether or not another caller has it. */
  readonly find: (id: string, caller: Caller) => Promise<KeptSummary>;
  readonly live: (id: string) => LiveRun | undefined;
  readonly running: () => readonly LiveRun[];
};

export type RunsParts = {
  readonly engines: Engines;
  readonly store: RunStore;
  readonly admission: Admission;
  /** Throws where there is no such pipeline or it has no such options. */
  readonly checkPipeline: (name: string, options: RunRequest['options']) => void;
  readonly defaultPipeline: string;
  readonly limits: Pick<Limits, 'reserve'>;
  readonly onEnd?: (run: LiveRun, result: Result | undefined) => void;
};

/** What is meant by a follow-up was said shortly before. */
const MOST_TURNS = 8;

export function createRuns({
  engines,
  store,
  admission,
  checkPipeline,
  defaultPipeline,
  limits,
  onEnd,
}: RunsParts): Runs {
  const live = new Map<string, LiveRun>();
  store.onCancel((id) => live.get(id)?.cancel());
  const find = async (id: string, caller: Caller) => {
    const summary = await store.get(id);
    if (!summary || summary.owner !== caller.id) throw notFound(`run ${id}`);
    return summary;
  };
  const checkConversation = async (conversation: string, caller: Caller) => {
    if (!(await store.list(caller.id)).some((run) => run.conversation === conversation))
      throw notFound(`conversation ${conversation}`);
  };
  return {
    find,
    live: (id) => live.get(id),
    running: () => [...live.values()],
    start: async (request, caller) => {
      const { pipeline = defaultPipeline } = request;
      checkQuestion(request.question);
      const target = await engines.targetOf(request);
      checkPipeline(pipeline, request.options);
      if (request.conversation !== undefined) await checkConversation(request.conversation, caller);
      const ticket = await admission.enter(caller);
      const { maxCostUsd, settle } = await orRelease(ticket, () => limits.reserve(caller, request.maxCostUsd));
      const summary = newSummary({ ...request, pipeline }, { target, caller });
      const run = beginRun({
        request: { ...request, maxCostUsd },
        summary,
        target,
        ticket,
        engines,
        store,
        turns: async () => request.turns ?? turnsBefore(summary, store),
      });
      live.set(run.id, run);
      void run.result
        .catch(() => undefined)
        .then((result) => {
          live.delete(run.id);
          settle(run.summary().costUsd ?? 0);
          onEnd?.(run, result);
        });
      return run;
    },
  };
}

async function orRelease<T>(ticket: Ticket, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    ticket.release();
    throw error;
  }
}

/** Earlier questions of the conversation that were answered, with their answers. */
async function turnsBefore({ conversation, owner, id }: KeptSummary, store: RunStore): Promise<Turn[]> {
  const earlier = (await store.list(owner)).filter((run) => run.conversation === conversation && run.id !== id);
  const recent = earlier.slice(0, MOST_TURNS).reverse();
  const turns = await Promise.all(
    recent.map(async ({ id: before, question }) => {
      const result = await store.result(before);
      return result ? [{ question, answer: result.answer.text }] : [];
    }),
  );
  return turns.flat();
}

function newSummary(
  { question, pipeline, conversation }: RunRequest & { readonly pipeline: string },
  { target, caller }: { readonly target: Target; readonly caller: Caller },
): KeptSummary {
  const id = `r${randomBytes(12).toString('hex')}`;
  return {
    id,
    conversation: conversation ?? id,
    asked: question,
    question,
    pipeline,
    ...target,
    askedAt: systemClock.now(),
    status: 'queued',
    owner: caller.id,
    pid: process.pid,
    bytes: 0,
  };
}
