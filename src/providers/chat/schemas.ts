/**
 * What each provider accepts of JSON Schema. A schema whose top level is not an object travels inside one where a
 * provider accepts nothing else: ["a"] is asked for as {"value": ["a"]} and taken out again.
 */
import { z } from 'zod';
import { parseJson } from '../../core/json.js';
import type { ChatRequest, JsonSchema } from '../../core/ports.js';

export type Dialect = {
  readonly keywords: readonly string[];
  /** Every property required and none besides: the strict mode of OpenAI and Anthropic wants both said. */
  readonly closed: boolean;
};

const COMMON = ['type', 'properties', 'items', 'required', 'enum', 'anyOf', 'description', 'title', '$ref', '$defs'];

/** OpenAI's structured outputs: the subset listed under "supported schemas". */
export const OPENAI_STRICT: Dialect = {
  keywords: [
    ...COMMON,
    'const',
    'additionalProperties',
    'pattern',
    'format',
    'minimum',
    'maximum',
    'minItems',
    'maxItems',
  ],
  closed: true,
};
/** Anthropic's structured outputs refuse bounds on numbers, texts and lists. */
export const ANTHROPIC: Dialect = { keywords: [...COMMON, 'const', 'additionalProperties', 'format'], closed: true };
/** The list in the description of Gemini's `responseJsonSchema`. */
export const GEMINI: Dialect = {
  keywords: [
    ...COMMON,
    'oneOf',
    'prefixItems',
    'additionalProperties',
    'format',
    'minimum',
    'maximum',
    'minItems',
    'maxItems',
  ],
  closed: false,
};

/** The schema in the provider's dialect. What is left out is checked by our own reading of the reply all the same. */
export function inDialect(schema: JsonSchema, { keywords, closed }: Dialect): JsonSchema {
  const translate = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(translate);
    if (typeof node !== 'object' || node === null) return node;
    const entries = Object.entries(node).flatMap(([key, value]): [string, unknown][] => {
      if (key === 'const' && !keywords.includes('const')) return [['enum', [value]]];
      if (!keywords.includes(key) || isNoBound(value)) return [];
      if (key === 'properties' || key === '$defs')
        return [[key, Object.fromEntries(Object.entries(value as object).map(eachTranslated))]];
      return [[key, key === 'enum' || key === 'required' ? value : translate(value)]];
    });
    const translated = Object.fromEntries(entries);
    if (!closed || translated.type !== 'object') return translated;
    return {
      ...translated,
      required: Object.keys((translated.properties as object | undefined) ?? {}),
      additionalProperties: false,
    };
  };
  const eachTranslated = ([name, value]: [string, unknown]): [string, unknown] => [name, translate(value)];
  return translate(schema) as JsonSchema;
}

/** The bounds of every whole number in JavaScript say nothing, and some servers reject numbers that large. */
function isNoBound(value: unknown): boolean {
  return value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;
}

export function isObjectSchema(schema: JsonSchema): boolean {
  return schema.type === 'object';
}

export function inObject(schema: JsonSchema): JsonSchema {
  if (isObjectSchema(schema)) return schema;
  const { $schema: _, ...inner } = schema;
  return { type: 'object', properties: { value: inner }, required: ['value'], additionalProperties: false };
}

/** True when the reply will come as {"value": ...}. */
export function comesWrapped({ format }: Pick<ChatRequest, 'format'>): boolean {
  return format.type === 'schema' && !isObjectSchema(format.schema);
}

const WRAPPED = z.object({ value: z.unknown() });

/** A reply that is not wrapped after all is taken as it is. */
export function unwrap(content: string): string {
  const wrapped = WRAPPED.safeParse(parseJson(content));
  return wrapped.success ? JSON.stringify(wrapped.data.value) : content;
}
