/**
 * The contracts of others on the server: OpenAI's at /v1, MCP at /mcp, MMU-RAGent's at the root. They ask through the
 * same runs as /api.
 */
import { Hono } from 'hono';
import type { PipelineDefinition } from '../core/parts.js';
import type { TraceEvent } from '../core/trace.js';
import type { AnswerStream } from '../engine/answer-stream.js';
import type { Config } from '../engine/config.js';
import type { AnswerEngine } from './answering.js';
import type { Caller } from './callers/caller.js';
import type { Description, ServerEnv } from './endpoint.js';
import { MCP_DESCRIBED } from './mcp/described.js';
import { mcpApp } from './mcp/index.js';
import { MMU_RAGENT_DESCRIBED, mmuRagentApp } from './mmu-ragent/index.js';
import { OPENAI_DESCRIBED } from './openai/described.js';
import { openAiApp } from './openai/index.js';
import type { RunEvent } from './runs/events.js';
import type { LiveRun, Runs } from './runs/index.js';
import { type TaskParts, tasksOf } from './tasks.js';

export type ContractParts = TaskParts & {
  readonly runs: Runs;
  readonly pipelines: readonly PipelineDefinition[];
  readonly config: Config;
  readonly onError: (error: unknown, path: string) => void;
};

/** What they answer, for /openapi.json. */
export const CONTRACTS_DESCRIBED: readonly Description[] = [
  ...OPENAI_DESCRIBED,
  ...MCP_DESCRIBED,
  ...MMU_RAGENT_DESCRIBED,
];

export function contractsApp(parts: ContractParts): Hono<ServerEnv> {
  const answering = (caller: Caller): AnswerEngine => ({
    config: parts.config,
    pipelines: parts.pipelines,
    ask: (question, { signal, onExchange: _, ...options } = {}) => {
      const started = parts.runs.start(
        { question: typeof question === 'string' ? question : question.text, ...options },
        caller,
      );
      started.catch(() => undefined); // whoever awaits the asking learns of it
      signal?.addEventListener('abort', () => void started.then((run) => run.cancel()).catch(() => undefined), {
        once: true,
      });
      return askingOf(started);
    },
    perform: tasksOf(parts, caller),
  });
  const app = new Hono<ServerEnv>();
  app.route(
    '/v1',
    openAiApp((c) => answering(c.get('caller')), parts.onError),
  );
  app.route(
    '/mcp',
    mcpApp((c) => answering(c.get('caller'))),
  );
  return app.route(
    '/',
    mmuRagentApp((c) => answering(c.get('caller'))),
  );
}

const OWN: ReadonlySet<RunEvent['type']> = new Set(['run', 'usage', 'done', 'error']);

/** A run of the server as an engine's question: the events of the trace alone, and the result. */
function askingOf(started: Promise<LiveRun>): AnswerStream {
  async function* iterate(): AsyncGenerator<TraceEvent> {
    const run = await started;
    for await (const some of run.events())
      for (const { event } of some) if (!OWN.has(event.type)) yield event as TraceEvent;
    await run.result;
  }
  const result = started.then((run) => run.result);
  result.catch(() => undefined); // the run keeps its own record of a failure
  return Object.assign(result, { [Symbol.asyncIterator]: iterate });
}
