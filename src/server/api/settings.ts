/** GET /api/settings: what is set up, in words that hold no key. */
import { z } from 'zod';
import type { Config } from '../../engine/config.js';
import { diagnose } from '../../engine/doctor.js';
import { type Environment, processEnvironment } from '../../engine/environment.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { type Engines, SEARCHES } from '../engines.js';
import { mayChange } from './library.js';

const model = z.object({
  provider: z.string(),
  model: z.string(),
  keyVariable: z.string().optional().describe('the variable that holds the key'),
  hasKey: z.boolean().optional().describe('whether that variable is set'),
});

const settings = z.object({
  version: z.string(),
  pipeline: z.string(),
  corpus: z.string(),
  search: z.enum(SEARCHES),
  models: z.record(z.string(), model).describe('by role; empty where no language model is configured'),
  local: z.record(z.string(), z.boolean()).describe('our small models, on or off'),
  embedder: z.string(),
  reranker: z.string(),
  searchEngines: z.array(z.string()),
  trust: z.object({ mode: z.string(), abstainBelow: z.number() }),
  limits: z.object({ timeoutMs: z.number(), maxCostUsd: z.number().optional() }),
});

export type SettingsParts = { readonly config: Config; readonly engines: Engines; readonly version: string };

export function settingsEndpoint({ config, engines, version }: SettingsParts): Endpoint {
  return endpoint('GET /api/settings', {
    tag: 'Operation',
    summary: 'Which models, search engines and documents are set up',
    reply: { schema: settings, description: 'Settings; no keys' },
    handle: async () => {
      const { pipeline, local, embedder, reranker, search, trust, limits } = config;
      const { maxCostUsd } = limits;
      return {
        version,
        pipeline,
        ...(await engines.targetOf({})),
        models: modelsOf(config, processEnvironment()),
        local: { ...local },
        embedder: embedder.provider,
        reranker: reranker.provider,
        searchEngines: [...search.engines],
        trust: { mode: trust.mode, abstainBelow: trust.abstainBelow },
        limits: { timeoutMs: limits.timeoutMs, ...(maxCostUsd !== undefined && { maxCostUsd }) },
      };
    },
  });
}

const check = z.object({
  what: z.string(),
  state: z.enum(['ok', 'off', 'fails']),
  said: z.string(),
  advice: z.string().exactOptional(),
});

/** It asks models and search engines, which may cost a little: not for everyone, and one at a time. */
export function doctorEndpoint(config: Config): Endpoint {
  let running: ReturnType<typeof diagnose> | undefined;
  return endpoint('POST /api/doctor', {
    tag: 'Operation',
    summary: 'Try everything that is set up, as "winnow doctor" does',
    reply: { schema: z.object({ checks: z.array(check) }), description: 'What works, and what to do about the rest' },
    handle: async ({ caller }) => {
      mayChange(caller);
      running ??= diagnose(config).finally(() => {
        running = undefined;
      });
      return { checks: await running };
    },
  });
}

function modelsOf({ models }: Config, environment: Environment): Record<string, z.infer<typeof model>> {
  const configured = Object.entries(models).flatMap(([role, value]) => (value ? [[role, value] as const] : []));
  return Object.fromEntries(
    configured.map(([role, { provider, model: name, keyVariable }]) => [
      role,
      {
        provider,
        model: name,
        ...(keyVariable !== undefined && { keyVariable, hasKey: Boolean(environment[keyVariable]) }),
      },
    ]),
  );
}
