/** What can be configured about `winnow serve`. docs/http-api.md explains them together. */
import { z } from 'zod';
import { choice, flag, wholeNumber } from '../../core/option.js';
import { connectionVariable } from './index.js';

const history = z
  .strictObject({
    maxRuns: z.number().int().min(1).default(1000).describe('answers kept; the oldest go first'),
    maxDays: z.number().min(0).default(90).describe('days an answer is kept'),
    maxMegabytes: z.number().min(1).default(512).describe('disk space of all kept answers'),
  })
  .prefault({})
  .describe('answers on disk, with their events, prompts and replies');

export const serverSchema = z
  .strictObject({
    host: z
      .string()
      .min(1)
      .default('127.0.0.1')
      .describe('address to listen on; any but a loopback address demands API keys'),
    port: wholeNumber([0, 65_535], 8321, 'port to listen on; 0: any free one'),
    requireKey: flag(false, 'demand an API key on a loopback address too: set it behind a proxy'),
    allowedHosts: z
      .array(z.string())
      .default([])
      .describe('names besides the address itself under which the server may be called, e.g. winnow.example.com'),
    allowedOrigins: z
      .array(z.string())
      .default([])
      .describe('other sites whose pages may call the API from a browser, e.g. https://app.example.com'),
    concurrency: z.number().int().min(1).default(32).describe('questions answered at the same time'),
    queue: z.number().int().min(0).default(256).describe('questions that may wait; further ones are refused with 429'),
    maxBodyKilobytes: z.number().int().min(1).default(1024).describe('largest body of a request, but for uploads'),
    maxUploadMegabytes: z.number().int().min(1).default(64).describe('largest upload'),
    graceSeconds: z.number().min(0).default(20).describe('time for running answers to finish after SIGTERM'),
    logs: choice(['off', 'errors', 'all'], 'all', 'what is written to stderr as JSON lines'),
    telemetry: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        'collector for OpenTelemetry traces over OTLP/HTTP, e.g. http://localhost:4318; headers from OTEL_EXPORTER_OTLP_HEADERS',
      ),
    labFolder: z
      .string()
      .min(1)
      .default('runs')
      .describe("folder of the lab's runs: the page lists what is in it and starts new ones there"),
    store: choice(
      ['disk', 'postgres'],
      'disk',
      'where answers, keys, what was spent, ingest jobs and uploads are kept: "postgres" lets several servers share them',
    ),
    connectionVariable,
    schema: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,40}$/, 'must begin with a small letter, then small letters, digits and "_"')
      .default('winnow_server')
      .describe('schema of the tables in PostgreSQL'),
    history,
  })
  .prefault({})
  .describe('the HTTP server');

export type ServerConfig = z.infer<typeof serverSchema>;
