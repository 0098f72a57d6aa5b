/** `winnow ablate`: a paper's own table, row by row, beside the figures it printed. */

import { join } from 'node:path';
import { Command } from 'commander';
import { reportAblation } from '../lab/ablate/report.js';
import { ABLATED_PIPELINES, ablationOf, choicesToAsk } from '../lab/ablate/rows.js';
import { openGraders } from '../lab/grade/graders.js';
import { openSession, summariseSession } from '../lab/run/session.js';
import { renderAblation } from './ablate-table.js';
import { askAll, openRows } from './ask-all.js';
import { configFrom, openTerminal, wholeAboveZero } from './common.js';
import { exitCodeOf } from './exit.js';
import { gradingFrom } from './grading-flags.js';
import { printResult, writeOutput } from './output.js';
import {
  checkResume,
  exitForRows,
  hidePipelineOption,
  type QuestionFlags,
  type RunFlags,
  withQuestionOptions,
  withRunOptions,
} from './run-flags.js';

type AblateFlags = RunFlags & QuestionFlags & { readonly every?: number; readonly rows?: readonly string[] };

export function ablateCommand(): Command {
  const out = 'keep the rows there, as a run that compare, cost and rate can read';
  const command = withQuestionOptions(withRunOptions(new Command('ablate'), { out }))
    .argument('<pipeline>', ABLATED_PIPELINES.join(', '))
    .option('--every <n>', 'every n-th question only, before the limit', wholeAboveZero)
    .option('--rows <name,name,...>', 'only these rows', (value: string) => value.split(',').map((name) => name.trim()))
    .option('--json', 'print the report as one JSON object')
    .action(async (pipeline: string, flags: AblateFlags) => {
      process.exitCode = await runAblation(pipeline, flags);
    });
  return hidePipelineOption(command);
}

async function runAblation(pipeline: string, flags: AblateFlags): Promise<number> {
  ablationOf(pipeline, { hasModel: true, only: flags.rows }); // a mistyped name must not wait for anything
  checkResume(flags);
  const { config } = await configFrom({ ...flags, pipeline });
  const hasModel = Object.values(config.models).some((model) => model !== undefined);
  const ablation = ablationOf(pipeline, { config, hasModel, only: flags.rows });
  const pipelines = choicesToAsk(ablation);
  const session = await openSession({ ...flags, config, pipelines });
  const graders = await openGraders(gradingFrom(flags), session);
  const { maxConcurrency, allowFallback, seed } = flags;
  const { line, signal } = openTerminal();
  const kept = openRows(session.record, flags);
  const asking = { session, pipelines, graders, rows: kept, signal, line, maxConcurrency, allowFallback };
  await askAll(asking).finally(kept.close);
  const rows = kept.rows();
  if (signal.aborted) {
    const total = session.rows.length * pipelines.length;
    line.print(`${rows.length} of ${total} are done.${flags.out ? ' The same command with --resume goes on.' : ''}`);
    return exitCodeOf(signal.reason);
  }
  const report = reportAblation({ ablation, rows, hasModel, seed });
  kept.writeSummary(summariseSession(session, rows));
  if (flags.out !== undefined) writeOutput(join(flags.out, 'ablation.json'), `${JSON.stringify(report, null, 2)}\n`);
  printResult(report, flags.json, (style) => renderAblation(report, style, flags));
  return exitForRows(rows, flags, line.print);
}
