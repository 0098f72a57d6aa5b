/**
 * What the tools share: progress for a client that asked for it, a result in both forms, and errors that say what to
 * do.
 */
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { systemClock } from '../../core/clock.js';
import { messageOf, WinnowError } from '../../core/errors.js';
import type { Parts } from '../../core/parts.js';
import type { Run } from '../../core/run.js';
import type { TraceEvent } from '../../core/trace.js';
import type { AnswerEngine } from '../answering.js';
import { apiWords } from '../api-words.js';
import { progressText } from '../progress-text.js';

/** Structured for programs, and as text for models that read text. */
export function toolResult(structuredContent: Record<string, unknown>, text: string): CallToolResult {
  return { structuredContent, content: [{ type: 'text', text }] };
}

/** Notifications of progress, one per step worth telling; none where the client gave no token. */
export function progressTo({ mcpReq: { _meta, notify } }: ServerContext): (event: TraceEvent) => void {
  const progressToken = _meta?.progressToken;
  let progress = 0;
  return (event) => {
    const message = progressToken === undefined ? undefined : progressText(event);
    if (message === undefined) return;
    progress += 1;
    // A client that is gone is told nothing more; its request is cancelled by the transport.
    notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(() => undefined);
  };
}

/** The SDK turns an error into a result that the model reads: a mistake of ours is not for it. */
export async function withToolErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WinnowError) throw new WinnowError(error.code, apiWords(error.message), { cause: error });
    throw new Error('Something unexpected failed.', { cause: messageOf(error) });
  }
}

/** Aborts when the client cancels the request, or goes away: over HTTP older clients can do no more than that. */
export function signalOf({ mcpReq, http }: ServerContext): AbortSignal {
  return http?.req ? AbortSignal.any([mcpReq.signal, http.req.signal]) : mcpReq.signal;
}

export type ToolCall = {
  readonly name: string;
  readonly about: string;
  readonly context: ServerContext;
  readonly asksModels?: boolean;
};

/** Work with the engine's parts, cancelled with the request. */
export function performTool<T>(
  { perform }: AnswerEngine,
  { name, about, context, asksModels = false }: ToolCall,
  work: (parts: Parts, run: Run) => Promise<T>,
): Promise<T> {
  const question = { text: about, askedAt: systemClock.now() };
  const task = { name, question, asksModels, signal: signalOf(context), onEvent: progressTo(context) };
  return withToolErrors(() => perform(task, ({ parts }, run) => work(parts, run)));
}
