/** The endpoints MMU-RAGent asks of a text-to-text system: /health, /run and /evaluate, to be mounted at the root. */
import { Hono } from 'hono';
import { z } from 'zod';
import { WinnowError } from '../../core/errors.js';
import { evaluatedOf } from '../../lab/contest/mmu-ragent.js';
import { type AnswerEngine, type AnsweringFor, begin } from '../answering.js';
import { apiWords } from '../api-words.js';
import type { Description, ServerEnv } from '../endpoint.js';
import { dataFrame, frameResponse } from '../frames.js';
import { reportEvents } from './report-events.js';

const runSchema = z.looseObject({ question: z.string().trim().min(1) });
const evaluateSchema = z.looseObject({ query: z.string().trim().min(1), iid: z.string().min(1) });

const tag = 'MMU-RAGent';

/** What /openapi.json says of them. */
export const MMU_RAGENT_DESCRIBED: readonly Description[] = [
  {
    method: 'get',
    path: '/health',
    tag,
    summary: "Whether the process lives, under the contest's name",
    reply: { schema: z.object({ status: z.literal('ok') }), description: 'It does' },
  },
  {
    method: 'post',
    path: '/run',
    tag,
    summary: 'A report as it grows, one object a line',
    body: runSchema,
    reply: { types: ['text/event-stream'], description: 'Each event with everything so far; the last one is complete' },
  },
  {
    method: 'post',
    path: '/evaluate',
    tag,
    summary: 'A report for the static evaluation',
    body: evaluateSchema,
    reply: {
      schema: z.object({
        query_id: z.string(),
        generated_response: z.string(),
        citations: z.array(z.string()),
        contexts: z.array(z.string()),
      }),
      description: 'The report, the pages it cites, and the passages it was written from',
    },
  },
];

/** "Whole process: hard limit of 10 minutes"; some of it is left for the way there and back. */
const MOST_MS = 590_000;

export function mmuRagentApp(answeringFor: AnsweringFor): Hono<ServerEnv> {
  return new Hono<ServerEnv>()
    .get('/health', (c) => c.json({ status: 'ok' }))
    .post('/run', async (c) => {
      const parsed = runSchema.safeParse(await c.req.json().catch(() => undefined));
      if (!parsed.success) return c.json({ error: 'The body must be JSON with a "question".' }, 400);
      return streamReport(parsed.data.question, answeringFor(c), c.req.raw.signal);
    })
    .post('/evaluate', async (c) => {
      const parsed = evaluateSchema.safeParse(await c.req.json().catch(() => undefined));
      if (!parsed.success) return c.json({ error: 'The body must be JSON with a "query" and an "iid".' }, 400);
      const { query, iid } = parsed.data;
      const answering = answeringFor(c);
      const result = await answering.ask(query, { timeoutMs: timeoutOf(answering), signal: c.req.raw.signal });
      return c.json(evaluatedOf(iid, result));
    })
    .onError((error, c) => {
      if (!(error instanceof WinnowError)) throw error;
      return c.json(
        { error: apiWords(error.message) },
        error.code === 'usage' ? 400 : error.code === 'deadline' ? 504 : 502,
      );
    });
}

async function streamReport(question: string, answering: AnswerEngine, signal: AbortSignal): Promise<Response> {
  const gone = new AbortController();
  const asked = { timeoutMs: timeoutOf(answering), signal: AbortSignal.any([signal, gone.signal]) };
  const begun = await begin(answering, question, asked);
  async function* lines() {
    for await (const event of reportEvents(begun)) yield dataFrame(event);
  }
  return frameResponse(lines(), () => gone.abort());
}

function timeoutOf({ config }: AnswerEngine): number {
  return Math.min(config.limits.timeoutMs, MOST_MS);
}
