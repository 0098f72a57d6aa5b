/** Every adapter against a server that speaks its format. */
import { describe, test } from 'vitest';
import { anthropic } from '../src/providers/chat/anthropic.js';
import { gemini } from '../src/providers/chat/gemini.js';
import { openAi, openAiCompatible } from '../src/providers/chat/openai-compatible.js';
import { createHttpClient } from '../src/providers/http.js';
import { type ConformanceHarness, chatConformance, KEY } from '../src/testing/chat-conformance.js';
import { anthropicFormat, geminiFormat, openAiFormat } from './support/chat-server-formats.js';
import { startWireServer } from './support/chat-server-wire.js';

const ALL = ['stop', 'length', 'filter', 'refusal'] as const;

const ADAPTERS = [
  {
    name: 'openai-compatible',
    create: openAiCompatible,
    format: openAiFormat,
    has: { logprobs: true, jsonMode: true, finishes: ALL },
  },
  { name: 'openai', create: openAi, format: openAiFormat, has: { logprobs: true, jsonMode: true, finishes: ALL } },
  {
    name: 'anthropic',
    create: anthropic,
    format: anthropicFormat,
    has: { logprobs: false, jsonMode: false, finishes: ['stop', 'length', 'refusal'] },
  },
  {
    name: 'gemini',
    create: gemini,
    format: geminiFormat,
    has: { logprobs: true, jsonMode: true, finishes: ['stop', 'length', 'filter'] },
  },
] as const;

describe.each(ADAPTERS)('$name', ({ create, format, has }) => {
  const harness: ConformanceHarness = {
    has,
    start: async (acts, { timeoutMs }) => {
      const server = await startWireServer(format, acts);
      const http = createHttpClient({ allowPrivateHosts: [server.host] });
      const model = create({
        http,
        baseUrl: `http://${server.host}/v1/`,
        model: 'test',
        key: KEY,
        keyVariable: 'TEST_API_KEY',
        format: 'schema',
        timeoutMs,
      });
      const close = async () => {
        await http.close();
        await server.close();
      };
      return { model, requests: server.requests, close };
    },
  };
  for (const { name, run } of chatConformance(harness)) test(name, run);
});
