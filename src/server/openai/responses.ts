/**
 * POST /v1/responses: the same answers in the newer shape. Nothing is stored, so a response cannot be asked for again.
 */
import { randomUUID } from 'node:crypto';
import type { Result } from '../../core/data.js';
import type { AnswerEngine } from '../answering.js';
import { clientAnswer } from '../client-answer.js';
import { dataFrame, frameResponse } from '../frames.js';
import { type AskedRun, startRequest, type UrlCitation, written } from './asked.js';
import { unixSeconds } from './chat-completions.js';
import { conversationOf } from './conversation.js';
import { errorBody } from './errors.js';
import { type ResponsesBody, responsesBody } from './requests.js';

export async function createResponse(request: Request, answering: AnswerEngine): Promise<Response> {
  const body = await responsesBody(request);
  const messages = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input;
  const asked = await startRequest(answering, {
    ...body,
    ...conversationOf(messages, 'input'),
    signal: request.signal,
  });
  const head = headOf(body);
  if (body.stream) return frameResponse(streamed(asked, head, body), asked.stop);
  const result = await asked.result;
  return Response.json(completed(result, head, messageItem(result, body)));
}

type Head = ReturnType<typeof headOf>;

/** Fields that clients read without asking whether they are there. */
function headOf({ model, instructions, metadata, temperature, top_p, tools }: ResponsesBody) {
  return {
    id: `resp_${randomUUID()}`,
    object: 'response',
    created_at: unixSeconds(),
    model,
    error: null,
    incomplete_details: null,
    instructions: instructions ?? null,
    metadata: metadata ?? {},
    parallel_tool_calls: false,
    previous_response_id: null,
    store: false,
    temperature: temperature ?? null,
    top_p: top_p ?? null,
    text: { format: { type: 'text' } },
    tool_choice: 'none',
    tools: tools ?? [],
  };
}

function messageItem(result: Result, { winnow }: ResponsesBody) {
  const { text, pieces, citations } = written(result, winnow);
  const part = { type: 'output_text', text, annotations: citations.map(annotation), logprobs: [] };
  return {
    pieces,
    part,
    item: { id: `msg_${randomUUID()}`, type: 'message', role: 'assistant', status: 'completed', content: [part] },
  };
}

type Item = ReturnType<typeof messageItem>;

const annotation = (citation: UrlCitation) => ({ type: 'url_citation', ...citation });

function completed(result: Result, head: Head, { item, part }: Item) {
  return {
    ...head,
    status: 'completed',
    output: [item],
    output_text: part.text,
    usage: usageOf(result),
    winnow: clientAnswer(result),
  };
}

function usageOf({ usage: { inputTokens, outputTokens } }: Result) {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
}

async function* streamed({ events, result }: AskedRun, head: Head, body: ResponsesBody): AsyncGenerator<string> {
  let sequence = 0;
  const send = (type: string, data: object) => dataFrame({ type, sequence_number: sequence++, ...data }, type);
  const running = { ...head, status: 'in_progress', output: [], usage: null };
  try {
    yield send('response.created', { response: running });
    yield send('response.in_progress', { response: running });
    for await (const _ of events);
    const finished = await result;
    const message = messageItem(finished, body);
    for (const [type, data] of messageEvents(message)) yield send(type, data);
    yield send('response.completed', { response: completed(finished, head, message) });
  } catch (error) {
    const { message, code } = errorBody(error).error;
    yield send('response.failed', {
      response: { ...running, status: 'failed', error: { code: code ?? 'server_error', message } },
    });
  }
}

function messageEvents({ item, part, pieces }: Item): [string, object][] {
  const at = { item_id: item.id, output_index: 0, content_index: 0 };
  const empty = { type: 'output_text', text: '', annotations: [], logprobs: [] };
  return [
    ['response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress', content: [] } }],
    ['response.content_part.added', { ...at, part: empty }],
    ...pieces.map((delta): [string, object] => ['response.output_text.delta', { ...at, delta, logprobs: [] }]),
    ...part.annotations.map((cited, index): [string, object] => [
      'response.output_text.annotation.added',
      { ...at, annotation_index: index, annotation: cited },
    ]),
    ['response.output_text.done', { ...at, text: part.text, logprobs: [] }],
    ['response.content_part.done', { ...at, part }],
    ['response.output_item.done', { output_index: 0, item }],
  ];
}
