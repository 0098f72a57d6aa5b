import { expect, test } from 'vitest';
import type { ChatRequest } from '../../core/ports.js';
import type { HttpClient, HttpRequest } from '../http.js';
import { type OpenAiCompatibleOptions, openAiCompatible } from './openai-compatible.js';

const messages = [{ role: 'user', content: 'Hello' }] as const;
const call = { signal: new AbortController().signal };

/** A model behind a client that answers every request with this status and body. */
function modelOf(body: unknown, { status = 200, ...over }: Partial<OpenAiCompatibleOptions> & { status?: number } = {}) {
  const requests: HttpRequest[] = [];
  const http = {
    request: async (request: HttpRequest) => {
      requests.push(request);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return { url: request.url, status, headers: {}, bytes: new TextEncoder().encode(text), truncated: false };
    },
  } as unknown as HttpClient;
  const model = openAiCompatible({ http, baseUrl: 'https://api.example/v1/', model: 'm', format: 'schema', timeoutMs: 1000, ...over });
  return { model, sent: () => JSON.parse(requests[0]?.body as string) as Record<string, unknown>, requests };
}

const completion = (content: string | null, finish = 'stop') => ({
  choices: [{ message: { content }, finish_reason: finish }],
  usage: { prompt_tokens: 7, completion_tokens: 3 },
});
const schema = (inner: Record<string, unknown>): ChatRequest => ({ messages, format: { type: 'schema', schema: inner } });

test('posts to chat/completions as a model call, with the key in the header alone', async () => {
  const { model, requests, sent } = modelOf(completion('Hi'), { key: 'sk-1' });
  expect(await model.complete({ messages, format: { type: 'text' }, maxTokens: 9 }, call)).toEqual({
    text: 'Hi',
    finish: 'stop',
    usage: { inputTokens: 7, outputTokens: 3 },
  });
  expect(requests[0]).toMatchObject({
    url: 'https://api.example/v1/chat/completions',
    purpose: 'model',
    headers: { authorization: 'Bearer sk-1' },
    signal: call.signal,
  });
  expect(sent()).toEqual({ model: 'm', messages, temperature: 0, max_tokens: 9 });
});

test('JSON mode and schemas are asked for as the API spells them', async () => {
  const json = modelOf(completion('[]'));
  await json.model.complete({ messages, format: { type: 'json' } }, call);
  expect(json.sent().response_format).toEqual({ type: 'json_object' });
  const object = modelOf(completion('{"a":1}'));
  expect((await object.model.complete(schema({ type: 'object', properties: {} }), call)).text).toBe('{"a":1}');
  expect(object.sent().response_format).toMatchObject({ json_schema: { schema: { type: 'object', properties: {} } } });
});

test('a list travels inside an object and is taken out again; a bare list is taken as well', async () => {
  const wrapped = modelOf(completion('{"value": ["a"]}'));
  expect((await wrapped.model.complete(schema({ $schema: 'x', type: 'array' }), call)).text).toBe('["a"]');
  expect(wrapped.sent().response_format).toMatchObject({
    json_schema: { schema: { type: 'object', properties: { value: { type: 'array' } } } },
  });
  expect((await modelOf(completion('["a"]')).model.complete(schema({ type: 'array' }), call)).text).toBe('["a"]');
});

test.each([
  ['length', 'length'],
  ['content_filter', 'filter'],
  ['tool_calls', 'stop'],
])('finish reason %s is %s', async (said, finish) => {
  expect(await modelOf(completion(null, said)).model.complete({ messages, format: { type: 'text' } }, call)).toMatchObject({
    finish,
    text: '',
  });
});

test('without reported usage tokens are estimated', async () => {
  const { model } = modelOf({ choices: [{ message: { content: 'four char' } }] });
  expect((await model.complete({ messages, format: { type: 'text' } }, call)).usage).toEqual({ inputTokens: 2, outputTokens: 3 });
});

test.each([
  [401, /environment variable/],
  [404, /model name/],
  [429, /rate limited/],
  [500, /Try again/],
])('status %d is unavailable, with advice, and an echoed key is not repeated', async (status, advice) => {
  const asking = modelOf('bad key sk-1', { status, key: 'sk-1' }).model.complete({ messages, format: { type: 'text' } }, call);
  await expect(asking).rejects.toMatchObject({ code: 'unavailable', message: expect.stringMatching(advice) });
  await expect(asking).rejects.not.toThrow(/sk-1/);
});

test.each(['<html>', '{}', '{"choices": []}'])('%s is no completion', async (body) => {
  await expect(modelOf(body).model.complete({ messages, format: { type: 'text' } }, call)).rejects.toMatchObject({ code: 'unreadable' });
});
