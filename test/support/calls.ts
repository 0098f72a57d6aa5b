/** Calls over a folder of their own, and parts to make calls with. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import { WinnowError } from '../../src/core/errors.js';
import type { Parts } from '../../src/core/parts.js';
import type { ChatModel, ChatRequest } from '../../src/core/ports.js';
import { type Calls, createCalls } from '../../src/engine/calls/index.js';
import { callsSchema } from '../../src/engine/config/calls.js';
import type { Environment } from '../../src/engine/environment.js';
import { document, fakeWeb, respondingModel } from '../../src/testing/index.js';

export type CallsOptions = {
  readonly settings?: z.input<typeof callsSchema>;
  readonly dataDirectory?: string;
  readonly environment?: Environment;
};

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'winnow-calls-'));
}

/** Without a cache unless the settings ask for one. */
export function callsOf({ settings = {}, dataDirectory = newFolder(), environment = {} }: CallsOptions = {}): Calls {
  const calls = callsSchema.parse({ cache: { enabled: false }, ...settings });
  return createCalls({ config: { calls }, dataDirectory, environment, random: () => 0 });
}

export const request = (content: string): ChatRequest => ({
  messages: [{ role: 'user', content }],
  format: { type: 'text' },
});

export const open = () => new AbortController().signal;

export const unavailable = (status?: number, fields: object = {}) =>
  Object.assign(
    new WinnowError('unavailable', status === undefined ? 'no answer' : `answered with status ${status}`),
    fields,
  );

/** Serves a question: inside, calls know their deadline and boundary. */
export function during<T>(calls: Calls, work: (boundary: string) => Promise<T>, timeoutMs = 60_000): Promise<T> {
  const question = { text: 'When?', askedAt: '2026-01-01T00:00:00.000Z' };
  return calls.perform({ question, pipeline: 'test', timeoutMs }, ({ boundary }) => work(boundary));
}

/** All parts of a pipeline over one small page. */
export function somePages(model: ChatModel = respondingModel(() => 'Yes.')): Parts {
  const web = fakeWeb([
    document('https://a.example/bridge', [[['Old Bridge'], 'The Old Bridge was opened in 1888 by Ada Stone.']]),
  ]);
  return {
    models: { small: model, large: model },
    local: {},
    search: web.search,
    fetcher: web.fetcher,
    retriever: { name: 'none', retrieve: async () => ({ passages: [], mode: 'sparse', problems: [] }) },
  };
}
