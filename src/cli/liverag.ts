/**
 * `winnow liverag`: answers a question file of LiveRAG as its answer file, every line checked against the challenge's
 * schema.
 */
import type { Command } from 'commander';
import { usageError } from '../core/errors.js';
import {
  finalPromptOf,
  JUDGED_WORDS,
  type LiveRagRecord,
  liveRagRecord,
  liveRagSchema,
} from '../lab/contest/live-rag.js';
import type { QuestionRow } from '../lab/datasets/rows.js';
import { contestCommand } from './contest.js';

export function liveRagCommand(): Command {
  return contestCommand<LiveRagRecord>({
    command: 'liverag',
    reads: 'liverag',
    data: 'JSONL with "id" and "question"',
    check: checkIds,
    format: {
      lineOf: ({ id, result, exchanges }) =>
        liveRagSchema.parse(liveRagRecord({ id, result, finalPrompt: finalPromptOf(exchanges) })),
      idOf: (line) => String(liveRagSchema.parse(line).id),
    },
    remarks: tooLong,
  });
}

/** The answer file names questions by whole numbers. */
function checkIds(rows: readonly QuestionRow[]): void {
  const wrong = rows.find(({ id }) => !/^(?:0|[1-9]\d*)$/.test(id));
  if (wrong)
    throw usageError(
      `The id "${wrong.id}" is no whole number, as LiveRAG's answer file demands. Number the questions.`,
    );
}

function tooLong(lines: readonly LiveRagRecord[]): string[] {
  const long = lines.filter(({ answer }) => answer.trim().split(/\s+/).length > JUDGED_WORDS).length;
  return long === 0 ? [] : [`${long} answers are longer than the ${JUDGED_WORDS} words that are judged.`];
}
