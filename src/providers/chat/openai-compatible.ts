/**
 * Chat models behind the OpenAI-shaped HTTP API that vLLM, Ollama, llama.cpp, LM Studio, OpenRouter and OpenAI itself speak.
 * A schema whose top level is not an object travels inside one, because several servers accept nothing else.
 */
import { z } from 'zod';
import { WinnowError } from '../../core/errors.js';
import { parseJson } from '../../core/json.js';
import type { ChatModel, ChatReply, ChatRequest, JsonSchema, Price } from '../../core/ports.js';
import type { HttpClient } from '../http.js';

export type OpenAiCompatibleOptions = {
  readonly http: HttpClient;
  readonly baseUrl: string;
  readonly model: string;
  readonly key?: string;
  readonly format: ChatModel['format'];
  readonly price?: Price;
  readonly timeoutMs: number;
};

export function openAiCompatible(options: OpenAiCompatibleOptions): ChatModel {
  return {
    name: options.model,
    format: options.format,
    ...(options.price && { price: options.price }),
    complete: async (request, { signal }) => {
      const response = await options.http.request({
        purpose: 'model',
        method: 'POST',
        url: `${options.baseUrl.replace(/\/+$/, '')}/chat/completions`,
        headers: { 'content-type': 'application/json', ...(options.key && { authorization: `Bearer ${options.key}` }) },
        body: JSON.stringify(bodyOf(request, options.model)),
        timeoutMs: options.timeoutMs,
        signal,
      });
      const text = new TextDecoder().decode(response.bytes);
      if (response.status !== 200) throw refusal(options, response.status, text);
      return readCompletion(text, request, options.model);
    },
  };
}

function bodyOf({ messages, format, maxTokens }: ChatRequest, model: string) {
  return {
    model,
    messages,
    temperature: 0,
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    ...(format.type === 'json' && { response_format: { type: 'json_object' } }),
    ...(format.type === 'schema' && {
      response_format: { type: 'json_schema', json_schema: { name: 'reply', schema: inObject(format.schema) } },
    }),
  };
}

function isObject(schema: JsonSchema): boolean {
  return schema.type === 'object';
}

function inObject(schema: JsonSchema): JsonSchema {
  if (isObject(schema)) return schema;
  const { $schema: _, ...inner } = schema;
  return { type: 'object', properties: { value: inner }, required: ['value'], additionalProperties: false };
}

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }), finish_reason: z.string().nullish() })).min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
});

function readCompletion(text: string, { format, messages }: ChatRequest, model: string): ChatReply {
  const parsed = completion.safeParse(parseJson(text));
  const choice = parsed.data?.choices[0];
  if (!choice)
    throw new WinnowError(
      'unreadable',
      `${model} did not send a chat completion. Check that the base URL ends in the API's version, e.g. /v1.`,
    );
  const content = choice.message.content ?? '';
  return {
    text: format.type === 'schema' && !isObject(format.schema) ? unwrap(content) : content,
    finish: choice.finish_reason === 'length' ? 'length' : choice.finish_reason === 'content_filter' ? 'filter' : 'stop',
    usage: {
      inputTokens: parsed.data?.usage?.prompt_tokens ?? estimateTokens(messages.map((message) => message.content).join('\n')),
      outputTokens: parsed.data?.usage?.completion_tokens ?? estimateTokens(content),
    },
  };
}

/** About four characters a token in English; used only where a server reports no usage. */
function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

function unwrap(content: string): string {
  const wrapped = z.object({ value: z.unknown() }).safeParse(parseJson(content));
  return wrapped.success ? JSON.stringify(wrapped.data.value) : content;
}

function refusal({ model, key }: OpenAiCompatibleOptions, status: number, text: string): WinnowError {
  const said = (key ? text.replaceAll(key, '(key)') : text).slice(0, 200);
  const hint =
    status === 401 || status === 403
      ? 'Check the environment variable that holds its key.'
      : status === 404
        ? 'Check the model name and the base URL.'
        : status === 429
          ? 'It is rate limited: wait, or lower the concurrency.'
          : 'Try again later.';
  return new WinnowError(
    status === 400 || status === 422 ? 'unsupported' : 'unavailable',
    `${model} answered with status ${status}. ${hint} ${said}`.trim(),
  );
}
