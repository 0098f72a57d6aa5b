/**
 * Asks a model and gets a typed reply, however weak the model: native JSON schema, else JSON mode, else extraction and
 * repair, else one re-ask that shows the error. After that it gives up, and the stage falls back on its deterministic
 * implementation.
 */
import { z } from 'zod';
import { messageOf, usageError, WinnowError } from './errors.js';
import { extractJson, parseJson } from './json.js';
import type { ChatModel, ChatModels, ChatReply, ChatRequest, JsonSchema, Message, Role } from './ports.js';
import { type FenceOptions, fenceWith, type Prompt, proseReply, withoutFences } from './prompt.js';
import { endsRun, type Run } from './run.js';

export type AskInput<Vars, Reply> = FenceOptions & {
  readonly models: ChatModels;
  readonly role: Role;
  readonly prompt: Prompt<Vars, Reply>;
  readonly vars: Vars;
  /** Earlier turns of the same conversation. */
  readonly history?: readonly Message[];
  /** Shows the reply in the trace while it is being written: for the answer itself, not for notes on the way. */
  readonly live?: boolean;
};

/** The model's typed reply; rejects with code `unreadable` or `unavailable` when there is none. */
export async function ask<Vars, Reply>(asked: AskInput<Vars, Reply>, run: Run): Promise<Reply> {
  const { prompt, vars, history = [] } = asked;
  const messages = [...history, ...prompt.render(vars, fenceWith(run.boundary, asked.showsDoubtful ? asked : run))];
  const first = await call(asked, { messages }, run);
  const read = readReply(prompt, first, run);
  if ('value' in read) return read.value;

  run.emit({ type: 'reply-problem', prompt: prompt.id, next: 're-ask', reason: read.problem });
  const again: Message[] = [
    { role: 'assistant', content: first.text || '(empty)' },
    {
      role: 'user',
      content: `That reply could not be used: ${read.problem}. Reply again ${isProse(prompt) ? 'with the text alone, shorter if need be' : 'with the JSON alone'}, and nothing before or after it.`,
    },
  ];
  const second = readReply(prompt, await call(asked, { messages: [...messages, ...again] }, run), run);
  if ('value' in second) return second.value;
  run.emit({ type: 'reply-problem', prompt: prompt.id, next: 'give-up', reason: second.problem });
  throw new WinnowError('unreadable', `the model's reply could not be read: ${second.problem}`);
}

/**
 * The model's reply, or the deterministic one: always when no model has the role, and when the model's reply cannot be
 * had or read. The second case is a fallback and is recorded as such.
 */
export async function askOr<Vars, Reply, Other = Reply>(
  asked: AskInput<Vars, Reply>,
  deterministic: () => Other | Promise<Other>,
  run: Run,
): Promise<{ readonly byModel: true; readonly value: Reply } | { readonly byModel: false; readonly value: Other }> {
  if (!asked.models[asked.role]) return { byModel: false, value: await deterministic() };
  try {
    return { byModel: true, value: await ask(asked, run) };
  } catch (error) {
    if (endsRun(error, run)) throw error;
    run.emit({ type: 'fallback', reason: messageOf(error), prompt: asked.prompt.id });
    return { byModel: false, value: await deterministic() };
  }
}

/** One call of the model of that role, recorded in the trace. */
export async function call<Vars, Reply>(
  { models, role, prompt, live }: AskInput<Vars, Reply>,
  { messages, formats, ...extra }: ModelRequest,
  run: Run,
): Promise<ChatReply> {
  const model = models[role];
  if (!model)
    throw usageError(`No model is configured for the role "${role}". Set models.${role} in the configuration.`);
  run.signal.throwIfAborted();
  const startedMs = run.clock.monotonicMs();
  const onText = live ? (text: string) => run.emit({ type: 'text', text }) : undefined;
  const reply = await complete(
    model,
    { messages, formats: formats ?? formatsFor(model, prompt), id: prompt.id, ...extra, onText },
    run,
  );
  run.exchanged({ role, model: model.name, prompt: `${prompt.id}@${prompt.version}`, messages, reply: reply.text });
  run.emit({
    type: 'model-call',
    role,
    model: model.name,
    prompt: `${prompt.id}@${prompt.version}`,
    ...reply.usage,
    costUsd: reply.cached ? 0 : costOf(model, reply),
    ...(reply.cached && { cached: true }),
    ms: Math.round(run.clock.monotonicMs() - startedMs),
  });
  run.signal.throwIfAborted();
  return reply;
}

