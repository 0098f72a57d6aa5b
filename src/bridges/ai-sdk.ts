/**
 * Winnow and the AI SDK of Vercel (package `ai`, versions 5 and 6): any of its language models as a ChatModel, and an
 * engine as one of its tools. What the SDK's models offer is written down here as plain types, so that nothing of it
 * has to be installed.
 */
import { z } from 'zod';
import { WinnowError } from '../core/errors.js';
import type { ChatModel, ChatReply, ChatRequest, CompleteOptions, Price } from '../core/ports.js';
import type { Engine } from '../engine/index.js';
import { failureOf } from '../providers/chat/failures.js';

type TextPart = { type: 'text'; text: string };
type PromptMessage = { role: 'system'; content: string } | { role: 'user' | 'assistant'; content: TextPart[] };

type ModelCall = {
  prompt: PromptMessage[];
  temperature: number;
  maxOutputTokens?: number;
  responseFormat: { type: 'text' } | { type: 'json'; schema?: Record<string, unknown> };
  abortSignal: AbortSignal;
};

type Finish = string | { readonly unified: string };
type Count = number | undefined | { readonly total: number | undefined };
type ModelUsage = { readonly inputTokens: Count; readonly outputTokens: Count };

/** What a model of the AI SDK has, of its specification v2 or v3. */
export type AiSdkModel = {
  readonly modelId: string;
  readonly provider: string;
  doGenerate(
    call: ModelCall,
  ): PromiseLike<{ content: { type: string; text?: unknown }[]; finishReason: Finish; usage: ModelUsage }>;
  doStream(call: ModelCall): PromiseLike<{ stream: ReadableStream<StreamPart> }>;
};

type StreamPart = {
  readonly type: string;
  readonly delta?: unknown;
  readonly error?: unknown;
  readonly finishReason?: Finish;
  readonly usage?: ModelUsage;
};

export type AiSdkModelOptions = {
  /** The strictest reply format the model keeps to. */
  readonly format?: ChatModel['format'];
  readonly temperature?: number;
  readonly price?: Price;
  readonly contextTokens?: number;
};

/** `createEngine({ models: { small: aiSdkModel(openai('gpt-5-mini')) } })` */
export function aiSdkModel(
  model: AiSdkModel,
  { format = 'schema', temperature = 0, ...known }: AiSdkModelOptions = {},
): ChatModel {
  const name = `${model.provider}:${model.modelId}`;
  return {
    name,
    format,
    ...known,
    complete: async (request, options) => {
      const call = callOf(request, { temperature, signal: options.signal });
      try {
        return options.onText ? await streamed(model, call, options) : await generated(model, call);
      } catch (error) {
        options.signal.throwIfAborted();
        throw asFailure(error, name);
      }
    },
  };
}

function callOf(
  { messages, format, maxTokens }: ChatRequest,
  { temperature, signal }: { temperature: number; signal: AbortSignal },
): ModelCall {
  return {
    prompt: messages.map(({ role, content }) =>
      role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] },
    ),
    temperature,
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    responseFormat: format.type === 'schema' ? { type: 'json', schema: { ...format.schema } } : { type: format.type },
    abortSignal: signal,
  };
}

async function generated(model: AiSdkModel, call: ModelCall): Promise<ChatReply> {
  const { content, finishReason, usage } = await model.doGenerate(call);
  const text = content.map((part) => (part.type === 'text' && typeof part.text === 'string' ? part.text : '')).join('');
  return replyOf(text, finishReason, usage);
}

async function streamed(model: AiSdkModel, call: ModelCall, { onText, onAlive }: CompleteOptions): Promise<ChatReply> {
  const { stream } = await model.doStream(call);
  let [text, finish, usage]: [string, Finish, ModelUsage] = [
    '',
    'other',
    { inputTokens: undefined, outputTokens: undefined },
  ];
  for await (const part of stream) {
    onAlive?.();
    if (part.type === 'error') throw part.error;
    if (part.type === 'finish') [finish, usage] = [part.finishReason ?? finish, part.usage ?? usage];
    if (part.type !== 'text-delta' || typeof part.delta !== 'string') continue;
    text += part.delta;
    onText?.(part.delta);
  }
  return replyOf(text, finish, usage);
}

const FINISHES: Readonly<Record<string, ChatReply['finish']>> = { length: 'length', 'content-filter': 'filter' };

function replyOf(text: string, finish: Finish, { inputTokens, outputTokens }: ModelUsage): ChatReply {
  const counted = (count: Count) => (typeof count === 'object' ? count.total : count) ?? 0;
  return {
    text,
    finish: FINISHES[typeof finish === 'string' ? finish : finish.unified] ?? 'stop',
    usage: { inputTokens: counted(inputTokens), outputTokens: counted(outputTokens) },
  };
}

/** The SDK's errors of a call carry the server's status and words. */
const apiErrorSchema = z.object({
  statusCode: z.number(),
  responseBody: z.string().optional(),
  responseHeaders: z.record(z.string(), z.string()).optional(),
});

function asFailure(error: unknown, model: string): unknown {
  const api = apiErrorSchema.safeParse(error);
  if (!api.success) return error instanceof WinnowError ? error : unreachable(error, model);
  const { statusCode, responseBody = '', responseHeaders } = api.data;
  return failureOf(
    { status: statusCode, body: responseBody, ...(responseHeaders && { headers: responseHeaders }) },
    { model },
  );
}

function unreachable(cause: unknown, model: string): WinnowError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new WinnowError('unavailable', `${model} could not be asked: ${why}`, { cause });
}

export type WinnowToolOptions = { readonly description?: string; readonly timeoutMs?: number };

const DESCRIPTION =
  'Answers a question from the documents or the web, and says of every sentence which source carries it. ' +
  'Use it for facts; give one whole question.';

/**
 * `generateText({ model, tools: { lookUp: winnowTool(engine) }, ... })`: the answer, its claims with their verdicts,
 * and the sources.
 */
export function winnowTool(
  engine: Pick<Engine, 'ask'>,
  { description = DESCRIPTION, timeoutMs }: WinnowToolOptions = {},
) {
  return {
    description,
    inputSchema: z.object({ question: z.string().min(1).describe('one whole question that stands by itself') }),
    execute: async (
      { question }: { question: string },
      { abortSignal }: { abortSignal?: AbortSignal | undefined } = {},
    ) => {
      const { answer, sources } = await engine.ask(question, {
        ...(abortSignal && { signal: abortSignal }),
        ...(timeoutMs !== undefined && { timeoutMs }),
      });
      const { status, text, claims } = answer;
      return {
        status,
        text,
        claims: claims.map((claim) => ({ text: claim.text, verdict: claim.verdict, sources: claim.sources })),
        sources: sources.map(({ n, title, url }) => ({ n, title, url })),
      };
    },
  };
}
