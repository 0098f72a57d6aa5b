/**
 * `winnow mmu-ragent`: answers a validation file of MMU-RAGent in the submission's format. The endpoints are part of
 * `winnow serve`.
 */
import type { Command } from 'commander';
import { z } from 'zod';
import { type Submission, submissionOf } from '../lab/contest/mmu-ragent.js';
import { contestCommand } from './contest.js';

const submission = z.object({ query_id: z.string(), generated_response: z.string() });

export function mmuRagentCommand(): Command {
  return contestCommand<Submission>({
    command: 'mmu-ragent',
    reads: 'mmu-ragent',
    data: 'JSONL with "iid" and "query"',
    format: {
      lineOf: ({ id, result }) => submissionOf(id, result),
      idOf: (line) => submission.parse(line).query_id,
    },
  });
}
