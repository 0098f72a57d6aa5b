/** What is known of a run without its events: what history lists. */
import { z } from 'zod';
import { errorSchema } from '../refusal.js';

export const RUN_STATUSES = [
  'queued',
  'running',
  'answered',
  'abstained',
  'failed',
  'cancelled',
  'interrupted',
] as const;

export const summarySchema = z.object({
  id: z.string(),
  conversation: z.string().describe('runs of one conversation share it'),
  asked: z.string().describe('the question as it was asked'),
  question: z.string().describe('the question as it was answered: a follow-up is made to stand alone'),
  pipeline: z.string(),
  corpus: z.string().describe('what was searched: a corpus, or "~docs" for the configured folder'),
  search: z.enum(['documents', 'web', 'both']),
  askedAt: z.string(),
  status: z.enum(RUN_STATUSES),
  short: z.string().optional().describe('the beginning of the answer'),
  confidence: z.number().optional(),
  costUsd: z.number().nullable().optional().describe('null where a price is unknown'),
  ms: z.number().optional(),
  error: errorSchema.shape.error.optional(),
});

export type RunSummary = z.infer<typeof summarySchema>;

/** As it is kept, with what no client sees. */
export const keptSummarySchema = summarySchema.extend({ owner: z.string(), pid: z.number(), bytes: z.number() });

export type KeptSummary = z.infer<typeof keptSummarySchema>;

export const isOver = ({ status }: Pick<RunSummary, 'status'>): boolean => status !== 'queued' && status !== 'running';

export function publicSummary({ owner: _, pid: __, bytes: ___, ...summary }: KeptSummary): RunSummary {
  return summary;
}
