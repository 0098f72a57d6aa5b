/** Corpora, their documents and passages, and ingest jobs, as the API shows them. */
import { z } from 'zod';
import { FUSIONS, SYNTAXES } from '../../engine/corpora/index.js';
import type { Explanation } from '../../providers/index/types.js';
import { errorSchema } from '../refusal.js';

export const corpusSchema = z.object({
  name: z.string().describe('"~docs" is the configured folder: the sample corpus unless changed'),
  kind: z.enum(['folder', 'corpus']),
  isDefault: z.boolean(),
  documents: z.number().int(),
  passages: z.number().int().optional(),
  vectors: z.number().int().optional().describe('passages that are found by meaning, too'),
  withoutVector: z.number().int().optional().describe('passages whose vectors are to come'),
  bytes: z.number().int().optional(),
  chunking: z.array(z.string()).optional(),
  embedder: z.string().nullable().optional(),
  changedAt: z.string().optional(),
  problem: z.string().optional().describe('why it cannot be read'),
});

const passageSchema = z.object({
  id: z.string(),
  headings: z.array(z.string()).readonly(),
  text: z.string(),
  start: z.number().int(),
  end: z.number().int(),
});

export const documentRefSchema = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string(),
  date: z.string().optional(),
  passages: z.number().int(),
  characters: z.number().int(),
});

const leftOutSchema = z.object({ what: z.string(), why: z.string(), characters: z.number().int() });

export const documentSchema = documentRefSchema.extend({
  passages: z.array(passageSchema).describe('how the document was cut; offsets are in its text'),
  text: z.string().optional().describe('the parsed text, where the document can still be read'),
  sections: z
    .array(z.object({ headings: z.array(z.string()).readonly(), start: z.number(), end: z.number() }))
    .optional(),
  leftOut: z.array(leftOutSchema).optional().describe('what the parser left out, and why'),
});

export const parsedSchema = z.object({
  url: z.string(),
  title: z.string(),
  text: z.string(),
  sections: z.array(z.object({ headings: z.array(z.string()).readonly(), start: z.number(), end: z.number() })),
  leftOut: z.array(leftOutSchema),
  date: z.string().optional(),
  language: z.string().optional(),
});

export const searchSchema = z.strictObject({
  query: z.string().min(1).max(4000),
  mode: z
    .enum(['sparse', 'dense', 'hybrid'])
    .optional()
    .describe('by words, by meaning, or both; by default both where there are vectors'),
  syntax: z.enum(SYNTAXES).default('plain'),
  k: z.number().int().min(1).max(200).default(10),
  by: z.enum(['doc', 'passage']).default('passage'),
  fusion: z.enum(FUSIONS).optional(),
  rerank: z.boolean().default(false),
  explain: z.boolean().default(false).describe('why each hit has its score'),
});

const explanationSchema: z.ZodType<Explanation> = z
  .object({
    value: z.number(),
    what: z.string(),
    get parts() {
      return z.array(explanationSchema).exactOptional();
    },
  })
  .meta({ id: 'Explanation' });

export const hitsSchema = z.object({
  mode: z.enum(['sparse', 'dense', 'hybrid']),
  problems: z
    .array(z.object({ message: z.string(), at: z.number().int() }))
    .describe('what of the query was not understood'),
  hits: z.array(
    passageSchema.extend({
      rank: z.number().int(),
      score: z.number(),
      document: z.object({ id: z.string(), url: z.string(), title: z.string(), date: z.string().optional() }),
      marks: z
        .array(z.object({ start: z.number().int(), end: z.number().int() }))
        .describe('where words of the query are in the text'),
      explanation: explanationSchema.optional(),
    }),
  ),
});

export const jobSchema = z.object({
  id: z.string(),
  corpus: z.string(),
  status: z
    .enum(['running', 'done', 'failed', 'cancelled', 'interrupted'])
    .describe(
      'running: being read, or waiting for a server that has room; interrupted: the server ended before the job did; it can be resumed, as can a failed or stopped one',
    ),
  share: z.number().describe('how much of the work is done, 0 to 1'),
  counts: z
    .object({
      documents: z.number(),
      passages: z.number(),
      unchanged: z.number(),
      unread: z.number(),
      vectors: z.number().default(0).describe('passages of the whole corpus that are found by meaning, too'),
      withoutVector: z
        .number()
        .default(0)
        .describe('passages that are found by their words so far; their vectors are to come'),
    })
    .readonly(),
  unread: z.array(z.object({ what: z.string(), why: z.string() })),
  notices: z.array(z.string()),
  startedAt: z.string(),
  error: errorSchema.shape.error.optional(),
});

export type Job = z.infer<typeof jobSchema>;
