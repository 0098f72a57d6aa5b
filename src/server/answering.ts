/**
 * What the outward contracts (OpenAI, MCP, MMU-RAGent) need of an engine. The server hands in one that keeps the
 * caller's limits, a command its own.
 */
import type { Context } from 'hono';
import type { Result } from '../core/data.js';
import type { TraceEvent } from '../core/trace.js';
import type { AskOptions, Engine } from '../engine/index.js';
import type { ServerEnv } from './endpoint.js';

export type AnswerEngine = Pick<Engine, 'ask' | 'perform' | 'pipelines' | 'config'>;

export type AnsweringFor = (c: Context<ServerEnv>) => AnswerEngine;

export type StartedAnswer = { readonly events: AsyncIterable<TraceEvent>; readonly result: PromiseLike<Result> };

/** Resolves when the run has begun: what is refused before (no place, a bad option) can still become a status. */
export async function begin(answering: AnswerEngine, question: string, options: AskOptions): Promise<StartedAnswer> {
  const asking = answering.ask(question, options);
  await asking[Symbol.asyncIterator]().next();
  return { events: asking, result: asking };
}
