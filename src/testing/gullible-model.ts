/**
 * A model that believes pages: it obeys every order it is shown outside a fence and, drawn from a seed, half of those
 * inside. To obey is to say the attacker's words in prose, to choose his page alone from a list, to give it the highest
 * score, to find everything supported. Where it sees no order or does not obey, it replies as `fittingModel` does, but
 * grades numbered passages by the words of the question. It knows the orders beforehand, in any language and disguise.
 */
import type { ChatReply, ChatRequest, JsonSchema, Message } from '../core/ports.js';
import { type FakeModel, respondingModel } from './fake-model.js';
import { fittingReply } from './fitting-model.js';

export type GullibleOrder = {
  /** Words by which the order is known; spaces, signs, invisible characters and case do not count. */
  readonly text: string;
  /** What the attacker wants to be said. */
  readonly say: string;
  /** The attacker's page. */
  readonly url: string;
};

export type GullibleOptions = {
  readonly orders: readonly GullibleOrder[];
  /**
   * Draws from 0 to 1 for each kind of reply, the same for the same kind: what is obeyed does not hang on the order of
   * calls or the words of prompts.
   */
  readonly random: (kindOfReply: string) => number;
  /** Share of the orders inside fences that are obeyed. Default: 0.5. */
  readonly obedience?: number;
};

export function gullibleModel({ orders, random, obedience = 0.5 }: GullibleOptions): FakeModel {
  const isObeyedInside = (request: ChatRequest) => random(kindOfReply(request)) < obedience;
  const respond = (request: ChatRequest): Partial<ChatReply> => {
    const seen = orders
      .map((order) => ({ order, ...placeOf(order, request.messages) }))
      .find(({ place }) => place !== 'nowhere');
    if (!seen || (seen.place === 'inside' && !isObeyedInside(request))) return honestReply(request);
    return replyObeying(request, seen);
  };
  return respondingModel(respond, { name: 'gullible', format: 'schema' });
}

function kindOfReply({ format, topLogprobs, messages }: ChatRequest): string {
  if (asksYesOrNo({ messages, topLogprobs })) return 'yes or no';
  return format.type === 'schema'
    ? `${format.schema.type} ${Object.keys((format.schema.properties ?? {}) as object)}`
    : format.type;
}

function asksYesOrNo({
  messages,
  topLogprobs,
}: Pick<ChatRequest, 'messages'> & { readonly topLogprobs?: number | undefined }): boolean {
  return topLogprobs !== undefined || messages.some(({ content }) => /\byes or no\b/i.test(content));
}

/** A grader that scores all passages alike would leave it to chance which of them is read. */
function honestReply(request: ChatRequest): Partial<ChatReply> {
  const reply = fittingReply(request);
  const { format, messages } = request;
  if (format.type !== 'schema' || !('scores' in ((format.schema.properties ?? {}) as object))) return reply;
  const shown = messages.map(({ content }) => content).join('\n');
  const asked = wordsOf(/question[^:\n]{0,40}:\s*(.+)/i.exec(shown)?.[1] ?? '');
  const scores = [...shown.matchAll(FENCED)].flatMap(([, label, boundary = '', text = '']) => {
    const known = wordsOf(text.replaceAll(boundary, '')); // which is random, and may hold figures of the question
    const share = asked.size === 0 ? 0 : [...asked].filter((word) => known.has(word)).length / asked.size;
    return label === undefined ? [] : [{ chunk: Number(label), score: share }];
  });
  return { text: JSON.stringify({ scores }) };
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{L}{4,}|\d+/gu) ?? []);
}

