/** What the lab takes and sends over HTTP. */
import { z } from 'zod';
import { errorSchema } from '../refusal.js';

export const labName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be a name of at most 64 letters, digits, ".", "-" and "_"');

/** A run, or one pipeline of it: "first" or "first:hifi-rag". */
export const labSource = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}(?::[^/\\]{1,200})?$/, 'must be the name of a run, or NAME:PIPELINE');

const asked = {
  name: labName.describe('of the folder it is written to'),
  questions: z.string().min(1).max(128).default('sample').describe('"sample", or a set that was uploaded'),
  corpus: z
    .string()
    .max(64)
    .optional()
    .describe('a corpus, or "~docs"; by default the pages that belong to the questions, else the configured ones'),
  split: z.string().max(64).optional(),
  limit: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe('so many questions, drawn by the seed, each type with its share'),
  seed: z
    .number()
    .int()
    .min(0)
    .max(2 ** 31)
    .default(0),
};

const MOST_PIPELINES = 16;

export const runRequest = z.strictObject({
  kind: z.literal('run'),
  ...asked,
  pipelines: z
    .array(z.string().min(1).max(500))
    .min(1)
    .max(MOST_PIPELINES)
    .describe('each with options of its own if any: "hifi-rag,refine=false"'),
});

export const gridRequest = z.strictObject({
  kind: z.literal('grid'),
  ...asked,
  pipeline: z.string().min(1).max(100),
  options: z.record(z.string(), z.unknown()).default({}).describe('fixed at every point'),
  axes: z.record(z.string(), z.array(z.unknown()).min(1).max(20)).describe('option: the values that are combined'),
  response: z
    .string()
    .max(500)
    .optional()
    .describe('arithmetic over metrics; by default the first that every point has'),
});

export const startRequest = z.discriminatedUnion('kind', [runRequest, gridRequest]);
export type StartRequest = z.infer<typeof startRequest>;

export const entrySchema = z.object({
  name: z.string(),
  kind: z.enum(['run', 'grid']),
  status: z.enum(['running', 'done', 'stopped', 'unreadable']).describe('a stopped one can be gone on with'),
  done: z.number().int(),
  total: z.number().int(),
  askedAt: z.string(),
  questions: z.string(),
  documents: z.string(),
  labels: z.array(z.string()).describe('pipelines of a run, points of a grid'),
  error: errorSchema.shape.error.optional().describe('what ended it, where it did not end well'),
});

const metric = z.object({
  mean: z.number(),
  n: z.number().int(),
  low: z.number().optional(),
  high: z.number().optional(),
});

const column = z.object({
  label: z.string(),
  done: z.number().int(),
  answered: z.number().int(),
  abstained: z.number().int(),
  failed: z.number().int(),
  costUsd: z.number().nullable(),
  metrics: z.record(z.string(), metric).readonly(),
  course: z
    .record(z.string(), z.array(z.tuple([z.number(), z.number()]).readonly()).readonly())
    .readonly()
    .describe('by metric: the mean after so many questions'),
});

const winner = z.object({
  name: z.string(),
  settings: z.record(z.string(), z.unknown()).readonly(),
  response: z.number(),
});

const grid = z.object({
  response: z.string(),
  champion: winner,
  runnerUp: winner.nullable(),
  lead: z.object({ wins: z.number(), losses: z.number(), ties: z.number(), p: z.number() }).nullable(),
  noiseFloor: z.number().nullable(),
  factors: z
    .record(z.string(), z.array(z.object({ value: z.string(), mean: z.number(), points: z.number() })).readonly())
    .readonly(),
  notes: z.array(z.string()).readonly(),
  points: z.array(z.object({ name: z.string(), response: z.number() })),
});

export const stateSchema = entrySchema.extend({
  models: z.record(z.string(), z.string()).readonly(),
  columns: z.array(column).readonly(),
  grid: grid.optional(),
});

export type LabEntry = z.infer<typeof entrySchema>;
export type LabRun = z.infer<typeof stateSchema>;

export const questionSetSchema = z.object({ name: z.string(), questions: z.number().int(), format: z.string() });

const differing = z.object({
  id: z.string(),
  first: z.number(),
  second: z.number(),
  question: z.string().optional(),
  answers: z.tuple([z.string(), z.string()]).readonly().optional(),
});

export const comparisonSchema = z.object({
  first: z.string(),
  second: z.string(),
  questions: z.number().int(),
  unmatched: z.number().int(),
  standIns: z.tuple([z.number(), z.number()]).readonly(),
  metrics: z
    .array(
      z.looseObject({
        metric: z.string(),
        first: z.number(),
        second: z.number(),
        wins: z.number(),
        losses: z.number(),
        ties: z.number(),
        difference: z.number(),
        low: z.number(),
        high: z.number(),
        p: z.number(),
        pHolm: z.number(),
      }),
    )
    .readonly(),
  differing: z.array(differing).readonly(),
});
