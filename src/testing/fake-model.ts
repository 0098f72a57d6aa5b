/** Language models for tests: one that replies from a list, one that computes its reply. */
import { WinnowError } from '../core/errors.js';
import type { ChatModel, ChatReply, ChatRequest } from '../core/ports.js';

export type ScriptedReply =
  | string
  | Partial<ChatReply>
  | Error
  | ((request: ChatRequest) => string | Partial<ChatReply> | Promise<string>);

export type FakeModel = ChatModel & { readonly requests: readonly ChatRequest[] };

/** A model that replies from a list, in order; a call beyond its end fails. `requests` shows what it was asked. */
export function fakeModel(replies: readonly ScriptedReply[], overrides: Partial<ChatModel> = {}): FakeModel {
  let next = 0;
  return respondingModel((request) => {
    const reply = replies[next++];
    if (reply === undefined) throw new WinnowError('unavailable', `the scripted model has no reply number ${next}`);
    return typeof reply === 'function' ? reply(request) : reply;
  }, overrides);
}

/** A model that computes its reply from the request. */
export function respondingModel(
  respond: (request: ChatRequest) => ScriptedReply | Promise<ScriptedReply>,
  overrides: Partial<ChatModel> = {},
): FakeModel {
  const requests: ChatRequest[] = [];
  return {
    name: 'scripted',
    format: 'json',
    price: { input: 1, output: 2 },
    ...overrides,
    requests,
    complete: async (request, { signal }) => {
      signal.throwIfAborted();
      requests.push(request);
      const reply = await respond(request);
      if (reply instanceof Error) throw reply;
      const partial = typeof reply === 'string' ? { text: reply } : (reply as Partial<ChatReply>);
      const usage = {
        inputTokens: countTokens(request.messages.map(({ content }) => content).join(' ')),
        outputTokens: countTokens(partial.text ?? ''),
      };
      return { text: '', finish: 'stop', usage, ...partial };
    },
  };
}

function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
