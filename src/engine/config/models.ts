/**
 * One language model of the configuration. What a provider needs and the user leaves out (address, format, price) is
 * filled in here.
 */
import { z } from 'zod';
import { choice, decimal } from '../../core/option.js';
import { ANTHROPIC_BASE_URL } from '../../providers/chat/anthropic.js';
import { OPENAI_BASE_URL } from '../../providers/chat/openai-compatible.js';
import { GEMINI_BASE_URL } from '../../providers/embed/gemini.js';
import { priceOf } from '../prices.js';

export const PROVIDERS = ['openai-compatible', 'openai', 'anthropic', 'gemini', 'gguf'] as const;

export type ProviderName = (typeof PROVIDERS)[number];

type Habits = {
  readonly baseUrl?: string;
  readonly format: 'text' | 'json' | 'schema';
  /** Variables that hold the key where `keyVariable` names none, in the order in which they are looked at. */
  readonly keyVariables: readonly string[];
};

export const HABITS: Readonly<Record<ProviderName, Habits>> = {
  'openai-compatible': { format: 'json', keyVariables: [] },
  openai: { baseUrl: OPENAI_BASE_URL, format: 'schema', keyVariables: ['OPENAI_API_KEY'] },
  anthropic: { baseUrl: ANTHROPIC_BASE_URL, format: 'schema', keyVariables: ['ANTHROPIC_API_KEY'] },
  gemini: { baseUrl: GEMINI_BASE_URL, format: 'schema', keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'] },
  gguf: { format: 'schema', keyVariables: [] },
};

/** A small model on a small machine reads a long prompt for a minute before its first word. */
export const CHAT_TIMEOUT_MS = 120_000;

const price = z
  .strictObject({ input: z.number().min(0), output: z.number().min(0) })
  .describe(
    'US dollars per million tokens; default: the table of known models; without either the cost is shown as unknown',
  );

export const variableName = z
  .string()
  .regex(/^[A-Z_][A-Z0-9_]*$/, 'must be the name of an environment variable, not the key itself');

export const keyVariable = variableName.optional().describe('NAME of the environment variable that holds the key');

/** An address is shown in messages and traces. */
export const bareUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
  .refine(
    (url) => !/[@?#]/.test(url),
    'must hold no user name, password or query: keys go into an environment variable',
  );

export const modelSchema = z
  .strictObject({
    provider: choice(PROVIDERS, 'openai-compatible', 'the API the server speaks; "gguf" runs a file in-process'),
    baseUrl: bareUrl
      .optional()
      .describe(
        'default: the public address of the provider; needed for openai-compatible, e.g. http://localhost:11434/v1; a private address must be named in allowPrivateHosts too',
      ),
    model: z.string().min(1).describe('the model name the server knows; for gguf a name of "winnow models" or a file'),
    keyVariable: keyVariable.describe(
      'NAME of the environment variable that holds the key; default: OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY or GOOGLE_API_KEY',
    ),
    format: z
      .enum(['text', 'json', 'schema'])
      .optional()
      .describe('the strictest reply format the server keeps to; default: schema, for openai-compatible json'),
    temperature: decimal([0, 2], 0, '0 for the same answer each time, as far as the server can'),
    price: price.optional(),
    contextTokens: z
      .number()
      .int()
      .min(1024)
      .optional()
      .describe(
        'how many tokens the model reads at a time; passages beyond are not shown to it; for gguf extra.contextSize',
      ),
    timeoutMs: z
      .number()
      .int()
      .min(1)
      .default(CHAT_TIMEOUT_MS)
      .describe(
        'how long the server may be silent during a call; each piece of a reply, and each reply to another call, starts it anew',
      ),
    extra: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'goes into every request as it is, e.g. {"reasoning_effort": "low"}; for gguf: contextSize, threads, gpu, maxTokens',
      ),
  })
  .refine(({ provider, baseUrl }) => provider !== 'openai-compatible' || baseUrl !== undefined, {
    path: ['baseUrl'],
    message: 'is needed for openai-compatible, e.g. http://localhost:11434/v1',
  })
  // What comes out must be fit to go in again: a configuration is checked where it is loaded and where an engine is
  // made of it.
  .transform(({ baseUrl, format, price: given, ...model }) => {
    const habits = HABITS[model.provider];
    const known = given ?? priceOf(model.provider, model.model);
    const address = model.provider === 'gguf' ? undefined : (baseUrl ?? habits.baseUrl);
    return {
      ...model,
      ...(address !== undefined && { baseUrl: address }),
      format: format ?? habits.format,
      ...(known && { price: known }),
    };
  });

export type ModelConfig = z.infer<typeof modelSchema>;
