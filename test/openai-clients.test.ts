/** The clients people use, unchanged, against a real server: OpenAI's own, the Vercel AI SDK and LangChain.js. */
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, streamText } from 'ai';
import { Hono } from 'hono';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChatModel } from '../src/core/ports.js';
import type { ClientAnswer } from '../src/server/client-answer.js';
import { openAiApp } from '../src/server/openai/index.js';
import { fakeModel, respondingModel } from '../src/testing/index.js';
import { QUESTION } from './support/command.js';
import { type Served, served, tinyEngine } from './support/served.js';

const WRITTEN = 'The Old Bridge was opened in 1888 by Ada Stone. It is very beautiful.';
const BRIDGE = 'The Old Bridge was opened in 1888 by Ada Stone.';

const engine = tinyEngine({ models: { large: respondingModel(() => WRITTEN, { format: 'text' }) } });
let server: Served;
let client: OpenAI;
beforeAll(async () => {
  server = await served(
    new Hono().route(
      '/v1',
      openAiApp(() => engine),
    ),
  );
  client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'not-needed', maxRetries: 0 });
});
afterAll(async () => {
  await server.close();
  await engine.close();
});

const messages = [{ role: 'user', content: QUESTION }] as const;

test('openai: an answer with citations whose offsets hold, usage and verdicts', async () => {
  const reply = await client.chat.completions.create({
    model: 'naive-sparse',
    messages: [...messages],
    temperature: 0.2,
    seed: 1,
  });
  const message = reply.choices[0]?.message;
  const cited = message?.annotations?.[0]?.url_citation;
  expect(message?.content?.slice(cited?.start_index, cited?.end_index)).toBe(BRIDGE);
  expect(cited?.url).toContain('bridge.md');
  expect(message?.content).toMatch(/Stone\. \[1\] It is very beautiful\. \[(?:no source|unchecked)\]$/);
  expect(reply.usage?.total_tokens).toBeGreaterThan(100);
  const { answer, sources } = (reply as unknown as { winnow: ClientAnswer }).winnow;
  expect(answer.claims[0]).toMatchObject({ text: BRIDGE, verdict: 'supported', sources: [1] });
  expect(answer.claims[1]?.verdict).not.toBe('supported');
  expect(sources[0]).toMatchObject({ n: 1, url: cited?.url });
});

test('openai: streamed, the same text and the same citations', async () => {
  const whole = await client.chat.completions.create({ model: 'winnow', messages: [...messages] });
  const stream = client.chat.completions.stream({
    model: 'winnow',
    messages: [...messages],
    stream_options: { include_usage: true },
  });
  const annotations: unknown[] = [];
  let reasoning = '';
  for await (const { choices } of stream) {
    const delta = choices[0]?.delta as { annotations?: unknown[]; reasoning_content?: string } | undefined;
    annotations.push(...(delta?.annotations ?? []));
    reasoning += delta?.reasoning_content ?? '';
  }
  const reply = await stream.finalChatCompletion();
  expect(reply.choices[0]?.message.content).toBe(whole.choices[0]?.message.content);
  expect(annotations).toEqual(whole.choices[0]?.message.annotations);
  expect(reply.usage).toEqual(whole.usage);
  expect(reasoning).toContain(`Searched "${QUESTION}"`);
});

test('openai: responses, streamed and not', async () => {
  const whole = await client.responses.create({ model: 'naive-sparse', input: QUESTION });
  const part = (reply: typeof whole) => {
    const [item] = reply.output;
    return item?.type === 'message' && item.content[0]?.type === 'output_text' ? item.content[0] : undefined;
  };
  const cited = part(whole)?.annotations[0];
  if (cited?.type !== 'url_citation') throw new Error('no citation');
  expect(whole.output_text.slice(cited.start_index, cited.end_index)).toBe(BRIDGE);

  const stream = client.responses.stream({ model: 'naive-sparse', input: [{ role: 'user', content: QUESTION }] });
  let text = '';
  for await (const event of stream) if (event.type === 'response.output_text.delta') text += event.delta;
  const streamed = await stream.finalResponse();
  expect(text).toBe(whole.output_text);
  expect(part(streamed as typeof whole)?.annotations).toEqual(part(whole)?.annotations);
  expect(streamed.usage).toEqual(whole.usage);
});

test('openai: marks and options of the pipeline may be asked for', async () => {
  const request = {
    model: 'naive-sparse',
    messages: [...messages],
    winnow: { marks: 'none', options: { passages: 1 } },
  };
  const reply = await client.chat.completions.create(request as OpenAI.ChatCompletionCreateParamsNonStreaming);
  expect(reply.choices[0]?.message.content).toBe(WRITTEN);
});

test('AI SDK, OpenAI provider: text, sources and usage, streamed and not, in both of its APIs', async () => {
  const provider = createOpenAI({ baseURL: `${server.url}/v1`, apiKey: 'not-needed' });
  for (const model of [provider.chat('naive-sparse'), provider.responses('naive-sparse')]) {
    const { text, sources, usage } = await generateText({ model, prompt: QUESTION, maxRetries: 0 });
    expect(text).toContain(BRIDGE);
    expect(sources).toMatchObject([{ sourceType: 'url', title: 'Old Bridge' }]);
    expect(usage.inputTokens).toBeGreaterThan(0);
    const streamed = streamText({ model, prompt: QUESTION, maxRetries: 0 });
    expect(await streamed.text).toBe(text);
    expect(await streamed.sources).toMatchObject([{ sourceType: 'url', title: 'Old Bridge' }]);
  }
});

