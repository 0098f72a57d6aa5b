/** /api/runs: history, finished runs, running ones to be joined again, cancelled or deleted. */
import { z } from 'zod';
import { type Endpoint, endpoint } from '../endpoint.js';
import { notFound, refusal } from '../refusal.js';
import { resultSchema } from '../result-schema.js';
import type { Runs } from '../runs/index.js';
import type { RunStore } from '../runs/store.js';
import { isOver, publicSummary, summarySchema } from '../runs/summary.js';
import { runStream, wantsEvents } from './ask.js';

export type RunsApiParts = { readonly runs: Runs; readonly store: RunStore };

const tag = 'Runs';
const params = z.object({ id: z.string().regex(/^[\w-]{1,64}$/, 'must be the id of a run') });
const deleted = z.object({ deleted: z.number().int(), cancelled: z.number().int() });

const listQuery = z.object({
  q: z.string().max(500).optional().describe('words that the question or the answer must hold'),
  conversation: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: z.string().max(64).optional().describe('id of a run: those older than it'),
});

export function runsEndpoints(parts: RunsApiParts): Endpoint[] {
  return [listRuns(parts), oneRun(parts), events(parts), calls(parts), removeRun(parts), removeAll(parts)];
}

function listRuns({ store }: RunsApiParts): Endpoint {
  return endpoint('GET /api/runs', {
    tag,
    summary: 'History, newest first',
    query: listQuery,
    reply: {
      schema: z.object({ runs: z.array(summarySchema), total: z.number().int() }),
      description: 'Runs of the caller',
    },
    handle: async ({ query: { q, conversation, limit, before }, caller }) => {
      const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
      const mine = (await store.list(caller.id)).filter((run) => {
        const text = `${run.asked} ${run.short ?? ''}`.toLowerCase();
        const isMeant = conversation === undefined || run.conversation === conversation;
        return isMeant && words.every((word) => text.includes(word));
      });
      const from = before === undefined ? 0 : mine.findIndex(({ id }) => id === before) + 1;
      return { runs: mine.slice(from, from + limit).map(publicSummary), total: mine.length };
    },
  });
}

function oneRun({ runs, store }: RunsApiParts): Endpoint {
  return endpoint('GET /api/runs/:id', {
    tag,
    summary: 'A run with its result; as events, from any event on (Last-Event-ID), whether it is running or over',
    params,
    reply: {
      schema: summarySchema.extend({ result: resultSchema.nullable() }),
      types: ['text/event-stream'],
      description: 'The run; `result` is null while it is running and where it failed',
    },
    handle: async ({ params: { id }, caller, c }) => {
      const summary = await runs.find(id, caller);
      if (!wantsEvents(c)) return { ...publicSummary(summary), result: (await store.result(id)) ?? null };
      const after = Number(c.req.header('last-event-id') ?? 0);
      if (!Number.isInteger(after) || after < 0)
        throw refusal(400, { code: 'usage', message: 'Last-Event-ID must be the number of an event, 0 for all.' });
      const live = runs.live(id);
      return runStream(live ? live.events(after) : one(store.follow(id, after)));
    },
  });
}

async function* one<T>(events: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  for await (const event of events) yield [event];
}

function events({ runs, store }: RunsApiParts): Endpoint {
  return endpoint('GET /api/runs/:id/events', {
    tag,
    summary: 'The events of a run so far, as one list',
    params,
    reply: {
      schema: z.object({
        events: z.array(z.object({ n: z.number().int(), event: z.looseObject({ type: z.string() }) })),
      }),
      description: 'Numbered events',
    },
    handle: async ({ params: { id }, caller }) => {
      await runs.find(id, caller);
      return { events: [...(await store.events(id))] };
    },
  });
}

const exchange = z.object({
  stage: z.string(),
  atMs: z.number(),
  role: z.string(),
  model: z.string(),
  prompt: z.string().describe('id and version of the prompt'),
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).readonly(),
  reply: z.string(),
});

function calls({ runs, store }: RunsApiParts): Endpoint {
  return endpoint('GET /api/runs/:id/calls', {
    tag,
    summary: 'Every prompt of a run and what the model replied, in the order of its model-call events',
    params,
    reply: { schema: z.object({ calls: z.array(exchange).readonly() }), description: 'Prompts and replies' },
    handle: async ({ params: { id }, caller }) => {
      await runs.find(id, caller);
      return { calls: await store.exchanges(id) };
    },
  });
}

function removeRun({ runs, store }: RunsApiParts): Endpoint {
  return endpoint('DELETE /api/runs/:id', {
    tag,
    summary: 'Cancel a run that is running; delete one that is over',
    params,
    reply: { schema: deleted, description: 'What was done' },
    handle: async ({ params: { id }, caller }) => {
      const summary = await runs.find(id, caller);
      const live = runs.live(id);
      if (live && !isOver(summary)) {
        live.cancel();
        await live.result.catch(() => undefined);
        return { deleted: 0, cancelled: 1 };
      }
      if (!isOver(summary) && (await store.cancel(id))) return { deleted: 0, cancelled: 1 };
      if (!(await store.get(id))) throw notFound(`run ${id}`);
      await store.remove(id);
      return { deleted: 1, cancelled: 0 };
    },
  });
}

function removeAll({ store }: RunsApiParts): Endpoint {
  return endpoint('DELETE /api/runs', {
    tag,
    summary: 'Delete all finished runs of the caller',
    reply: { schema: deleted, description: 'How many' },
    handle: async ({ caller }) => {
      const mine = (await store.list(caller.id)).filter(isOver);
      await Promise.all(mine.map(({ id }) => store.remove(id)));
      return { deleted: mine.length, cancelled: 0 };
    },
  });
}
