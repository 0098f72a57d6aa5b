/**
 * POST /v1/chat/completions. What is streamed as content has been checked: while the run goes on, its steps come as
 * `reasoning_content`, then the answer sentence by sentence, then the annotations.
 */
import { randomUUID } from 'node:crypto';
import { systemClock } from '../../core/clock.js';
import type { Result } from '../../core/data.js';
import type { AnswerEngine } from '../answering.js';
import { clientAnswer } from '../client-answer.js';
import { DONE, dataFrame, frameResponse } from '../frames.js';
import { progressText } from '../progress-text.js';
import { type AskedRun, startRequest, type UrlCitation, written } from './asked.js';
import { conversationOf } from './conversation.js';
import { errorBody } from './errors.js';
import { type ChatBody, chatBody } from './requests.js';

export async function chatCompletion(request: Request, answering: AnswerEngine): Promise<Response> {
  const body = await chatBody(request);
  const asked = await startRequest(answering, {
    ...body,
    ...conversationOf(body.messages, 'messages'),
    signal: request.signal,
  });
  const head = { id: `chatcmpl-${randomUUID()}`, created: unixSeconds(), model: body.model };
  if (body.stream) return frameResponse(chunks(asked, { ...head, object: 'chat.completion.chunk' }, body), asked.stop);
  return Response.json(completion(await asked.result, { ...head, object: 'chat.completion' }, body));
}

export function unixSeconds(): number {
  return Math.floor(Date.parse(systemClock.now()) / 1000);
}

type Head = { readonly id: string; readonly object: string; readonly created: number; readonly model: string };

function completion(result: Result, head: Head, body: ChatBody) {
  const { text, citations } = written(result, body.winnow);
  const message = { role: 'assistant', content: text, refusal: null, annotations: citations.map(annotation) };
  return {
    ...head,
    choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
    usage: usageOf(result),
    winnow: clientAnswer(result),
  };
}

async function* chunks({ events, result }: AskedRun, head: Head, body: ChatBody): AsyncGenerator<string> {
  const chunk = (delta: object, more: object = {}) =>
    dataFrame({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason: null }], ...more });
  try {
    yield chunk({ role: 'assistant', content: '' });
    for await (const event of events) {
      const line = progressText(event);
      if (line !== undefined) yield chunk({ reasoning_content: `${line}\n` });
    }
    const finished = await result;
    const { pieces, citations } = written(finished, body.winnow);
    for (const piece of pieces) yield chunk({ content: piece });
    if (citations.length > 0) yield chunk({ annotations: citations.map(annotation) });
    yield dataFrame({
      ...head,
      choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }],
      winnow: clientAnswer(finished),
    });
    if (body.stream_options?.include_usage) yield dataFrame({ ...head, choices: [], usage: usageOf(finished) });
    yield DONE;
  } catch (error) {
    yield dataFrame(errorBody(error));
  }
}

const annotation = (citation: UrlCitation) => ({ type: 'url_citation', url_citation: citation });

/** Of the language model behind the pipeline; 0 where there is none. */
function usageOf({ usage: { inputTokens, outputTokens } }: Result) {
  return { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens };
}
