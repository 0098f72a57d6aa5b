/**
 * What can be configured about calls that leave the process: recording, cache, retries, limits. docs/calls.md explains
 * them together.
 */
import { z } from 'zod';
import { choice, flag } from '../../core/option.js';

const limit = z.strictObject({
  concurrency: z.number().int().min(1).optional().describe('calls to this provider at the same time'),
  requestsPerMinute: z.number().int().min(1).optional().describe('calls to this provider within any minute'),
});

const cache = z
  .strictObject({
    enabled: flag(true, 'answer a call that was answered before from disk, at no cost'),
    maxMegabytes: z
      .number()
      .min(1)
      .default(512)
      .describe('disk space at most; what was not used for longest goes first'),
    searchMinutes: z
      .number()
      .min(0)
      .default(15)
      .describe('how long results of a search engine are used again; 0: never'),
    fetchMinutes: z
      .number()
      .min(0)
      .default(0)
      .describe(
        'how long a parsed page is used again, whatever its headers say; 0: never, so that fetch.cache decides by the headers',
      ),
  })
  .prefault({})
  .describe('replies kept in the data directory');

const retry = z
  .strictObject({
    attempts: z.number().int().min(1).default(4).describe('attempts at most, the first one included; 1: no retry'),
    firstDelayMs: z
      .number()
      .int()
      .min(0)
      .default(500)
      .describe('wait before the second attempt; doubled before each further one'),
    maxDelayMs: z
      .number()
      .int()
      .min(0)
      .default(30_000)
      .describe('longest wait; a server that asks for a longer one is not asked again'),
  })
  .prefault({})
  .describe('for failures that may pass: no answer, resets, 429, 5xx');

const breaker = z
  .strictObject({
    failures: z.number().int().min(1).default(8).describe('failures in a row after which a provider is left alone'),
    pauseMs: z.number().int().min(0).default(30_000).describe('for how long; then one call tries it'),
  })
  .prefault({})
  .describe('spares a provider that is down, and the time of those who would wait for it');

const timeout = (ms: number, what: string) => z.number().int().min(1).default(ms).describe(what);

export const callsSchema = z
  .strictObject({
    record: z.string().min(1).optional().describe('file to which every call of a question is appended'),
    replay: z
      .string()
      .min(1)
      .optional()
      .describe('file made by record, from which every call is answered instead of the network'),
    recorded: choice(
      ['all', 'models'],
      'all',
      'with record: every call, or the replies of language models alone, where a replay computes everything else anew',
    ),
    cache,
    retry,
    breaker,
    limits: limit
      .extend({ concurrency: z.number().int().min(1).default(64).describe('calls to one provider at the same time') })
      .prefault({})
      .describe('for every provider'),
    providers: z
      .record(z.string(), limit)
      .default({})
      .describe('limits by provider: the name of a model or a search engine (in any case), or the host of a page'),
    timeoutMs: z
      .strictObject({
        embed: timeout(60_000, 'an embedder behind an API'),
        rerank: timeout(30_000, 'a reranker behind an API'),
        search: timeout(20_000, 'a search engine'),
        fetch: timeout(30_000, 'a page'),
        retrieve: timeout(30_000, 'a passage index behind an API'),
      })
      .prefault({})
      .describe('time for one attempt; a language model has its own, models.*.timeoutMs'),
  })
  .refine(({ record, replay }) => record === undefined || replay === undefined, 'either record or replay, not both')
  .prefault({})
  .describe('calls that leave the process');

export type CallsConfig = z.infer<typeof callsSchema>;
