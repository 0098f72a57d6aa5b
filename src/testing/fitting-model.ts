/**
 * A model that has something fitting to say to any prompt, so that whole pipelines can be run without one: JSON that
 * keeps to the schema it is asked for, "Yes" where yes or no is asked, and else the sentence of the shown pages that
 * shares most words with the question. It understands nothing. What it says can be cited, which is what runs under
 * faults and measurements of time need.
 */
import type { ChatModel, ChatReply, ChatRequest, JsonSchema } from '../core/ports.js';
import { type FakeModel, respondingModel } from './fake-model.js';

export type FittingOptions = Partial<Pick<ChatModel, 'name' | 'format' | 'price'>> & {
  /** Called before each reply: to wait, to count, to fail. */
  readonly before?: (request: ChatRequest) => Promise<void> | void;
};

export function fittingModel({ before, ...overrides }: FittingOptions = {}): FakeModel {
  return respondingModel(
    async (request) => {
      await before?.(request);
      return fittingReply(request);
    },
    { name: 'fitting', format: 'schema', ...overrides },
  );
}

export function fittingReply({ messages, format, topLogprobs }: ChatRequest): Partial<ChatReply> {
  const everything = messages.map(({ content }) => content).join('\n');
  const shown = messages.flatMap(({ role, content }) => (role === 'system' ? [] : [content])).join('\n');
  if (topLogprobs !== undefined || /\byes or no\b/i.test(everything))
    return { text: 'Yes', ...(topLogprobs && { firstToken: CERTAIN }) };
  if (format.type === 'text') return { text: bestSentence(shown) };
  if (format.type === 'json') return { text: '{}' };
  return { text: JSON.stringify(fittingValue(format.schema, { root: format.schema, shown })) };
}

const CERTAIN = [
  { token: 'Yes', logprob: Math.log(0.9) },
  { token: 'No', logprob: Math.log(0.1) },
];

const PAGE = /<<page [^>]*>>\n([\s\S]*?)\n<<end [^>]*>>/g;

function bestSentence(shown: string): string {
  const asked = wordsOf(questionIn(shown));
  const sentences = [...shown.matchAll(PAGE)]
    .flatMap(([, text = '']) => text.split(/(?<=[.!?])\s+|\n+/))
    .map((text) => text.trim());
  let [best, most] = ['', 0];
  for (const sentence of sentences.filter((text) => /^[A-Z].*[.!?]$/.test(text))) {
    const shared = [...wordsOf(sentence)].filter((word) => asked.has(word)).length;
    if (shared > most) [best, most] = [sentence, shared];
  }
  return best || 'The pages do not say.';
}

function questionIn(shown: string): string {
  return /question[^:\n]{0,40}:\s*(.+)/i.exec(shown)?.[1] ?? shown.slice(-200);
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{L}{4,}|\d+/gu) ?? []);
}

/**
 * Of a claim, shown last, on the pages before it: the one question that is answered honestly, for a wrong citation must
 * not be this model's fault.
 */
function verdictOn(shown: string): 'supported' | 'not-stated' {
  const pages = [...shown.matchAll(PAGE)].map(([, text = '']) => text.replace(/\s+/g, ' ').trim());
  const claim = pages.pop();
  return claim && pages.some((text) => text.includes(claim)) ? 'supported' : 'not-stated';
}

type Context = {
  readonly root: JsonSchema;
  readonly shown: string;
  /** Place in a list whose entries speak of numbered things. */
  readonly at?: number;
};

const MOST_ENTRIES = 6;

function fittingValue(schema: JsonSchema, context: Context): unknown {
  const { type, $ref, enum: options, const: fixed, anyOf, oneOf, items, properties, minItems, minimum } = schema;
  if (typeof $ref === 'string') return fittingValue(definition($ref, context.root), context);
  if (fixed !== undefined) return fixed;
  if (Array.isArray(options)) return options.includes('not-stated') ? verdictOn(context.shown) : options[0];
  const choices = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  if (choices) return fittingValue(choices.find((choice) => choice.type !== 'null') ?? {}, context);
  if (type === 'boolean') return true;
  if (type === 'integer') return context.at ?? Math.max(1, Number(minimum ?? 1));
  if (type === 'number') return Math.max(1, Number(minimum ?? 1));
  if (type === 'array') return listOf(items as JsonSchema | undefined, { ...context, least: Number(minItems ?? 1) });
  if (type === 'object') return objectOf((properties ?? {}) as Readonly<Record<string, JsonSchema>>, context);
  return questionIn(context.shown).slice(0, 200);
}

/**
 * Addresses where addresses are shown, the first numbers where numbers are wanted, an entry for each numbered thing
 * where entries are.
 */
function listOf(
  items: JsonSchema = { type: 'string' },
  { least, ...context }: Context & { readonly least: number },
): unknown[] {
  const urls = [...new Set(context.shown.match(/https?:\/\/[^\s"'<>)\]]+/g) ?? [])];
  const numbered = context.shown.match(/^\[\d+\]/gm)?.length ?? 0;
  const kind = kindOf(items);
  if (kind === 'text' && urls.length > 0) return urls.slice(0, MOST_ENTRIES);
  if (kind === 'number') return Array.from({ length: Math.max(least, Math.min(numbered, 2)) }, (_, at) => at + 1);
  const count = kind === 'text' ? least : Math.max(least, numbered);
  return Array.from({ length: Math.max(count, 1) }, (_, at) => fittingValue(items, { ...context, at: at + 1 }));
}

/**
 * A list of addresses may allow their numbers too, and a list of numbers their digits as text: what comes first is
 * meant.
 */
function kindOf({ type, anyOf }: JsonSchema): 'text' | 'number' | 'other' {
  const [first] = Array.isArray(anyOf) ? (anyOf as JsonSchema[]).map(({ type: inner }) => inner) : [type].flat();
  if (first === 'string') return 'text';
  return first === 'integer' || first === 'number' ? 'number' : 'other';
}

function objectOf(properties: Readonly<Record<string, JsonSchema>>, context: Context): Record<string, unknown> {
  const entries = Object.entries(properties).map(([name, schema]): [string, unknown] => [
    name,
    // What is dropped, excluded or left over stays empty: a model that drops everything would end every run early.
    schema.type === 'array' && /drop|reject|exclude|missing/i.test(name) ? [] : fittingValue(schema, context),
  ]);
  return Object.fromEntries(entries);
}

/** "#/$defs/step" */
function definition(reference: string, root: JsonSchema): JsonSchema {
  const path = reference.split('/').slice(1);
  return path.reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>>)[key], root) as JsonSchema;
}
