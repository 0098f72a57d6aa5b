/** The wire formats of three chat APIs as their servers speak them, written from the public documentation. */
import type { ServerAct, UnderstoodRequest } from '../../src/testing/chat-conformance.js';
import { USAGE } from '../../src/testing/chat-conformance.js';

export type Reply = Extract<ServerAct, { type: 'reply' }>;
type Body = Record<string, unknown>;
type Request = { readonly path: string; readonly headers: Readonly<Record<string, unknown>>; readonly body: Body };

export type ServerFormat = {
  readonly understand: (request: Request) => UnderstoodRequest;
  readonly whole: (reply: Reply) => unknown;
  /** Server-sent events in order, without the blank line that ends each. */
  readonly events: (reply: Reply) => readonly string[];
  /** The events with which a reply begins. */
  readonly opening: (text: string) => readonly string[];
  readonly error: (status: number, said: string) => unknown;
  readonly errorEvent: string;
  readonly refusal: Readonly<Record<'temperature' | 'logprobs' | 'format', string>>;
};

const data = (value: unknown): string => `data: ${JSON.stringify(value)}`;

function openAiTurns(
  messages: readonly { role: string; content: string }[],
): Pick<UnderstoodRequest, 'system' | 'turns'> {
  const turns = messages.filter(({ role }) => role !== 'system') as UnderstoodRequest['turns'];
  return { system: messages.find(({ role }) => role === 'system')?.content ?? '', turns };
}

const OPENAI_FINISH = { stop: 'stop', length: 'length', filter: 'content_filter', refusal: 'stop' } as const;
const openAiUsage = { prompt_tokens: USAGE.inputTokens, completion_tokens: USAGE.outputTokens, total_tokens: 29 };
const openAiOdds = ({ odds, pieces }: Reply) =>
  odds && {
    logprobs: {
      content: [
        { token: '\n', logprob: 0, bytes: [10], top_logprobs: [{ token: '\n', logprob: 0 }] },
        ...pieces.map((token) => ({ token, logprob: -0.2, bytes: null, top_logprobs: odds })),
      ],
    },
  };

export const openAiFormat: ServerFormat = {
  understand: ({ path, headers, body }) => {
    if (path !== '/v1/chat/completions') throw new Error(`asked at ${path}`);
    const format = (body.response_format as { type: string } | undefined)?.type;
    return {
      ...openAiTurns(body.messages as { role: string; content: string }[]),
      temperature: body.temperature as number | undefined,
      maxTokens: (body.max_tokens ?? body.max_completion_tokens) as number | undefined,
      topLogprobs: body.logprobs ? (body.top_logprobs as number) : undefined,
      format: format === 'json_schema' ? 'schema' : format === 'json_object' ? 'json' : 'text',
      streaming: body.stream === true,
      key: String(headers.authorization).replace('Bearer ', ''),
    };
  },
  whole: (reply) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: reply.finish === 'refusal' ? null : reply.pieces.join(''),
          refusal: reply.finish === 'refusal' ? 'I cannot help with that.' : null,
        },
        finish_reason: OPENAI_FINISH[reply.finish ?? 'stop'],
        ...openAiOdds(reply),
      },
    ],
    usage: openAiUsage,
  }),
  events: (reply) => {
    const chunk = (delta: unknown, more = {}) =>
      data({
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, finish_reason: null, ...more }],
        usage: null,
      });
    const odds = openAiOdds(reply);
    return [
      chunk({ role: 'assistant', content: '', refusal: null }),
      ...reply.pieces.map((content, at) => chunk({ content }, at === 0 ? odds : {})),
      ...(reply.finish === 'refusal' ? [chunk({ refusal: 'I cannot help with that.' })] : []),
      chunk({}, { finish_reason: OPENAI_FINISH[reply.finish ?? 'stop'] }),
      data({ object: 'chat.completion.chunk', choices: [], usage: openAiUsage }),
      'data: [DONE]',
    ];
  },
  opening: (content) => [data({ choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] })],
  error: (_status, said) => ({ error: { message: said, type: 'invalid_request_error', param: null, code: null } }),
  errorEvent: data({ error: { message: 'The server had an error', type: 'server_error', code: null } }),
  refusal: {
    temperature:
      "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
    logprobs: 'You are not allowed to request logprobs from this model',
    format: "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
  },
};

const ANTHROPIC_STOP = { stop: 'end_turn', length: 'max_tokens', filter: 'refusal', refusal: 'refusal' } as const;
const named = (value: { type: string }): string => `event: ${value.type}\n${data(value)}`;

