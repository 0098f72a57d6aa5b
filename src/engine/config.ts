/**
 * Everything that can be configured, with its default and one line of explanation; docs/configuration.md is made from
 * it.
 */
import { z } from 'zod';
import { choice, decimal, flag } from '../core/option.js';
import { callsSchema } from './config/calls.js';
import { indexSchema } from './config/index.js';
import { bareUrl, keyVariable, modelSchema } from './config/models.js';
import { parseSchema } from './config/parse.js';
import { rerankerSchema } from './config/rerank.js';
import { serverSchema } from './config/server.js';
import { fetchSchema, searchSchema } from './config/web.js';

export type { ModelConfig } from './config/models.js';

export const configSchema = z.strictObject({
  pipeline: z.string().default('hifi-rag').describe('the pipeline that answers'),
  docs: z.string().default('sample').describe('what is searched: "sample" for the sample corpus, else a folder'),
  corpus: z
    .string()
    .regex(/^[A-Za-z0-9_-]{0,64}$/, 'must be the name of a corpus: letters, digits, "-" and "_"')
    .default('')
    .describe('name of a corpus made by "winnow ingest", searched instead of docs'),
  dataDirectory: z
    .string()
    .optional()
    .describe('where indexes and caches are kept; default: .winnow in the home directory'),
  index: indexSchema,
  models: z
    .strictObject({
      small: modelSchema.optional().describe('filters and cites; falls back to large'),
      large: modelSchema.optional().describe('writes; falls back to small'),
      judge: modelSchema
        .optional()
        .describe('checks claims and grades in evaluations; falls back to small, never to large'),
    })
    .default({}),
  local: z
    .strictObject({
      embedder: flag(true, 'meaning besides words in search and ranking'),
      reranker: flag(true, 'our reranker on the best sections'),
      verifier: flag(true, 'our verifier for the support of a sentence'),
      reader: flag(true, 'our reader for short answers'),
    })
    .prefault({})
    .describe('the small models that run in-process'),
  embedder: z
    .strictObject({
      provider: choice(
        ['local', 'openai-compatible', 'gemini'],
        'local',
        '"local" for the bundled embedder, else the API',
      ),
      baseUrl: bareUrl
        .optional()
        .describe('e.g. http://localhost:11434/v1; a private address must be named in allowPrivateHosts too'),
      model: z.string().min(1).optional().describe('the model name the server knows'),
      keyVariable,
      dimensions: z.number().int().min(1).optional().describe('how long the vectors of this model are'),
      timeoutMs: z.number().int().min(1).default(60_000).describe('time for one batch'),
    })
    .prefault({})
    .describe('where vectors come from'),
  reranker: rerankerSchema,
  search: searchSchema.prefault({}).describe('where pages are searched'),
  fetch: fetchSchema.prefault({}).describe('how pages of the web are read'),
  parse: parseSchema,
  trust: z
    .strictObject({
      mode: choice(
        ['mark', 'mend', 'strict'],
        'mark',
        'what happens to a sentence that no source carries: "mark" leaves it and shows its verdict, "mend" also puts the source\'s figure, date or name in the place of a wrong one, "strict" also leaves out what cannot be mended',
      ),
      abstainBelow: decimal(
        [0, 1],
        0,
        'say that there is no answer where the confidence in it is below this, 0 to 1; 0 keeps every answer (docs/confidence.md)',
      ),
      showDoubtful: z
        .boolean()
        .default(false)
        .describe(
          'show language models sentences that may be prompt injections from the first, not only where the rest holds no answer: for documents that you trust (docs/security.md)',
        ),
    })
    .prefault({})
    .describe('what is asked of an answer before it is given'),
  limits: z
    .strictObject({
      timeoutMs: z.number().int().min(1).default(120_000).describe('time for one question'),
      maxCostUsd: z.number().min(0).optional().describe('money for one question'),
    })
    .prefault({}),
  calls: callsSchema,
  server: serverSchema,
  allowPrivateHosts: z
    .array(z.string())
    .default([])
    .describe('host:port of model and search servers of your own, e.g. localhost:11434; pages never use it'),
  pipelines: z.record(z.string(), z.record(z.string(), z.unknown())).default({}).describe('options by pipeline'),
});

export type Config = z.infer<typeof configSchema>;
/** What a configuration file or a library user may give: everything is optional. */
export type ConfigInput = z.input<typeof configSchema>;
