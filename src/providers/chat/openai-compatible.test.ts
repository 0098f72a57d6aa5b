/** What is particular to the OpenAI shape; what all adapters share is in test/chat-conformance.test.ts. */
import { expect, test } from 'vitest';
import type { ChatRequest } from '../../core/ports.js';
import type { HttpClient, HttpRequest } from '../http.js';
import { openAi, openAiCompatible } from './openai-compatible.js';
import type { RemoteChatOptions } from './wire.js';

const messages = [{ role: 'user', content: 'Hello' }] as const;
const text: ChatRequest = { messages, format: { type: 'text' } };
const call = { signal: new AbortController().signal };

type Answer = { readonly status?: number; readonly body: unknown };

/** A model behind a client that gives these answers in order, the last one again and again. */
function modelOf(
  answers: readonly Answer[],
  { create = openAiCompatible, ...over }: Partial<RemoteChatOptions> & { create?: typeof openAi } = {},
) {
  const requests: HttpRequest[] = [];
  const http = {
    request: async (request: HttpRequest) => {
      const { status = 200, body } = answers[Math.min(requests.push(request), answers.length) - 1] as Answer;
      return {
        url: request.url,
        status,
        headers: {},
        bytes: new TextEncoder().encode(JSON.stringify(body)),
        truncated: false,
      };
    },
  } as unknown as HttpClient;
  const model = create({
    http,
    baseUrl: 'https://api.example/v1/',
    model: 'm',
    format: 'schema',
    timeoutMs: 1000,
    ...over,
  });
  return {
    model,
    requests,
    sent: () => requests.map(({ body }) => JSON.parse(body as string) as Record<string, unknown>),
  };
}

const completion = (content: string, finish = 'stop') => ({
  body: { choices: [{ message: { content }, finish_reason: finish }] },
});
const refusal = (message: string) => ({ status: 400, body: { error: { message } } });

test('posts to chat/completions as a model call, with the key in the header alone', async () => {
  const { model, requests, sent } = modelOf([completion('Hi')], { key: 'sk-1' });
  await model.complete({ ...text, maxTokens: 9 }, call);
  expect(requests[0]).toMatchObject({
    url: 'https://api.example/v1/chat/completions',
    purpose: 'model',
    headers: { authorization: 'Bearer sk-1' },
    signal: call.signal,
  });
  expect(sent()).toEqual([{ model: 'm', messages, temperature: 0, max_tokens: 9 }]);
});

test('the token limit goes by the other name when the first is refused, for good', async () => {
  const said =
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
  const { model, sent } = modelOf([refusal(said), completion('Hi')]);
  for (let times = 0; times < 2; times += 1) await model.complete({ ...text, maxTokens: 9 }, call);
  expect(sent().map((body) => [body.max_tokens, body.max_completion_tokens])).toEqual([
    [9, undefined],
    [undefined, 9],
    [undefined, 9],
  ]);
  const own = modelOf([completion('Hi')], { create: openAi });
  await own.model.complete({ ...text, maxTokens: 9 }, call);
  expect(own.sent()[0]).toMatchObject({ max_completion_tokens: 9 });
});

test('several refusals in a row are met one by one; a refusal that names nothing known ends it', async () => {
  const { model, requests } = modelOf([refusal('temperature'), refusal('logprobs'), completion('Hi')]);
  expect((await model.complete({ ...text, topLogprobs: 5 }, call)).text).toBe('Hi');
  expect(requests).toHaveLength(3);
  const stubborn = modelOf([refusal('temperature is wrong')]);
  await expect(stubborn.model.complete(text, call)).rejects.toMatchObject({ code: 'unsupported' });
  expect(stubborn.requests).toHaveLength(2);
});

test('OpenAI itself is asked to keep strictly to the schema, other servers are given it as it is', async () => {
  const schema = { type: 'object', properties: { a: { type: 'string', default: 'x' } } };
  const request: ChatRequest = { messages, format: { type: 'schema', schema } };
  const [own, other] = [modelOf([completion('{}')], { create: openAi }), modelOf([completion('{}')])];
  await own.model.complete(request, call);
  await other.model.complete(request, call);
  const strict = {
    type: 'object',
    properties: { a: { type: 'string' } },
    required: ['a'],
    additionalProperties: false,
  };
  expect(own.sent()[0]?.response_format).toMatchObject({ json_schema: { strict: true, schema: strict } });
  expect(other.sent()[0]?.response_format).toEqual({ type: 'json_schema', json_schema: { name: 'reply', schema } });
});

test('settings of the user go into the request, over ours; the temperature is theirs to choose', async () => {
  const { model, sent } = modelOf([completion('Hi')], {
    temperature: 0.7,
    extra: { reasoning_effort: 'low', stop: ['x'] },
  });
  await model.complete(text, call);
  expect(sent()[0]).toMatchObject({ temperature: 0.7, reasoning_effort: 'low', stop: ['x'] });
});

test('without reported usage tokens are estimated', async () => {
  expect((await modelOf([completion('four char')]).model.complete(text, call)).usage).toEqual({
    inputTokens: 2,
    outputTokens: 3,
  });
});

test('an error object with status 200, as some gateways send it, is an error', async () => {
  const body = { error: { message: 'Provider returned error', code: 502 } };
  await expect(modelOf([{ body }]).model.complete(text, call)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('502'),
  });
});

test('a model that thought its limit away twice is not asked a third time', async () => {
  const { model, requests } = modelOf([completion('', 'length')]);
  expect(await model.complete({ ...text, maxTokens: 4 }, call)).toMatchObject({ text: '', finish: 'length' });
  expect(requests).toHaveLength(2);
});

test('every piece of a stream is a sign of life, thoughts too; only text is heard', async () => {
  const deltas = [{ reasoning_content: 'Hm' }, { reasoning_content: 'so' }, { content: 'Hi' }];
  const events = [
    ...deltas.map((delta) => ({ choices: [{ delta }] })),
    { choices: [{ delta: {}, finish_reason: 'stop' }] },
  ];
  const bytes = new TextEncoder().encode(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  const stream = async ({ url }: HttpRequest) => ({
    url,
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    body: (async function* () {
      yield bytes;
    })(),
  });
  const http = { stream } as unknown as HttpClient;
  const model = openAiCompatible({
    http,
    baseUrl: 'https://api.example/v1/',
    model: 'm',
    format: 'text',
    timeoutMs: 1000,
  });
  const [heard, signs] = [[] as string[], [] as number[]];
  await model.complete(text, {
    ...call,
    onText: (piece) => heard.push(piece),
    onAlive: () => signs.push(heard.length),
  });
  expect(heard.join('')).toBe('Hi');
  expect(signs.filter((before) => before === 0).length).toBeGreaterThanOrEqual(2);
  expect(signs.length).toBeGreaterThanOrEqual(4);
});