export const anthropicFormat: ServerFormat = {
  understand: ({ path, headers, body }) => {
    if (path !== '/v1/messages') throw new Error(`asked at ${path}`);
    if (headers['anthropic-version'] !== '2023-06-01') throw new Error('asked without a version');
    if (typeof body.max_tokens !== 'number') throw new Error('asked without max_tokens');
    return {
      system: (body.system as string | undefined) ?? '',
      turns: body.messages as UnderstoodRequest['turns'],
      temperature: body.temperature as number | undefined,
      maxTokens: body.max_tokens,
      topLogprobs: undefined,
      format: body.output_config ? 'schema' : 'text',
      streaming: body.stream === true,
      key: headers['x-api-key'] as string | undefined,
    };
  },
  whole: ({ pieces, finish = 'stop', onlyThoughts }) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Let me see.', signature: 'x' },
      ...(onlyThoughts ? [] : [{ type: 'text', text: pieces.join(''), citations: null }]),
    ],
    stop_reason: ANTHROPIC_STOP[finish],
    usage: {
      input_tokens: 1,
      cache_creation_input_tokens: 4,
      cache_read_input_tokens: USAGE.inputTokens - 5,
      output_tokens: USAGE.outputTokens,
    },
  }),
  events: ({ pieces, finish = 'stop' }) => [
    named({
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        content: [],
        stop_reason: null,
        usage: { input_tokens: USAGE.inputTokens, output_tokens: 1 },
      },
    } as { type: string }),
    named({
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'thinking', thinking: '', signature: '' },
    } as { type: string }),
    named({ type: 'ping' }),
    named({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Let me see.' } } as {
      type: string;
    }),
    named({ type: 'content_block_stop', index: 0 } as { type: string }),
    ...pieces.map((text) =>
      named({ type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text } } as { type: string }),
    ),
    named({
      type: 'message_delta',
      delta: { stop_reason: ANTHROPIC_STOP[finish], stop_sequence: null },
      usage: { output_tokens: USAGE.outputTokens },
    } as { type: string }),
    named({ type: 'message_stop' }),
  ],
  opening: (text) => [
    named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } } as { type: string }),
  ],
  error: (status, said) => ({
    type: 'error',
    error: { type: status === 429 ? 'rate_limit_error' : 'api_error', message: said },
    request_id: 'req_1',
  }),
  errorEvent: named({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } as { type: string }),
  refusal: {
    temperature: '`temperature` is deprecated for this model.',
    logprobs: 'logprobs: Extra inputs are not permitted',
    format: 'output_config.format: this model does not support structured outputs',
  },
};

const GEMINI_FINISH = { stop: 'STOP', length: 'MAX_TOKENS', filter: 'SAFETY', refusal: 'PROHIBITED_CONTENT' } as const;
const geminiUsage = {
  promptTokenCount: USAGE.inputTokens,
  candidatesTokenCount: USAGE.outputTokens - 3,
  thoughtsTokenCount: 3,
  totalTokenCount: 29,
};
const geminiOdds = ({ odds, pieces }: Reply) =>
  odds && {
    logprobsResult: {
      chosenCandidates: pieces.map((token) => ({ token, logProbability: -0.2 })),
      topCandidates: pieces.map(() => ({
        candidates: odds.map(({ token, logprob }) => ({ token, logProbability: logprob })),
      })),
    },
  };

export const geminiFormat: ServerFormat = {
  understand: ({ path, headers, body }) => {
    const match = /^\/v1\/models\/test:(generateContent|streamGenerateContent\?alt=sse)$/.exec(path);
    if (!match) throw new Error(`asked at ${path}`);
    type Part = { parts: { text: string }[]; role: string };
    const config = body.generationConfig as Body;
    return {
      system: (body.systemInstruction as Part | undefined)?.parts[0]?.text ?? '',
      turns: (body.contents as Part[]).map(({ role, parts }) => ({
        role: role === 'model' ? 'assistant' : 'user',
        content: parts[0]?.text ?? '',
      })),
      temperature: config.temperature as number | undefined,
      maxTokens: config.maxOutputTokens as number | undefined,
      topLogprobs: config.responseLogprobs ? (config.logprobs as number) : undefined,
      format: config.responseJsonSchema ? 'schema' : config.responseMimeType === 'application/json' ? 'json' : 'text',
      streaming: match[1] !== 'generateContent',
      key: headers['x-goog-api-key'] as string | undefined,
    };
  },
  whole: (reply) => ({
    candidates: [
      {
        content: { role: 'model', parts: [{ text: 'Let me see.', thought: true }, { text: reply.pieces.join('') }] },
        finishReason: GEMINI_FINISH[reply.finish ?? 'stop'],
        index: 0,
        ...geminiOdds(reply),
      },
    ],
    usageMetadata: geminiUsage,
    modelVersion: 'test',
  }),
  events: (reply) => [
    data({ candidates: [{ content: { role: 'model', parts: [{ text: 'Let me see.', thought: true }] }, index: 0 }] }),
    ...reply.pieces.map((text, at) =>
      data({
        candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0, ...(at === 0 && geminiOdds(reply)) }],
        usageMetadata: { promptTokenCount: USAGE.inputTokens },
      }),
    ),
    data({
      candidates: [{ finishReason: GEMINI_FINISH[reply.finish ?? 'stop'], index: 0 }],
      usageMetadata: geminiUsage,
    }),
  ],
  opening: (text) => [data({ candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }] })],
  error: (status, said) => ({ error: { code: status, message: said, status: 'FAILED' } }),
  errorEvent: data({ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }),
  refusal: {
    temperature: 'Invalid value at generation_config.temperature',
    logprobs: 'Logprobs is not enabled for models/test',
    format: 'Invalid JSON payload received. Unknown name "responseJsonSchema" at \'generation_config\'',
  },
};
