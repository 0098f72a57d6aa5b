/** `winnow ablate`: a paper's own table, row by row, beside the figures it printed. */

import { join } from 'node:path';
import { Command } from 'commander';
import { WinnowError } from '../core/errors.js';
import { reportAblation } from '../lab/ablate/report.js';
import { ABLATED_PIPELINES, ablationOf, choicesToAsk } from '../lab/ablate/rows.js';
import { openGraders } from '../lab/grade/graders.js';
import type { PipelineChoice } from '../lab/run/pipelines.js';
import { openRunFolder, type RunFolder } from '../lab/run/run-folder.js';
import { openSession, type Session } from '../lab/run/session.js';
import { summarise } from '../lab/run/summary.js';
import { renderAblation } from './ablate-table.js';
import { askAll, rowsInMemory } from './ask-all.js';
import {
  type CommonFlags,
  configFrom,
  interruptSignal,
  notNegative,
  wholeAboveZero,
  withConfigOptions,
} from './common.js';
import { exitCodeOf } from './exit.js';
import { exitForFallbacks, type FallbackFlags, withFallbackOption } from './fell-back.js';
import { exitForGrades, type GradingFlags, gradingFrom, withGradingOptions } from './grading-flags.js';
import { writeOutput } from './output.js';
import { statusLine, styleFor } from './terminal.js';

type AblateFlags = CommonFlags &
  GradingFlags &
  FallbackFlags & {
    readonly data: string;
    readonly split?: string;
    readonly limit?: number;
    readonly every?: number;
    readonly rows?: readonly string[];
    readonly out?: string;
    readonly resume?: boolean;
    readonly retryErrors?: boolean;
    readonly maxConcurrency?: number;
    readonly seed: number;
    readonly json?: boolean;
  };

export function ablateCommand(): Command {
  const command = withFallbackOption(withGradingOptions(withConfigOptions(new Command('ablate'))))
    .description("run the rows of a paper's ablation and show them beside the published figures")
    .argument('<pipeline>', ABLATED_PIPELINES.join(', '))
    .option('--data <file|folder>', 'the questions; sample: those of the sample corpus', 'sample')
    .option('--split <name>', 'only the questions of this split')
    .option('--limit <n>', 'only n questions, drawn by the seed, each type with its share', wholeAboveZero)
    .option('--every <n>', 'every n-th question only, before the limit', wholeAboveZero)
    .option('--rows <name,name,...>', 'only these rows', (value: string) => value.split(',').map((name) => name.trim()))
    .option('--out <folder>', 'keep the rows there, as a run that compare, cost and rate can read')
    .option('--resume', 'go on with the ablation in --out')
    .option('--retry-errors', 'with --resume: ask failed questions again')
    .option(
      '--max-concurrency <n>',
      'questions in flight at the same time (default: 8 with a language model, else 1)',
      wholeAboveZero,
    )
    .option('--seed <n>', 'seed of the intervals', notNegative, 0)
    .option('--json', 'print the report as one JSON object')
    .action(async (pipeline: string, flags: AblateFlags) => {
      process.exitCode = await runAblation(pipeline, flags);
    });
  command.options.find(({ long }) => long === '--pipeline')?.hideHelp(); // it is the argument
  return command;
}

async function runAblation(pipeline: string, flags: AblateFlags): Promise<number> {
  ablationOf(pipeline, { hasModel: true, only: flags.rows }); // a mistyped name must not wait for anything
  if (flags.resume && flags.out === undefined)
    throw new WinnowError('usage', 'What should be resumed? Give its folder by --out.');
  const { config } = await configFrom({ ...flags, pipeline });
  const hasModel = Object.values(config.models).some((model) => model !== undefined);
  const ablation = ablationOf(pipeline, { config, hasModel, only: flags.rows });
  const pipelines = choicesToAsk(ablation);
  const session = await openSession({ ...flags, config, pipelines });
  const graders = await openGraders(gradingFrom(flags), session);
  const { resume, retryErrors, maxConcurrency, allowFallback = false, seed } = flags;
  const folder =
    flags.out === undefined
      ? undefined
      : openRunFolder({ folder: flags.out, record: session.record, resume, retryErrors });
  const line = statusLine(process.stderr);
  const signal = interruptSignal(() => line.print('Stopping. Press Ctrl-C again to end at once.'));
  const kept = folder ?? rowsInMemory(session.record);
  const asking = { session, pipelines, graders, rows: kept, signal, line, maxConcurrency, allowFallback };
  await askAll(asking).finally(() => folder?.close());
  const rows = kept.rows();
  if (signal.aborted) {
    const total = session.rows.length * pipelines.length;
    line.print(`${rows.length} of ${total} are done.${folder ? ' The same command with --resume goes on.' : ''}`);
    return exitCodeOf(signal.reason);
  }
  const report = reportAblation({ ablation, rows, hasModel, seed });
  const json = JSON.stringify(report, null, 2);
  if (flags.out !== undefined && folder) keep(flags.out, folder, { session, pipelines, json, seed });
  process.stdout.write(`${flags.json ? json : renderAblation(report, styleFor(process.stdout), flags)}\n`);
  const graded = exitForGrades(rows, line.print);
  return exitForFallbacks(rows, { allowed: allowFallback, say: line.print }) || graded;
}

type KeepInput = {
  readonly session: Session;
  readonly pipelines: readonly PipelineChoice[];
  readonly json: string;
  readonly seed: number;
};

function keep(out: string, folder: RunFolder, { session, pipelines, json, seed }: KeepInput): void {
  const ids = session.rows.map(({ id }) => id);
  folder.writeSummary(summarise({ rows: folder.rows(), pipelines: pipelines.map(({ label }) => label), ids, seed }));
  writeOutput(join(out, 'ablation.json'), `${json}\n`);
}
