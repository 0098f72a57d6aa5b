/** What can be configured about reading documents and pages. */
import { z } from 'zod';
import { DEFAULT_LIMITS } from '../../providers/parse/limits.js';

export const parseSchema = z
  .strictObject({
    timeoutMs: z
      .number()
      .int()
      .min(100)
      .max(600_000)
      .default(DEFAULT_LIMITS.timeoutMs)
      .describe('time for one document; its process is ended then'),
    memoryMb: z
      .number()
      .int()
      .min(256)
      .max(16_384)
      .default(DEFAULT_LIMITS.memoryMb)
      .describe('megabytes of memory for one document; its process is ended at more'),
    maxPageCharacters: z
      .number()
      .int()
      .min(10_000)
      .max(100_000_000)
      .default(DEFAULT_LIMITS.maxPageCharacters)
      .describe('characters of an HTML page that are read; what is cut is said'),
  })
  .prefault({})
  .describe('limits on the parsers (docs/formats.md)');
