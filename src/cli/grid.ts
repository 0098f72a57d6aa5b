/**
 * `winnow grid`: every combination of a pipeline's options, each asked all questions, and what the differences come
 * from.
 */
import { Command } from 'commander';
import { usageError } from '../core/errors.js';
import { createEngine } from '../engine/index.js';
import { type Grader, isGraded } from '../lab/grade/grade.js';
import { openGraders } from '../lab/grade/graders.js';
import { gridConfig, readGrid } from '../lab/grid/file.js';
import { type GridFolder, openGridFolder } from '../lab/grid/folder.js';
import { choiceOf } from '../lab/grid/points.js';
import { finishGrid, type PreparedGrid, prepareGrid } from '../lab/grid/prepare.js';
import { runGrid } from '../lab/grid/run.js';
import { workOnGrid } from '../lab/grid/shared.js';
import { estimateRun } from '../lab/run/estimate.js';
import { configFrom, openTerminal, type Terminal, wholeAboveZero } from './common.js';
import { evalProgress } from './eval-progress.js';
import { EXIT } from './exit.js';
import { gradingFrom } from './grading-flags.js';
import { renderEstimate, renderGrid } from './grid-table.js';
import { joinWorkers, type Together } from './grid-workers.js';
import { printResult } from './output.js';
import { exitForRows, hidePipelineOption, type RunFlags, withRunOptions } from './run-flags.js';

type GridFlags = RunFlags & { readonly workers?: number; readonly dryRun?: boolean };

export function gridCommand(): Command {
  const out = 'where the points, scores.csv and summary.json are written';
  const command = withRunOptions(new Command('grid'), { out })
    .argument('<experiment.yaml>', 'data, pipeline, options, axes, response and model (docs/lab.md)')
    .option(
      '--workers <n>',
      'share the grid through PostgreSQL (server.connectionVariable): n processes here, and as many as are started so elsewhere',
      wholeAboveZero,
    )
    .option('--json', 'print the summary as one JSON object')
    .option(
      '--dry-run',
      'say how many points, questions, calls and how much money; ask no language model, write nothing',
    )
    .action(async (file: string, flags: GridFlags) => {
      process.exitCode = await runCommand(file, flags);
    });
  const [cache, noCache] = ['--cache', '--no-cache'].map((flag) => command.options.find(({ long }) => long === flag));
  if (cache)
    cache.description =
      'use replies that were kept from earlier calls: points that are the same pipeline are then equal and free';
  if (noCache) noCache.description = 'ask again what was asked before (the default of a grid)';
  return hidePipelineOption(command);
}

async function runCommand(file: string, flags: GridFlags): Promise<number> {
  const grid = readGrid(file, { judged: flags.judge });
  if (flags.pipeline !== undefined)
    throw usageError(`The pipeline stands in ${file}: ${grid.pipeline}. Leave --pipeline out.`);
  // Replies kept from earlier calls would make points that are the same pipeline equal and free: no noise, no cost to
  // see.
  const { config } = await configFrom({ ...flags, pipeline: grid.pipeline, cache: flags.cache ?? false });
  const { data, docs, split, every } = grid;
  const { limit = grid.limit, seed, allowFallback } = flags;
  const chosen = { config: gridConfig(grid, config), data, docs, split, every, limit, seed, allowFallback };
  const prepared = await prepareGrid(grid, chosen);
  const terminal = openTerminal('Stopping after the questions in flight.');
  return flags.dryRun ? dryRun(prepared, terminal) : askGrid(flags, prepared, terminal);
}

/** Points that are the same pipeline cost the same: one of them is tried. */
async function dryRun({ grid, points, session, identical }: PreparedGrid, { signal, line }: Terminal): Promise<number> {
  const questions = session.rows.length;
  const size = `${points.length} points (${identical.length} different pipelines) x ${questions} questions = ${points.length * questions} to ask`;
  if (!session.hasModel) {
    process.stdout.write(`${size}. No language model is configured: the grid costs nothing.\n`);
    return EXIT.answered;
  }
  line.update('running a few questions with stand-ins for the models ...');
  const tried = identical.map(([point]) => choiceOf(point!, grid));
  const estimates = await estimateRun(session, tried, signal);
  line.clear();
  const times = identical.map(({ length }) => length);
  process.stdout.write(`${size}.\n${renderEstimate(estimates, times)}\n`);
  return EXIT.answered;
}

async function askGrid(flags: GridFlags, prepared: PreparedGrid, terminal: Terminal): Promise<number> {
  const { out, workers } = flags;
  if (out === undefined)
    throw usageError('Where should the points go? Give a folder, e.g. --out runs/grid, or --dry-run.');
  const { session, points } = prepared;
  const graders = await openGraders(gradingFrom(flags), session);
  const together = workers === undefined ? undefined : await joinWorkers({ count: workers, out, prepared, graders });
  const record = together ? { ...session.record, askedAt: together.shared.askedAt } : session.record;
  const folder = openGridFolder({ ...flags, folder: out, grid: prepared.grid, record });
  const scores = await askPoints({ flags, prepared, terminal, graders, folder, together });
  const done = scores.reduce((sum, { rows }) => sum + rows.length, 0);
  const total = points.length * session.rows.length;
  if (done < total) {
    terminal.line.print(`${done} of ${total} are done. The same command with --resume goes on.`);
    return EXIT.failure;
  }
  const summary = finishGrid(prepared, { folder, scores, seed: flags.seed });
  printResult(summary, flags.json, (style) => renderGrid(summary, style, flags));
  if (!flags.json) process.stdout.write(`\nAll figures: ${out}/summary.json; for winnow anova: ${out}/scores.csv\n`);
  const rows = points.flatMap((point) => folder.rowsThere(point));
  return exitForRows(rows, flags, terminal.line.print);
}

type PointsInput = {
  readonly flags: GridFlags;
  readonly prepared: PreparedGrid;
  readonly terminal: Terminal;
  readonly graders: readonly Grader[];
  readonly folder: GridFolder;
  readonly together: Together | undefined;
};

/** The scores of the points that are done, with progress on the way. */
async function askPoints({ flags, prepared, terminal, graders, folder, together }: PointsInput) {
  const { grid, points, session } = prepared;
  const { line, signal: stop } = terminal;
  const { seed, allowFallback = false, maxConcurrency = session.hasModel ? 8 : 1 } = flags;
  const before = points.flatMap((point) => folder.rowsThere(point).filter((row) => isGraded(row, graders)));
  const total = points.length * session.rows.length;
  const engine = createEngine({ config: session.config, local: session.local });
  const progress = evalProgress({ line, moving: process.stderr.isTTY === true, before, total });
  try {
    if (before.length < total) await engine.prepare(stop);
    const left = `${total - before.length} of ${total} ${graders.length > 0 ? 'to ask or to grade' : 'to ask'}`;
    line.print(`${points.length} points, ${session.rows.length} questions, ${left}`);
    progress.start();
    const asking = { grid, points, folder, session, engine, graders, maxConcurrency, allowFallback, seed, stop };
    if (together) await workOnGrid({ ...asking, shared: together.shared }, { onRow: progress.add });
    return await runGrid(asking, together ? {} : { onRow: progress.add });
  } finally {
    progress.stop();
    await engine.close();
    await together?.close();
  }
}
