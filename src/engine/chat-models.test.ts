import { expect, test } from 'vitest';
import type { HttpClient, HttpRequest } from '../providers/http.js';
import { createChatModels } from './chat-models.js';
import { configSchema } from './config.js';
import type { Environment } from './environment.js';

const named = (models: Record<string, unknown>, environment: Environment = {}, http = {} as HttpClient) =>
  createChatModels(configSchema.parse({ models }), { http, environment });
const model = (name: string, more = {}) => ({ baseUrl: 'https://api.example/v1', model: name, ...more });

test('a role that is not configured is served by its neighbour, as the same object', () => {
  const names = (models: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(named(models)).map(([role, { name }]) => [role, name]));
  expect(names({ small: model('s') })).toEqual({ small: 's', large: 's', judge: 's' });
  expect(names({ large: model('l') })).toEqual({ small: 'l', large: 'l' });
  expect(names({ small: model('s'), large: model('l'), judge: model('j') })).toEqual({
    small: 's',
    large: 'l',
    judge: 'j',
  });
  expect(names({})).toEqual({});
  const one = named({ small: model('s') });
  expect(one.small).toBe(one.judge);
});

test('judges by the model named for it, else by the small one, and by the large one never', () => {
  expect(named({ small: model('s'), large: model('l') }).judge?.name).toBe('s');
  expect(named({ large: model('l') }).judge).toBeUndefined();
});

test.each(['openai-compatible', 'openai', 'anthropic', 'gemini', 'gguf'] as const)(
  'a checked configuration of %s passes the check again, unchanged',
  (provider) => {
    const given = {
      provider,
      model: 'm',
      ...(provider === 'openai-compatible' && { baseUrl: 'http://localhost:8080/v1' }),
    };
    const once = configSchema.parse({ models: { large: given } });
    expect(configSchema.parse(once)).toEqual(once);
  },
);

test('a key variable that is not set is a usage error that names it', () => {
  expect(() => named({ large: model('l', { keyVariable: 'SOME_KEY' }) })).toThrow(/SOME_KEY/);
  expect(() => named({ large: model('l', { keyVariable: 'SOME_KEY' }) }, { SOME_KEY: 'secret' })).not.toThrow();
});

test.each([
  [
    'gemini',
    'gemini-2.5-pro',
    { GEMINI_API_KEY: 'k' },
    'generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro',
    'x-goog-api-key',
  ],
  [
    'gemini',
    'gemini-2.5-pro',
    { GOOGLE_API_KEY: 'k' },
    'generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro',
    'x-goog-api-key',
  ],
  ['openai', 'gpt-5', { OPENAI_API_KEY: 'k' }, 'api.openai.com/v1/chat/completions', 'authorization'],
  ['anthropic', 'claude-sonnet-5', { ANTHROPIC_API_KEY: 'k' }, 'api.anthropic.com/v1/messages', 'x-api-key'],
])(
  '%s needs one line: address, key from %j, schema and price are known',
  async (provider, name, environment, address, header) => {
    const requests: HttpRequest[] = [];
    const http = {
      request: async (request: HttpRequest) => {
        requests.push(request);
        throw new Error('stop');
      },
    } as unknown as HttpClient;
    const { large } = named({ large: { provider, model: name } }, environment, http);
    expect(large).toMatchObject({ name, format: 'schema', price: { input: expect.any(Number) } });
    const signal = new AbortController().signal;
    await large
      ?.complete({ messages: [{ role: 'user', content: 'x' }], format: { type: 'text' } }, { signal })
      .catch(() => undefined);
    expect(requests[0]?.url).toContain(address);
    expect(requests[0]?.headers?.[header]).toContain('k');
  },
);

test('without its usual key a provider is a usage error that names the variables, unless the address is one of the user', () => {
  expect(() => named({ large: { provider: 'gemini', model: 'x' } })).toThrow(/GEMINI_API_KEY or GOOGLE_API_KEY/);
  expect(() => named({ large: { provider: 'gemini', model: 'x', baseUrl: 'https://proxy.example' } })).not.toThrow();
});

test('what the configuration leaves out is filled in; what it says stays', () => {
  const { models } = configSchema.parse({
    models: {
      small: model('s'),
      large: { provider: 'openai', model: 'gpt-5', price: { input: 9, output: 9 }, format: 'json' },
    },
  });
  expect(models.small).toMatchObject({ provider: 'openai-compatible', format: 'json', temperature: 0 });
  expect(models.small).not.toHaveProperty('price');
  expect(models.large).toMatchObject({
    price: { input: 9, output: 9 },
    format: 'json',
    baseUrl: 'https://api.openai.com/v1',
  });
  expect(configSchema.parse({ models }).models).toEqual(models);
  expect(() => configSchema.parse({ models: { small: { model: 's' } } })).toThrow(/baseUrl|is needed/);
});

test('a GGUF file is looked for when the model is used, and the advice names the command', async () => {
  const { small } = named({ small: { provider: 'gguf', model: 'qwen3-4b' } });
  expect(small).toMatchObject({ name: 'qwen3-4b', format: 'schema', price: { input: 0, output: 0 } });
  const asking = small?.complete({ messages: [], format: { type: 'text' } }, { signal: new AbortController().signal });
  await expect(asking).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('winnow models get qwen3-4b'),
  });
});
