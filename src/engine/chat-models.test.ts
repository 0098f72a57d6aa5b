import { expect, test } from 'vitest';
import type { HttpClient } from '../providers/http.js';
import { createChatModels } from './chat-models.js';
import { configSchema } from './config.js';

const http = {} as HttpClient;
const named = (models: Record<string, unknown>, environment = {}) =>
  createChatModels(configSchema.parse({ models }), { http, environment });
const model = (name: string, more = {}) => ({ baseUrl: 'https://api.example/v1', model: name, ...more });

test('a role that is not configured is served by its neighbour', () => {
  const names = (models: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(named(models)).map(([role, { name }]) => [role, name]));
  expect(names({ small: model('s') })).toEqual({ small: 's', large: 's', judge: 's' });
  expect(names({ large: model('l') })).toEqual({ small: 'l', large: 'l', judge: 'l' });
  expect(names({ small: model('s'), large: model('l'), judge: model('j') })).toEqual({ small: 's', large: 'l', judge: 'j' });
  expect(names({})).toEqual({});
});

test('a key variable that is not set is a usage error that names it', () => {
  expect(() => named({ large: model('l', { keyVariable: 'SOME_KEY' }) })).toThrow(/SOME_KEY/);
  expect(() => named({ large: model('l', { keyVariable: 'SOME_KEY' }) }, { SOME_KEY: 'secret' })).not.toThrow();
});
