/**
 * An OpenAI-shaped server on loopback around any chat model: what a run over HTTP needs where no other server is at
 * hand. Not for anyone else.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { messageOf, WinnowError } from '../../src/core/errors.js';
import type { ChatModel, ChatReply, ChatRequest, JsonSchema, Message } from '../../src/core/ports.js';

type Body = {
  readonly messages: readonly Message[];
  readonly stream?: boolean;
  readonly max_tokens?: number;
  readonly logprobs?: boolean;
  readonly top_logprobs?: number;
  readonly response_format?: { readonly type: string; readonly json_schema?: { readonly schema: JsonSchema } };
};

export async function serveChat(model: ChatModel): Promise<{ readonly host: string; readonly close: () => void }> {
  const server = createServer((request, response) => void reply(model, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

async function reply(model: ChatModel, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort(new WinnowError('cancelled', 'The client has gone.')));
  try {
    const body = JSON.parse(await text(request)) as Body;
    const piece = (content: string) =>
      send(response, { choices: [{ index: 0, delta: { content }, finish_reason: null }] });
    if (body.stream) response.writeHead(200, { 'content-type': 'text/event-stream' });
    const said = await model.complete(requestOf(body), { signal: gone.signal, ...(body.stream && { onText: piece }) });
    if (body.stream) endStream(response, said);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(wholeOf(said)));
  } catch (error) {
    const status = error instanceof WinnowError && error.code !== 'unavailable' ? 400 : 500;
    if (!response.headersSent) response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: messageOf(error) } }));
  }
}

function requestOf({ messages, max_tokens, logprobs, top_logprobs, response_format }: Body): ChatRequest {
  const schema = response_format?.json_schema?.schema;
  const format: ChatRequest['format'] = schema
    ? { type: 'schema', schema }
    : { type: response_format ? 'json' : 'text' };
  return {
    messages,
    format,
    ...(max_tokens !== undefined && { maxTokens: max_tokens }),
    ...(logprobs && { topLogprobs: top_logprobs ?? 1 }),
  };
}

const usageOf = ({ usage }: ChatReply) => ({ prompt_tokens: usage.inputTokens, completion_tokens: usage.outputTokens });

function wholeOf(said: ChatReply): unknown {
  const [first] = said.firstToken ?? [];
  const logprobs = first && { content: [{ ...first, top_logprobs: said.firstToken }] };
  return { choices: [{ message: { content: said.text }, finish_reason: said.finish, logprobs }], usage: usageOf(said) };
}

function send(response: ServerResponse, event: unknown): void {
  response.write(`data: ${JSON.stringify(event)}\n\n`);
}

function endStream(response: ServerResponse, said: ChatReply): void {
  send(response, { choices: [{ index: 0, delta: {}, finish_reason: said.finish }] });
  send(response, { choices: [], usage: usageOf(said) });
  response.end('data: [DONE]\n\n');
}
