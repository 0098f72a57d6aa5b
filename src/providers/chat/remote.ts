/**
 * What chat models behind an HTTP API share. A server that refuses a parameter is asked once more without it, and not
 * troubled with it again; one that spends a whole token limit on thoughts is asked once more with room for them.
 * Nothing else is retried here.
 */
import { WinnowError } from '../../core/errors.js';
import type { ChatModel, ChatReply, ChatRequest, CompleteOptions, TokenUsage } from '../../core/ports.js';
import { type Exchange, exchange, thrown } from './exchange.js';
import { type Failure, quote } from './failures.js';
import type { Parameter, RemoteChatOptions, Wire } from './wire.js';

/**
 * Tokens for the thoughts of a model that reasons before it answers; short answers need no more (OpenAI's guide starts
 * at 25,000 for long ones).
 */
const ROOM_FOR_THOUGHTS = 8192;

/** What was learned about the server, for the life of the model. */
type Memory = { readonly without: Set<Parameter>; readonly refusedFormats: Set<string>; thinks: boolean };

export function remoteChat(options: RemoteChatOptions, wire: Wire): ChatModel {
  const memory: Memory = { without: new Set(), refusedFormats: new Set(), thinks: false };
  return {
    name: options.model,
    format: options.format,
    ...(options.price && { price: options.price }),
    ...(options.contextTokens && { contextTokens: options.contextTokens }),
    complete: async (request, call) => {
      if (memory.refusedFormats.has(formatKey(request))) throw formatRefused(options.model);
      const reply = await converse({ options, wire, memory, request, call });
      if (memory.thinks || !spentTokensOnReasoning(reply, request)) return reply;
      memory.thinks = true;
      const again = await converse({ options, wire, memory, request, call });
      return { ...again, usage: sum(reply.usage, again.usage) };
    },
  };
}

type ConverseInput = {
  readonly options: RemoteChatOptions;
  readonly wire: Wire;
  readonly memory: Memory;
  readonly request: ChatRequest;
  readonly call: CompleteOptions;
};

/** Ends: each round that fails takes one of the few parameters away. */
async function converse(conversing: ConverseInput): Promise<ChatReply> {
  const { options, wire, memory, request } = conversing;
  const outcome = await exchange(prepared(conversing));
  if ('reply' in outcome) return outcome.reply;
  const { failure } = outcome;
  const refused = refusedParameter(failure, conversing);
  if (refused) {
    memory.without.add(refused);
    return converse(conversing);
  }
  const error = thrown(failure, options);
  if (error.code === 'unsupported' && request.format.type !== 'text' && wire.refusesFormat.test(failure.body)) {
    memory.refusedFormats.add(formatKey(request));
    throw formatRefused(options.model, quote(failure.body, options.key));
  }
  throw error;
}

function prepared({ options, wire, memory, request, call }: ConverseInput): Exchange {
  const room = memory.thinks ? ROOM_FOR_THOUGHTS : 0;
  const roomy = request.maxTokens === undefined ? request : { ...request, maxTokens: request.maxTokens + room };
  const streaming = call.onText !== undefined || (wire.mustStream?.(roomy) ?? false);
  const body = wire.body(roomy, { temperature: options.temperature ?? 0, streaming, without: memory.without });
  return { options, wire, request, call, streaming, body: merged(body, options.extra ?? {}) };
}

/** One level deep, so that a setting of one's own can stand beside ours: generationConfig.thinkingConfig. */
function merged(
  body: Readonly<Record<string, unknown>>,
  extra: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const isTree = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const joined = Object.entries(extra).map(([key, value]) => {
    const ours = body[key];
    return [key, isTree(ours) && isTree(value) ? { ...ours, ...value } : value];
  });
  return { ...body, ...Object.fromEntries(joined) };
}

function refusedParameter({ status, body }: Failure, { wire, memory }: ConverseInput): Parameter | undefined {
  if (status !== 400 && status !== 422) return undefined;
  const known = Object.entries(wire.refusals) as [Parameter, RegExp][];
  return known.find(([parameter, naming]) => !memory.without.has(parameter) && naming.test(body))?.[0];
}

function formatKey({ format }: ChatRequest): string {
  return format.type === 'schema' ? JSON.stringify(format.schema) : format.type;
}

function formatRefused(model: string, said = ''): WinnowError {
  return new WinnowError(
    'unsupported',
    `${model} does not accept this reply format. Set its format to json or text.${said && ` It said: ${said}`}`,
  );
}

/** The whole limit went into thoughts that are not part of the reply. */
function spentTokensOnReasoning({ text, finish }: ChatReply, { maxTokens }: ChatRequest): boolean {
  return finish === 'length' && text.trim() === '' && maxTokens !== undefined && maxTokens < ROOM_FOR_THOUGHTS;
}

function sum(one: TokenUsage, other: TokenUsage): TokenUsage {
  return { inputTokens: one.inputTokens + other.inputTokens, outputTokens: one.outputTokens + other.outputTokens };
}
