/**
 * `winnow tune`: tries variants of a pipeline on one half of the questions and reports the best on the other half
 * alone.
 */

import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import type { QuestionRow } from '../lab/datasets/rows.js';
import type { Grader } from '../lab/grade/grade.js';
import { openGraders } from '../lab/grade/graders.js';
import { makeOutputFolder } from '../lab/run/output-folder.js';
import type { PipelineChoice } from '../lab/run/pipelines.js';
import type { EvalRow } from '../lab/run/row.js';
import { openSession, type Session } from '../lab/run/session.js';
import { halvesOf, scoring, type TuneResult, trialsOf, verdictOf } from '../lab/tune/tune.js';
import { BASELINE, choicesOf, parseVary, readVariants, type Vary } from '../lab/tune/variants.js';
import { askAll, openRows } from './ask-all.js';
import { configFrom, openTerminal, type Terminal } from './common.js';
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
import { renderTuned } from './tune-table.js';

type TuneFlags = RunFlags &
  QuestionFlags & { readonly vary?: readonly Vary[]; readonly variants?: string; readonly metric: string };

export function tuneCommand(): Command {
  const out = 'keep the rows of both halves there, as runs that compare and report can read';
  const command = withQuestionOptions(withRunOptions(new Command('tune'), { out }))
    .argument('<pipeline>', 'the pipeline whose options are varied')
    .option('--vary <option=value,value,...>', 'values to try, one at a time; may be repeated', collectVary)
    .option('--variants <file.yaml>', 'variants by name, each with its options: for prompts and lists (docs/lab.md)')
    .option(
      '--metric <expression>',
      'what is to rise: a metric, or e.g. "0.6*relevance_score+0.4*faithfulness_score"',
      'contains',
    )
    .option('--json', 'print the result as one JSON object')
    .action(async (pipeline: string, flags: TuneFlags) => {
      process.exitCode = await runTune(pipeline, flags);
    });
  return hidePipelineOption(command);
}

function collectVary(value: string, previous: readonly Vary[] = []): readonly Vary[] {
  try {
    return [...previous, parseVary(value)];
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

async function runTune(pipeline: string, flags: TuneFlags): Promise<number> {
  scoring(flags.metric); // a mistyped name must not wait for anything
  checkResume(flags);
  const choices = choicesOf(pipeline, {
    vary: flags.vary ?? [],
    named: flags.variants === undefined ? {} : readVariants(flags.variants),
  });
  const { config } = await configFrom({ ...flags, pipeline });
  const session = await openSession({ ...flags, config, pipelines: choices });
  const halves = halvesOf(session.rows, flags.seed);
  if (flags.out !== undefined) makeOutputFolder(flags.out);
  const graders = await openGraders(gradingFrom(flags), session);
  const { line, signal } = openTerminal();
  const asking = { session, graders, signal, line, flags };

  const searched = await askHalf({ ...asking, name: 'search', rows: halves.search, choices });
  if (signal.aborted) return exitCodeOf(signal.reason);
  const trials = trialsOf(searched, flags);
  const [best] = trials;
  const better = choices.find(({ label }) => label === best?.variant && best.difference > 0);
  const baseline = choices.filter(({ label }) => label === BASELINE);
  const held = better
    ? await askHalf({ ...asking, name: 'held-out', rows: halves.heldOut, choices: [...baseline, better] })
    : [];
  if (signal.aborted) return exitCodeOf(signal.reason);

  const heldOut = better ? (trialsOf(held, flags)[0] ?? null) : null;
  const questions = { search: halves.search.length, heldOut: halves.heldOut.length };
  const tuned: TuneResult = { metric: flags.metric, questions, trials, heldOut, verdict: verdictOf(best, heldOut) };
  if (flags.out !== undefined) writeOutput(join(flags.out, 'tune.json'), `${JSON.stringify(tuned, null, 2)}\n`);
  printResult(tuned, flags.json, (style) => renderTuned(tuned, style));
  return exitForRows([...searched, ...held], flags, line.print);
}

type Half = Terminal & {
  readonly name: 'search' | 'held-out';
  readonly rows: readonly QuestionRow[];
  readonly choices: readonly PipelineChoice[];
  readonly session: Session;
  readonly graders: readonly Grader[];
  readonly flags: TuneFlags;
};

/** Each half is a run of its own: neither can be taken for the other. */
async function askHalf({ name, rows, choices, session, flags, ...asking }: Half): Promise<readonly EvalRow[]> {
  const labels = new Set(choices.map(({ label }) => label));
  const record = {
    ...session.record,
    data: { ...session.record.data, questions: rows.length },
    options: { ...session.record.options, half: name },
    pipelines: Object.fromEntries(Object.entries(session.record.pipelines).filter(([label]) => labels.has(label))),
  };
  const kept = openRows(record, { ...flags, ...(flags.out !== undefined && { out: join(flags.out, name) }) });
  const { maxConcurrency, allowFallback } = flags;
  const half = { session: { ...session, rows }, pipelines: choices, rows: kept, maxConcurrency, allowFallback };
  asking.line.print(name === 'search' ? 'search half:' : 'held-out half, the best alone:');
  await askAll({ ...asking, ...half }).finally(kept.close);
  return kept.rows();
}
