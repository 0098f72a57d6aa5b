/**
 * Chat models behind the OpenAI-shaped HTTP API (POST chat/completions): OpenAI itself, and vLLM, Ollama, llama.cpp, LM
 * Studio and OpenRouter. The two differ in the name of the token limit and in how strictly a schema is kept.
 */
import { z } from 'zod';
import type { ChatModel, ChatReply, ChatRequest, TokenOdds } from '../../core/ports.js';
import { remoteChat } from './remote.js';
import { inDialect, inObject, OPENAI_STRICT } from './schemas.js';
import { type BodyOptions, MOST_LOGPROBS, type Piece, type RemoteChatOptions, type Wire } from './wire.js';

export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/** Newer models of OpenAI know only the second name, many other servers only the first. */
const LIMITS = ['max_tokens', 'max_completion_tokens'] as const;

export function openAiCompatible(options: RemoteChatOptions): ChatModel {
  return remoteChat(options, wireOf(options, { limits: LIMITS, strict: false }));
}

export function openAi(options: RemoteChatOptions): ChatModel {
  return remoteChat(options, wireOf(options, { limits: [LIMITS[1], LIMITS[0]], strict: true }));
}

type Habits = { readonly limits: readonly [string, string]; readonly strict: boolean };

function wireOf({ baseUrl, key, model }: RemoteChatOptions, habits: Habits): Wire {
  const url = `${baseUrl.replace(/\/+$/, '')}/chat/completions`;
  return {
    url: () => url,
    headers: key ? { authorization: `Bearer ${key}` } : {},
    body: (request, asking) => ({ model, ...bodyOf(request, asking, habits) }),
    read,
    wraps: true,
    refusals: {
      temperature: /temperature/i,
      logprobs: /log_?probs/i,
      limit: /max_(?:completion_)?tokens/i,
      'stream-usage': /stream_options/i,
    },
    refusesFormat: /response_format|json_schema|json_object|schema|grammar|structured/i,
  };
}

function bodyOf(
  { messages, format, maxTokens, topLogprobs }: ChatRequest,
  asking: BodyOptions,
  { limits, strict }: Habits,
) {
  const { temperature, streaming, without } = asking;
  return {
    messages,
    ...(!without.has('temperature') && { temperature }),
    ...(maxTokens !== undefined && { [without.has('limit') ? limits[1] : limits[0]]: maxTokens }),
    ...(topLogprobs !== undefined &&
      !without.has('logprobs') && { logprobs: true, top_logprobs: Math.min(topLogprobs, MOST_LOGPROBS) }),
    ...(format.type === 'json' && { response_format: { type: 'json_object' } }),
    ...(format.type === 'schema' && {
      response_format: { type: 'json_schema', json_schema: namedSchema(format.schema, strict) },
    }),
    ...(streaming && {
      stream: true,
      ...(!without.has('stream-usage') && { stream_options: { include_usage: true } }),
    }),
  };
}

function namedSchema(schema: Readonly<Record<string, unknown>>, strict: boolean) {
  if (!strict) return { name: 'reply', schema: inObject(schema) };
  return { name: 'reply', strict: true, schema: inDialect(inObject(schema), OPENAI_STRICT) };
}

const odds = z.object({ token: z.string(), logprob: z.number() });
const said = z.object({ content: z.string().nullish(), refusal: z.string().nullish() });
const message = z.object({
  choices: z.array(
    z.object({
      message: said.nullish(),
      delta: said.nullish(),
      finish_reason: z.string().nullish(),
      logprobs: z
        .object({ content: z.array(odds.extend({ top_logprobs: z.array(odds).nullish() })).nullish() })
        .nullish()
        .catch(null),
    }),
  ),
  usage: z
    .object({ prompt_tokens: z.number(), completion_tokens: z.number().default(0) })
    .nullish()
    .catch(null),
});

type Choice = z.infer<typeof message>['choices'][number];

/** A reply, or a piece of one; usage comes with a piece that has no choice. */
function read(received: unknown): Piece | undefined {
  const { data } = message.safeParse(received);
  if (!data) return undefined;
  const [choice] = data.choices;
  const { usage } = data;
  if (!choice && !usage) return undefined;
  return {
    ...(choice && pieceOf(choice)),
    ...(usage && { usage: { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } }),
  };
}

function pieceOf(choice: Choice): Piece {
  const { content, refusal } = choice.message ?? choice.delta ?? {};
  const firstToken = firstOf(choice);
  const finish = refusal ? 'refusal' : finishOf(choice.finish_reason);
  return { text: content ?? '', ...(finish && { finish }), ...(firstToken && { firstToken }) };
}

function finishOf(reason: string | null | undefined): ChatReply['finish'] | undefined {
  if (!reason) return undefined;
  return reason === 'length' ? 'length' : reason === 'content_filter' ? 'filter' : 'stop';
}

/** Some models open with a blank or a line break: the first token that says something is meant. */
function firstOf({ logprobs }: Choice): readonly TokenOdds[] | undefined {
  const first = logprobs?.content?.find(({ token }) => token.trim() !== '');
  if (!first) return undefined;
  return first.top_logprobs?.length ? first.top_logprobs : [{ token: first.token, logprob: first.logprob }];
}