type ModelRequest = Pick<ChatRequest, 'messages' | 'maxTokens' | 'topLogprobs'> & {
  readonly formats?: readonly ChatRequest['format'][];
};

type ModelAttempt = ModelRequest & {
  readonly formats: readonly ChatRequest['format'][];
  readonly id: string;
  readonly onText: ((piece: string) => void) | undefined;
};

/** A server that refuses a reply format is asked again with the next weaker one. */
async function complete(
  model: ChatModel,
  { formats: [format, ...weaker], id, onText, ...request }: ModelAttempt,
  run: Run,
): Promise<ChatReply> {
  try {
    return await model.complete(
      { ...request, format: format as ChatRequest['format'] },
      { signal: run.signal, ...(onText && { onText }) },
    );
  } catch (error) {
    if (weaker.length === 0 || !(error instanceof WinnowError) || error.code !== 'unsupported') throw error;
    run.emit({ type: 'reply-problem', prompt: id, next: 'weaker-format', reason: messageOf(error) });
    return complete(model, { ...request, formats: weaker, id, onText }, run);
  }
}

/**
 * The strictest format the model keeps to. JSON mode means an object with most servers, so a prompt for a list goes as
 * text there.
 */
function formatsFor<Vars, Reply>(model: ChatModel, prompt: Prompt<Vars, Reply>): ChatRequest['format'][] {
  const text = { type: 'text' } as const;
  if (isProse(prompt) || model.format === 'text') return [text];
  const schema = schemaOf(prompt.reply);
  const json = schema.type === 'object' ? [{ type: 'json' } as const] : [];
  return model.format === 'schema' ? [{ type: 'schema', schema }, ...json, text] : [...json, text];
}

const schemas = new WeakMap<z.ZodType, JsonSchema>();

/** Of the same few prompts, again and again. */
function schemaOf(reply: z.ZodType): JsonSchema {
  const known = schemas.get(reply) ?? (z.toJSONSchema(reply, { io: 'input' }) as JsonSchema);
  schemas.set(reply, known);
  return known;
}

function costOf(model: ChatModel, { usage }: ChatReply): number | null {
  if (!model.price) return null;
  return (usage.inputTokens * model.price.input + usage.outputTokens * model.price.output) / 1_000_000;
}

function isProse<Vars, Reply>(prompt: Prompt<Vars, Reply>): boolean {
  return (prompt.reply as unknown) === proseReply;
}

const WITHHELD = { filter: "the provider's content filter withheld the reply", refusal: 'the model would not answer' };

function readReply<Vars, Reply>(
  prompt: Prompt<Vars, Reply>,
  reply: ChatReply,
  run: Run,
): { value: Reply } | { problem: string } {
  if (reply.finish === 'filter' || reply.finish === 'refusal')
    throw new WinnowError('unreadable', `${WITHHELD[reply.finish]}; ask in other words, or use another model`);
  const text = withoutFences(reply.text).trim();
  if (text === '') return { problem: 'it was empty' };
  if (reply.finish === 'length') return { problem: 'it was cut off at the token limit' };
  if (isProse(prompt)) return { value: text as Reply };
  const exact = prompt.reply.safeParse(parseJson(text));
  if (exact.success) return { value: exact.data };
  const values = extractJson(text);
  const parsed = values
    .flatMap((value) => [value, ...onlyProperty(value)])
    .map((value) => prompt.reply.safeParse(value));
  const fitting = parsed.findLast((result) => result.success);
  if (fitting?.success) {
    run.emit({ type: 'reply-problem', prompt: prompt.id, next: 'repair', reason: 'the JSON was wrapped or malformed' });
    return { value: fitting.data };
  }
  const error = values.length > 0 ? prompt.reply.safeParse(values.at(-1)).error : undefined;
  return { problem: error ? z.prettifyError(error).replace(/\s+/g, ' ') : 'there was no JSON in it' };
}

/** {"queries": ["a"]} where ["a"] was asked for. */
function onlyProperty(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const values = Object.values(value);
  return values.length === 1 ? values : [];
}