test('AI SDK, compatible provider: the steps come as reasoning', async () => {
  const provider = createOpenAICompatible({ name: 'winnow', baseURL: `${server.url}/v1`, includeUsage: true });
  const streamed = streamText({ model: provider('naive-sparse'), prompt: QUESTION, maxRetries: 0 });
  expect(await streamed.text).toContain(BRIDGE);
  expect(await streamed.reasoningText).toContain('Searched');
  expect((await streamed.usage).outputTokens).toBeGreaterThan(0);
});

test('LangChain.js: invoke and stream', async () => {
  const configuration = { baseURL: `${server.url}/v1`, apiKey: 'not-needed' };
  for (const useResponsesApi of [false, true]) {
    const model = new ChatOpenAI({
      model: 'naive-sparse',
      configuration,
      apiKey: 'not-needed',
      maxRetries: 0,
      useResponsesApi,
    });
    const reply = await model.invoke(QUESTION);
    expect(reply.text).toContain(BRIDGE);
    expect(reply.usage_metadata).toMatchObject({ input_tokens: expect.any(Number), output_tokens: expect.any(Number) });
    let text = '';
    for await (const chunk of await model.stream(QUESTION)) text += chunk.text;
    expect(text).toBe(reply.text);
  }
});

test('models are listed and can be looked up', async () => {
  const listed = [];
  for await (const { id } of client.models.list()) listed.push(id);
  expect(listed).toEqual(expect.arrayContaining(['winnow', 'hifi-rag', 'chunk-rag', 'g-rag', 'level-rag']));
  expect(listed).not.toContain('winnow-embedder'); // switched off here
  expect(await client.models.retrieve('g-rag')).toMatchObject({ object: 'model', owned_by: 'winnow' });
  await expect(client.models.retrieve('gpt-5')).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
});

test.each([
  ['an unknown model', { model: 'gpt-5' }, { status: 404, code: 'model_not_found', param: 'model' }],
  ['no question', { messages: [{ role: 'system', content: 'Be brief.' }] }, { status: 400, param: 'messages' }],
  [
    'a picture',
    { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] },
    { status: 400 },
  ],
  ['two answers', { n: 2 }, { status: 400, param: 'n' }],
  ['JSON', { response_format: { type: 'json_object' } }, { status: 400, param: 'response_format' }],
  ['bad options', { winnow: { options: { passages: 'many' } } }, { status: 400, type: 'invalid_request_error' }],
])('%s is refused in OpenAI’s shape, streamed or not', async (_, wrong, error) => {
  const request = {
    model: 'naive-sparse',
    messages: [...messages],
    ...wrong,
  } as OpenAI.ChatCompletionCreateParamsNonStreaming;
  await expect(client.chat.completions.create(request)).rejects.toMatchObject(error);
  await expect(client.chat.completions.create({ ...request, stream: true })).rejects.toMatchObject(error);
});

test('a broken body is a 400, an unknown path a 404', async () => {
  const post = (path: string, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${server.url}/v1/${path}`, { method: 'POST', body });
  expect((await post('chat/completions', '{"model": ')).status).toBe(400);
  expect((await post('responses', new Uint8Array([0x22, 0xff, 0x22]))).status).toBe(400);
  expect((await post('fine-tunes', '{}')).status).toBe(404);
});

test('a client that goes away ends the run, streamed or not', async () => {
  for (const stream of [true, false]) {
    let seen: AbortSignal | undefined;
    const complete: ChatModel['complete'] = (_, { signal }) => {
      seen = signal;
      return new Promise(() => undefined);
    };
    const large = { ...fakeModel([]), complete };
    const slow = tinyEngine({ models: { large } });
    const waiting = await served(
      new Hono().route(
        '/v1',
        openAiApp(() => slow),
      ),
    );
    const leaving = new AbortController();
    const body = JSON.stringify({ model: 'naive-sparse', messages, stream });
    const asked = fetch(`${waiting.url}/v1/chat/completions`, { method: 'POST', body, signal: leaving.signal });
    asked.then((reply) => reply.text()).catch(() => undefined);
    await expect.poll(() => seen?.aborted, { timeout: 5000 }).toBe(false);
    leaving.abort();
    await expect.poll(() => seen?.aborted, { timeout: 5000 }).toBe(true);
    await waiting.close();
    await slow.close();
  }
});

test('a run that fails on the way ends its stream with an error', async () => {
  const late = tinyEngine({ models: { large: respondingModel(() => new Promise<string>(() => undefined)) } });
  const limited = {
    ...late,
    ask: ((question, options) => late.ask(question, { ...options, timeoutMs: 200 })) as typeof late.ask,
  };
  const failing = await served(
    new Hono().route(
      '/v1',
      openAiApp(() => limited),
    ),
  );
  const other = new OpenAI({ baseURL: `${failing.url}/v1`, apiKey: 'x' });
  const stream = await other.chat.completions.create({ model: 'naive-sparse', messages: [...messages], stream: true });
  const read = async () => {
    for await (const _ of stream);
  };
  await expect(read()).rejects.toThrow(/deadline/);
  // Asked once: another try would take as long.
  await expect(other.chat.completions.create({ model: 'naive-sparse', messages: [...messages] })).rejects.toMatchObject(
    { status: 504 },
  );
  await failing.close();
  await late.close();
});
