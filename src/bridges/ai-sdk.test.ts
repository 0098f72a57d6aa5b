import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { expect, test } from 'vitest';
import { startChatServer } from '../../test/support/chat-server.js';
import type { ChatRequest } from '../core/ports.js';
import { createEngine } from '../engine/index.js';
import { document, fakeWeb } from '../testing/index.js';
import { aiSdkModel, winnowTool } from './ai-sdk.js';

const signal = new AbortController().signal;
const request: ChatRequest = {
  messages: [
    { role: 'system', content: 'Be short.' },
    { role: 'user', content: 'Who?' },
  ],
  format: { type: 'text' },
};
const finish = { unified: 'stop', raw: 'stop' } as const;
const usage = {
  inputTokens: { total: 7, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 3, text: undefined, reasoning: undefined },
};

test('a model of the SDK is asked over its own client, and its reply and tokens come back', async () => {
  const server = await startChatServer(() => 'Ada.');
  const model = aiSdkModel(createOpenAICompatible({ name: 'loop', baseURL: server.url })('tiny'));
  expect(await model.complete(request, { signal })).toEqual({
    text: 'Ada.',
    finish: 'stop',
    usage: { inputTokens: 100, outputTokens: 10 },
  });
  expect(model.name).toBe('loop.chat:tiny');
  await server.close();
});

test('a schema, a limit and the signal are handed on, and a stream is given piece by piece', async () => {
  const stream = new ReadableStream({
    start: (controller) => {
      for (const delta of ['A', 'da.']) controller.enqueue({ type: 'text-delta' as const, id: '1', delta });
      controller.enqueue({
        type: 'finish' as const,
        finishReason: { unified: 'length' as const, raw: 'length' },
        usage,
      });
      controller.close();
    },
  });
  const mock = new MockLanguageModelV3({ doStream: { stream } });
  const pieces: string[] = [];
  const schema = { type: 'object', properties: {} };
  const reply = await aiSdkModel(mock).complete(
    { ...request, format: { type: 'schema', schema }, maxTokens: 9 },
    { signal, onText: (piece) => pieces.push(piece) },
  );
  expect(reply).toEqual({ text: 'Ada.', finish: 'length', usage: { inputTokens: 7, outputTokens: 3 } });
  expect(pieces).toEqual(['A', 'da.']);
  expect(mock.doStreamCalls[0]).toMatchObject({
    responseFormat: { type: 'json', schema },
    maxOutputTokens: 9,
    abortSignal: signal,
  });
});

test('a refusal of the server says what to do', async () => {
  const failing = new MockLanguageModelV3({
    doGenerate: async () => {
      throw Object.assign(new Error('no'), { statusCode: 401, responseBody: 'bad key' });
    },
  });
  await expect(aiSdkModel(failing).complete(request, { signal })).rejects.toMatchObject({
    code: 'usage',
    message: /wants a key/,
  });
});

test('an agent of the SDK looks a question up with Winnow and gets claims with their sources', async () => {
  const { search, fetcher } = fakeWeb([
    document('https://a.example', [[['Mill'], 'The mill was built by Ada Stone in 1888.']]),
  ]);
  const engine = createEngine({ search, fetcher, local: {}, models: {} });
  const steps = [
    {
      content: [
        {
          type: 'tool-call' as const,
          toolCallId: '1',
          toolName: 'lookUp',
          input: '{"question":"Who built the mill?"}',
        },
      ],
      finishReason: { unified: 'tool-calls' as const, raw: undefined },
      usage,
      warnings: [],
    },
    { content: [{ type: 'text' as const, text: 'Ada Stone.' }], finishReason: finish, usage, warnings: [] },
  ];
  const { text, steps: done } = await generateText({
    model: new MockLanguageModelV3({ doGenerate: steps }),
    tools: { lookUp: winnowTool(engine) },
    stopWhen: stepCountIs(2),
    prompt: 'Who built the mill?',
  });
  expect(text).toBe('Ada Stone.');
  expect(done[0]?.toolResults[0]?.output).toMatchObject({
    status: 'answered',
    text: expect.stringContaining('Ada Stone'),
    claims: [{ sources: [1] }],
    sources: [{ n: 1, url: 'https://a.example' }],
  });
  await engine.close();
});
