/**
 * What the outward contracts (OpenAI, MCP, MMU-RAGent) need of an engine. The server hands in one that keeps the
 * caller's limits, a command its own.
 */
import type { Context } from 'hono';
import type { Question, Result } from '../core/data.js';
import type { Parts } from '../core/parts.js';
import type { Run } from '../core/run.js';
import type { TraceEvent } from '../core/trace.js';
import type { AskOptions, Engine } from '../engine/index.js';
import type { ServerEnv } from './endpoint.js';

export type AnswerEngine = Pick<Engine, 'ask' | 'pipelines' | 'config'> & {
  /** `asksModels`: the task may spend money, which the server counts. */
  readonly perform: <T>(
    task: Parameters<Engine['perform']>[0] & { readonly asksModels?: boolean },
    work: (given: { parts: Parts; question: Question }, run: Run) => Promise<T>,
  ) => Promise<T>;
};

export type AnsweringFor = (c: Context<ServerEnv>) => AnswerEngine;

export type StartedAnswer = { readonly events: AsyncIterable<TraceEvent>; readonly result: PromiseLike<Result> };

/** Resolves when the run has begun: what is refused before (no place, a bad option) can still become a status. */
export async function begin(answering: AnswerEngine, question: string, options: AskOptions): Promise<StartedAnswer> {
  const asking = answering.ask(question, options);
  await asking[Symbol.asyncIterator]().next();
  return { events: asking, result: asking };
}
