/** POST /api/ask: an answer as JSON, or its run as events while it happens. */
import type { Context } from 'hono';
import { z } from 'zod';
import { MOST_QUESTION_CHARACTERS } from '../../engine/check-question.js';
import { endpoint } from '../endpoint.js';
import { SEARCHES } from '../engines.js';
import { writtenMessage } from '../event-stream.js';
import { frameResponse } from '../frames.js';
import { resultSchema } from '../result-schema.js';
import type { NumberedEvent } from '../runs/events.js';
import type { Runs } from '../runs/index.js';

export const askSchema = z.strictObject({
  question: z.string().min(1).max(MOST_QUESTION_CHARACTERS),
  pipeline: z.string().max(64).optional().describe('GET /api/pipelines lists them'),
  options: z.record(z.string(), z.unknown()).optional().describe('options of the pipeline, over the configured ones'),
  effort: z.enum(['low', 'normal', 'high']).optional().describe('the option of that name, for pipelines that have it'),
  corpus: z.string().max(64).optional().describe('name of a corpus, or "~docs" for the configured folder'),
  search: z.enum(SEARCHES).optional().describe('where pages are searched; by default as configured'),
  conversation: z.string().max(64).optional().describe('of an earlier run: the question is a follow-up to it'),
  timeoutMs: z.number().int().min(1).max(3_600_000).optional(),
  maxCostUsd: z.number().min(0).optional(),
  background: z
    .boolean()
    .default(false)
    .describe('true: the run goes on when the client goes away; without a stream the reply is 202 at once'),
});

const reply = resultSchema.and(z.object({ id: z.string(), conversation: z.string() }));

const accepted = z.object({ id: z.string(), conversation: z.string(), status: z.literal('queued') });

export function askEndpoint({ runs }: { readonly runs: Runs }) {
  return endpoint('POST /api/ask', {
    tag: 'Answers',
    summary: 'Answer a question',
    body: askSchema,
    reply: {
      schema: reply,
      types: ['text/event-stream'],
      description: 'The result; with "Accept: text/event-stream" the events of the run',
      others: { 202: { schema: accepted, description: 'The run goes on in the background' } },
    },
    handle: async ({ body: { background, effort, ...request }, caller, signal, c }) => {
      const options = effort === undefined ? request.options : { ...request.options, effort };
      const run = await runs.start({ ...request, options }, caller);
      const gone = () => background || run.cancel();
      if (wantsEvents(c)) return runStream(run.events(), gone);
      const { id, conversation } = run.summary();
      if (background) {
        await run.stored;
        return Response.json(
          { id, conversation, status: 'queued' },
          { status: 202, headers: { location: `/api/runs/${id}` } },
        );
      }
      signal.addEventListener('abort', gone, { once: true });
      return { id, conversation, ...(await run.result) };
    },
  });
}

export function wantsEvents(c: Context): boolean {
  return /\btext\/event-stream\b/i.test(c.req.header('accept') ?? '');
}

/** Each event under its type, its number as the id that Last-Event-ID gives back. */
export function runStream(events: AsyncIterable<readonly NumberedEvent[]>, gone?: () => void): Response {
  return frameResponse(frames(events), gone ?? (() => undefined));
}

async function* frames(events: AsyncIterable<readonly NumberedEvent[]>) {
  for await (const some of events)
    yield some
      .map(({ n, event, json = JSON.stringify(event) }) => writtenMessage({ id: n, event: event.type, json }))
      .join('');
}