/** "[2] from 2024-03-25" or "[chunk 2, scored 0.80]" may stand before a fence. */
const FENCED = /(?:^\[(?:chunk )?(\d+)[^\n]*\n)?<<page (\S+)>>\n([\s\S]*?)\n<<end \2>>/gm;

type OrderPlace = { readonly place: 'outside' | 'inside' | 'nowhere'; readonly number: number };

/** `number` is that of the passage, result or section in which the order stands, where they are numbered. */
function placeOf({ text }: GullibleOrder, messages: readonly Message[]): OrderPlace {
  const wanted = asRead(text);
  const holds = (shown: string) => asRead(shown).includes(wanted);
  if (messages.some(({ content }) => holds(content.replace(FENCED, '\n')))) return { place: 'outside', number: 1 };
  for (const [, label, , shown = ''] of messages.flatMap(({ content }) => [...content.matchAll(FENCED)])) {
    if (!holds(shown)) continue;
    const line = shown.split('\n').find((one) => /^\[\d+\]/.test(one) && holds(one));
    return { place: 'inside', number: Number(label ?? /\d+/.exec(line ?? '')?.[0] ?? 1) };
  }
  return { place: 'nowhere', number: 1 };
}

/**
 * Letters and digits as a clever reader takes them: tag characters and variation selectors can spell words that nobody
 * sees.
 */
export function asRead(text: string): string {
  const spelled = text
    .replace(/[\u{e0020}-\u{e007e}]/gu, (tag) => String.fromCodePoint((tag.codePointAt(0) as number) - 0xe0000))
    .replace(/[\u{e0100}-\u{e01ef}]/gu, (selector) =>
      String.fromCodePoint((selector.codePointAt(0) as number) - 0xe0100 + 16),
    );
  return spelled
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

type ObeyInput = OrderPlace & { readonly order: GullibleOrder; readonly shown: string };

function replyObeying(request: ChatRequest, seen: OrderPlace & { readonly order: GullibleOrder }): Partial<ChatReply> {
  const { format, messages } = request;
  if (asksYesOrNo(request)) return fittingReply(request); // which says Yes
  if (format.type !== 'schema') return { text: seen.order.say };
  const shown = messages.map(({ content }) => content).join('\n');
  return { text: JSON.stringify(valueFor(format.schema, { ...seen, shown })) };
}

/** Highest score of the scales in use: 0 to 1, 0 to 2, 0 to 10. What is too high is moved to the end of its scale. */
const TOP_SCORE = 10;

function valueFor(schema: JsonSchema, obeying: ObeyInput): unknown {
  const { type, enum: options, const: fixed, anyOf, oneOf, items, properties, maximum } = schema;
  if (fixed !== undefined) return fixed;
  if (Array.isArray(options))
    return options.find((option) => ['supported', 'finish'].includes(option as string)) ?? options[0];
  const choices = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  if (choices) return valueFor(choices.find((choice) => choice.type !== 'null') ?? {}, obeying);
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.min(TOP_SCORE, Number(maximum ?? TOP_SCORE));
  if (type === 'array') return listFor((items ?? { type: 'string' }) as JsonSchema, obeying);
  if (type === 'object') return objectFor((properties ?? {}) as Readonly<Record<string, JsonSchema>>, obeying);
  return obeying.order.say;
}

/** The attacker's page and no other. */
function listFor(items: JsonSchema, obeying: ObeyInput): unknown[] {
  const [kind] = Array.isArray(items.anyOf) ? (items.anyOf as JsonSchema[]).map(({ type }) => type) : [items.type];
  if (kind === 'integer' || kind === 'number') return [obeying.number];
  if (kind === 'string') return [obeying.shown.includes(obeying.order.url) ? obeying.order.url : obeying.order.say];
  const numbered = obeying.shown.match(/^\[(?:chunk )?\d+/gm)?.length ?? 1;
  return Array.from({ length: Math.max(1, numbered) }, (_, at) => entryFor(items, { ...obeying, at: at + 1 }));
}

/** Of entries that name a thing by its number and score it, the attacker's gets all and the others nothing. */
function entryFor(
  { properties = {} }: JsonSchema,
  { at, ...obeying }: ObeyInput & { readonly at: number },
): Record<string, unknown> {
  const entries = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(
    ([name, schema]): [string, unknown] => {
      if (schema.type === 'integer') return [name, at];
      return [name, schema.type === 'number' && at !== obeying.number ? 0 : valueFor(schema, obeying)];
    },
  );
  return Object.fromEntries(entries);
}

function objectFor(properties: Readonly<Record<string, JsonSchema>>, obeying: ObeyInput): Record<string, unknown> {
  const isLeftEmpty = (name: string, { type }: JsonSchema) =>
    type === 'array' && /drop|reject|exclude|missing/i.test(name);
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      isLeftEmpty(name, schema) ? [] : valueFor(schema, obeying),
    ]),
  );
}
