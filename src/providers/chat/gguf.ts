/**
 * A GGUF file run in this process through node-llama-cpp. One call at a time: a small machine gains nothing from two. A
 * grammar keeps the reply to its schema. A prompt that does not fit the context is refused rather than silently
 * shortened.
 */
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { untilAborted } from '../../core/abort.js';
import { messageOf, usageError, WinnowError } from '../../core/errors.js';
import type { ChatModel, ChatReply, ChatRequest, CompleteOptions, Price, TokenOdds } from '../../core/ports.js';
import {
  type HistoryItem,
  type Llama,
  type LoadedModel,
  loadRuntime,
  type Runtime,
  type Sequence,
  type Session,
} from './gguf-runtime.js';
import { type Dialect, inDialect } from './schemas.js';
import { apart, MOST_LOGPROBS } from './wire.js';

export type GgufOptions = {
  readonly name: string;
  /** Looked up when the model is first used, so that a missing file stops nobody who does not use it. */
  readonly file: () => string;
  readonly format: ChatModel['format'];
  readonly temperature?: number;
  readonly price?: Price;
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly load?: () => Promise<Runtime>;
};

const CONTEXT_SIZE = 8192;

const settingsSchema = z.strictObject({
  contextSize: z.number().int().min(256).default(CONTEXT_SIZE),
  /** Half the cores: on a machine that has other work, threads that wait for each other are slower than one alone. */
  threads: z
    .number()
    .int()
    .min(1)
    .default(() => Math.max(1, Math.floor(availableParallelism() / 2))),
  gpu: z.boolean().default(true),
  /** For a call that names no limit: a small model may run in circles, and no stage wants a longer reply. */
  maxTokens: z.number().int().min(16).default(1024),
});

type Engine = {
  readonly llama: Llama;
  readonly model: LoadedModel;
  readonly sequence: Sequence;
  readonly session: Session;
  readonly contextSize: number;
  readonly maxTokens: number;
};

