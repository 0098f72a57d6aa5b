/** Options that several comparators share. Each comparator's own file says which of them it has. */
import { z } from 'zod';

export const abstainOption = z
  .boolean()
  .default(true)
  .describe('let the writer say that the passages do not hold the answer');

export const modeOption = z
  .enum(['sparse', 'dense', 'hybrid'])
  .default('hybrid')
  .describe('how passages are retrieved: by words, by meaning, or both');

export const pageOptions = {
  maxPages: z.number().int().min(1).max(50).default(8).describe('pages read at most, per web search'),
  concurrency: z
    .number()
    .int()
    .min(1)
    .max(64)
    .default(8)
    .describe('pages fetched and passages judged at the same time'),
  pageTimeoutMs: z.number().int().min(1).max(3_600_000).default(10_000).describe('time for one page'),
};
