/** Anthropic's Messages API. It has no JSON mode and gives no log-probabilities; a schema goes into `output_config`. */
import { z } from 'zod';
import type { ChatModel, ChatReply, ChatRequest } from '../../core/ports.js';
import { remoteChat } from './remote.js';
import { ANTHROPIC, inDialect, inObject } from './schemas.js';
import { apart, type BodyOptions, type Piece, type RemoteChatOptions } from './wire.js';

export const ANTHROPIC_BASE_URL = 'https://api.anthropic.com/v1';

/** The API wants a limit with every request. Room for a long answer and for the thoughts before it. */
const DEFAULT_LIMIT = 16_000;
/** Its own client streams what may take longer than ten minutes: 128,000 tokens an hour. */
const LONGEST_UNSTREAMED = 21_000;

export function anthropic(options: RemoteChatOptions): ChatModel {
  const { baseUrl, key, model } = options;
  const url = `${baseUrl.replace(/\/+$/, '')}/messages`;
  return remoteChat(options, {
    url: () => url,
    headers: { 'anthropic-version': '2023-06-01', ...(key && { 'x-api-key': key }) },
    body: (request, asking) => ({ model, ...bodyOf(request, asking) }),
    read,
    wraps: true,
    refusals: { temperature: /temperature/i },
    refusesFormat: /output_config|output_format|json_schema|schema|structured/i,
    mustStream: ({ maxTokens = DEFAULT_LIMIT }) => maxTokens > LONGEST_UNSTREAMED,
  });
}

function bodyOf(
  { messages, format, maxTokens = DEFAULT_LIMIT }: ChatRequest,
  { temperature, streaming, without }: BodyOptions,
) {
  const { system, turns } = apart(messages);
  return {
    max_tokens: maxTokens,
    messages: turns,
    ...(system !== '' && { system }),
    ...(!without.has('temperature') && { temperature }),
    ...(format.type === 'schema' && {
      output_config: { format: { type: 'json_schema', schema: inDialect(inObject(format.schema), ANTHROPIC) } },
    }),
    ...(streaming && { stream: true }),
  };
}

const count = z.number().nullish();
const usage = z.object({
  input_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
  output_tokens: count,
});
const block = z.looseObject({ type: z.string(), text: z.string().optional() });
const whole = z.object({
  type: z.literal('message'),
  content: z.array(block),
  stop_reason: z.string().nullish(),
  usage: usage.nullish(),
});
const event = z.discriminatedUnion('type', [
  whole,
  z.object({ type: z.literal('message_start'), message: z.object({ usage: usage.nullish() }) }),
  z.object({ type: z.literal('content_block_delta'), delta: block }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: z.string().nullish() }),
    usage: usage.nullish(),
  }),
  z.object({ type: z.literal('message_stop') }),
]);

/**
 * Pings, the edges of blocks and thoughts add nothing, and events to come are to be skipped: that is how the API is
 * versioned.
 */
function read(received: unknown): Piece | undefined {
  const { data } = event.safeParse(received);
  if (!data) return undefined;
  switch (data.type) {
    case 'message':
      return { text: textOf(data.content), ...finished(data.stop_reason), ...counted(data.usage) };
    case 'message_start':
      return counted(data.message.usage);
    case 'content_block_delta':
      return { text: textOf([data.delta]) };
    case 'message_delta':
      return { ...finished(data.delta.stop_reason), ...counted(data.usage) };
    case 'message_stop':
      return { last: true };
  }
}

function textOf(blocks: readonly z.infer<typeof block>[]): string {
  return blocks.map(({ type, text }) => (type === 'text' || type === 'text_delta' ? (text ?? '') : '')).join('');
}

const FINISHES: Readonly<Record<string, ChatReply['finish']>> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refusal',
};

function finished(reason: string | null | undefined): Pick<Piece, 'finish'> {
  return reason ? { finish: FINISHES[reason] ?? 'stop' } : {};
}

/**
 * What was read from or written to the prompt cache is counted apart from `input_tokens`. Later counts are totals, not
 * additions.
 */
function counted(said: z.infer<typeof usage> | null | undefined): Pick<Piece, 'usage'> {
  if (!said) return {};
  const {
    input_tokens: input,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: read,
    output_tokens: output,
  } = said;
  return {
    usage: {
      ...(typeof input === 'number' && { inputTokens: input + (written ?? 0) + (read ?? 0) }),
      ...(typeof output === 'number' && { outputTokens: output }),
    },
  };
}