export function ggufChat(options: GgufOptions): ChatModel {
  let opening: Promise<Engine> | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  const open = () => {
    opening ??= openEngine(options);
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  return {
    name: options.name,
    format: options.format,
    ...(options.price && { price: options.price }),
    contextTokens: settingsSchema.safeParse(options.extra ?? {}).data?.contextSize ?? CONTEXT_SIZE,
    complete: (request, call) => {
      const mine = queue.then(async () => {
        call.signal.throwIfAborted();
        return answer(await open(), { request, call, options });
      });
      queue = mine.catch(() => undefined);
      return untilAborted(() => mine, call.signal);
    },
  };
}

async function openEngine({ file, extra, name, load = loadRuntime }: GgufOptions): Promise<Engine> {
  const settings = settingsSchema.safeParse(extra ?? {});
  if (!settings.success) throw usageError(`extra of ${name} is not valid: ${z.prettifyError(settings.error)}`);
  const { contextSize, threads, gpu, maxTokens } = settings.data;
  const modelPath = file();
  const runtime = await load();
  try {
    const llama = await runtime.getLlama({
      build: 'never',
      gpu: gpu ? 'auto' : false,
      logLevel: 'error',
      progressLogs: false,
      maxThreads: threads,
    });
    const model = await llama.loadModel({ modelPath });
    const context = await model.createContext({ contextSize: { max: contextSize }, threads });
    const sequence = context.getSequence();
    return {
      llama,
      model,
      sequence,
      session: new runtime.LlamaChatSession({ contextSequence: sequence }),
      contextSize: context.contextSize,
      maxTokens,
    };
  } catch (error) {
    const advice =
      'Check the file with "winnow models check", or give it less memory to fill: extra: { contextSize: 4096 }.';
    throw new WinnowError(
      'unavailable',
      `${name} could not be loaded from ${modelPath}: ${messageOf(error)}. ${advice}`,
      { cause: error },
    );
  }
}

type AnswerInput = { readonly request: ChatRequest; readonly call: CompleteOptions; readonly options: GgufOptions };

async function answer(engine: Engine, { request, call, options }: AnswerInput): Promise<ChatReply> {
  const { session, model } = engine;
  const { history, prompt } = conversationOf(request);
  const tokens = promptTokens(engine, [...history, { type: 'user', text: prompt }]);
  const maxTokens = replyLimit(engine, {
    prompt: tokens.length,
    wanted: request.maxTokens ?? engine.maxTokens,
    name: options.name,
  });
  const grammar = await grammarFor(engine.llama, request, options.name);
  const firstToken =
    request.topLogprobs === undefined ? undefined : await firstTokenOdds(engine, tokens, request.topLogprobs);
  session.setChatHistory(history);
  const { responseText, stopReason } = await session.promptWithMeta(prompt, {
    maxTokens,
    temperature: options.temperature ?? 0,
    signal: call.signal,
    budgets: { thoughtTokens: 0 },
    ...(grammar !== undefined && { grammar }),
    ...(call.onText && { onTextChunk: call.onText }),
  });
  return {
    text: responseText,
    finish: stopReason === 'maxTokens' ? 'length' : 'stop',
    usage: { inputTokens: tokens.length, outputTokens: model.tokenize(responseText).length },
    ...(firstToken && { firstToken }),
  };
}

/** Fewer leave no room for a sentence and its JSON. */
const LEAST_REPLY = 128;

/** What the prompt leaves of the context, where that is enough for a reply. */
function replyLimit(
  { contextSize }: Engine,
  { prompt, wanted, name }: { prompt: number; wanted: number; name: string },
): number {
  const room = contextSize - prompt;
  if (room >= Math.min(wanted, LEAST_REPLY)) return Math.min(wanted, room);
  const left = room > 0 ? `, which leaves ${room} for the reply` : '';
  throw usageError(
    `The prompt has ${prompt} tokens and ${name} holds ${contextSize}${left}. Raise extra.contextSize, or use fewer passages.`,
  );
}

function conversationOf({ messages }: ChatRequest): { history: HistoryItem[]; prompt: string } {
  const { system, turns } = apart(messages);
  const last = turns.at(-1);
  const before = turns
    .slice(0, -1)
    .map(
      ({ role, content }): HistoryItem =>
        role === 'assistant' ? { type: 'model', response: [content] } : { type: 'user', text: content },
    );
  return {
    history: [...(system === '' ? [] : [{ type: 'system', text: system } as const]), ...before],
    prompt: last?.content ?? '',
  };
}

function promptTokens({ session, model }: Engine, history: readonly HistoryItem[]): number[] {
  const { contextText } = session.chatWrapper.generateContextState({
    chatHistory: [...history, { type: 'model', response: [''] }],
  });
  return contextText.tokenize(model.tokenizer);
}

/** The engine's grammar knows "oneOf" and no bounds on numbers. */
const GRAMMAR: Dialect = {
  keywords: [
    'type',
    'properties',
    'items',
    'required',
    'enum',
    'const',
    'oneOf',
    'additionalProperties',
    'minItems',
    'maxItems',
  ],
  closed: true,
};

async function grammarFor(llama: Llama, { format }: ChatRequest, name: string): Promise<unknown> {
  if (format.type === 'text') return undefined;
  try {
    if (format.type === 'json') return await llama.getGrammarFor('json');
    const renamed = JSON.parse(
      JSON.stringify(format.schema).replaceAll('"anyOf":', '"oneOf":'),
    ) as typeof format.schema;
    return await llama.createGrammarForJsonSchema(inDialect(renamed, GRAMMAR));
  } catch (error) {
    throw new WinnowError('unsupported', `${name} cannot be kept to this reply format: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** What the model would say first, before any grammar has its say. */
async function firstTokenOdds(
  { sequence, model }: Engine,
  tokens: readonly number[],
  top: number,
): Promise<TokenOdds[] | undefined> {
  // What the last call has in common with this one is not read again; at least one token is, to see what follows it.
  await sequence.adaptStateToTokens(tokens.slice(0, -1), false);
  const rest = tokens.slice(sequence.nextTokenIndex);
  const last = rest.at(-1) as number;
  const results = await sequence.controlledEvaluate([
    ...rest.slice(0, -1),
    [last, { generateNext: { probabilities: true } }],
  ]);
  const probabilities = results.at(-1)?.next.probabilities;
  if (!probabilities) return undefined;
  const best = [...probabilities].sort(([, one], [, other]) => other - one).slice(0, Math.min(top, MOST_LOGPROBS));
  return best.map(([token, probability]) => ({ token: model.detokenize([token]), logprob: Math.log(probability) }));
}
