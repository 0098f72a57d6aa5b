/** What the commands that ask a question set share (`winnow eval`, `ablate`, `tune`, `grid`): options and exit code. */
import type { Command } from 'commander';
import { usageError } from '../core/errors.js';
import type { EvalRow } from '../lab/run/row.js';
import { type CommonFlags, notNegative, wholeAboveZero, withConfigOptions } from './common.js';
import { exitForFallbacks, type FallbackFlags, withFallbackOption } from './fell-back.js';
import { exitForGrades, type GradingFlags, withGradingOptions } from './grading-flags.js';

export type RunFlags = CommonFlags &
  GradingFlags &
  FallbackFlags & {
    readonly out?: string;
    readonly resume?: boolean;
    readonly retryErrors?: boolean;
    readonly limit?: number;
    readonly maxConcurrency?: number;
    readonly seed: number;
    readonly json?: boolean;
  };

/** `out`: what is written there. */
export function withRunOptions(command: Command, { out }: { readonly out: string }): Command {
  return withFallbackOption(withGradingOptions(withConfigOptions(command)))
    .option('--out <folder>', out)
    .option('--resume', 'go on with what is in --out: nothing that is done is asked again')
    .option('--retry-errors', 'with --resume: ask failed questions again')
    .option('--limit <n>', 'only n questions, drawn by the seed, each type with its share', wholeAboveZero)
    .option('--max-concurrency <n>', IN_FLIGHT, wholeAboveZero)
    .option('--seed <n>', 'seed of the intervals and of what is drawn', notNegative, 0);
}

export const IN_FLIGHT = 'questions in flight at the same time (default: 8 with a language model, else 1)';

export type QuestionFlags = { readonly data: string; readonly split?: string };

export function withQuestionOptions(command: Command): Command {
  return command
    .option('--data <file|folder>', 'the questions; sample: those of the sample corpus', 'sample')
    .option('--split <name>', 'only the questions of this split');
}

/** Where the pipeline is an argument or stands in a file. */
export function hidePipelineOption(command: Command): Command {
  command.options.find(({ long }) => long === '--pipeline')?.hideHelp();
  return command;
}

export function checkResume({ resume, out }: Pick<RunFlags, 'resume' | 'out'>): void {
  if (resume && out === undefined) throw usageError('What should be resumed? Give its folder by --out.');
}

/** A failure when grades or answers of most rows are missing; said on the way. */
export function exitForRows(
  rows: readonly EvalRow[],
  { allowFallback = false }: FallbackFlags,
  say: (text: string) => void,
): number {
  const graded = exitForGrades(rows, say);
  return exitForFallbacks(rows, { allowed: allowFallback, say }) || graded;
}
