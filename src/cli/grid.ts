/**
 * `winnow grid`: every combination of a pipeline's options, each asked all questions, and what the differences come
 * from.
 */
import { Command } from 'commander';
import { WinnowError } from '../core/errors.js';
import { createEngine } from '../engine/index.js';
import { isGraded } from '../lab/grade/grade.js';
import { openGraders } from '../lab/grade/graders.js';
import { gridConfig, readGrid } from '../lab/grid/file.js';
import { openGridFolder } from '../lab/grid/folder.js';
import { choiceOf } from '../lab/grid/points.js';
import { finishGrid, type PreparedGrid, prepareGrid } from '../lab/grid/prepare.js';
import { runGrid } from '../lab/grid/run.js';
import type { PointScores } from '../lab/grid/scores.js';
import { workOnGrid } from '../lab/grid/shared.js';
import type { GridSummary, ScoredPoint, Winner } from '../lab/grid/summary.js';
import { type Estimate, estimateRun } from '../lab/run/estimate.js';
import type { EvalRow } from '../lab/run/row.js';
import type { FellBack } from '../lab/run/stand-in.js';
import { renderAnova } from './anova.js';
import {
  type CommonFlags,
  configFrom,
  interruptSignal,
  notNegative,
  wholeAboveZero,
  withConfigOptions,
} from './common.js';
import { evalProgress } from './eval-progress.js';
import { EXIT } from './exit.js';
import { exitForFallbacks, type FallbackFlags, fellBackLines, STAND_IN_MARK, withFallbackOption } from './fell-back.js';
import { exitForGrades, type GradingFlags, gradingFrom, withGradingOptions } from './grading-flags.js';
import { joinWorkers } from './grid-workers.js';
import { alignedRows } from './table.js';
import { money, type StatusLine, type Style, statusLine, styleFor } from './terminal.js';

type GridFlags = CommonFlags &
  GradingFlags &
  FallbackFlags & {
    readonly out?: string;
    readonly resume?: boolean;
    readonly retryErrors?: boolean;
    readonly limit?: number;
    readonly maxConcurrency?: number;
    readonly workers?: number;
    readonly seed: number;
    readonly dryRun?: boolean;
    readonly json?: boolean;
  };

export function gridCommand(): Command {
  const command = withFallbackOption(withGradingOptions(withConfigOptions(new Command('grid'))))
    .description('ask a question set at every combination of options of one pipeline, and explain the differences')
    .argument('<experiment.yaml>', 'data, pipeline, options, axes, response and model (docs/lab.md)')
    .option('--out <folder>', 'where the points, scores.csv and summary.json are written')
    .option('--resume', 'go on with the grid in --out: nothing that is done is asked again')
    .option('--retry-errors', 'with --resume: ask failed questions again')
    .option('--limit <n>', 'only n questions, drawn by the seed, each type with its share', wholeAboveZero)
    .option(
      '--max-concurrency <n>',
      'questions in flight at the same time (default: 8 with a language model, else 1)',
      wholeAboveZero,
    )
    .option(
      '--workers <n>',
      'share the grid through PostgreSQL (server.connectionVariable): n processes here, and as many as are started so elsewhere',
      wholeAboveZero,
    )
    .option('--seed <n>', 'seed of the intervals', notNegative, 0)
    .option('--json', 'print the summary as one JSON object')
    .option(
      '--dry-run',
      'say how many points, questions, calls and how much money; ask no language model, write nothing',
    )
    .action(async (file: string, flags: GridFlags) => {
      process.exitCode = await runCommand(file, flags);
    });
  command.options.find(({ long }) => long === '--pipeline')?.hideHelp(); // it stands in the file
  const [cache, noCache] = ['--cache', '--no-cache'].map((flag) => command.options.find(({ long }) => long === flag));
  if (cache)
    cache.description =
      'use replies that were kept from earlier calls: points that are the same pipeline are then equal and free';
  if (noCache) noCache.description = 'ask again what was asked before (the default of a grid)';
  return command;
}

async function runCommand(file: string, flags: GridFlags): Promise<number> {
  const grid = readGrid(file, { judged: flags.judge });
  if (flags.pipeline !== undefined)
    throw new WinnowError('usage', `The pipeline stands in ${file}: ${grid.pipeline}. Leave --pipeline out.`);
  // Replies kept from earlier calls would make points that are the same pipeline equal and free: no noise, no cost to
  // see.
  const { config } = await configFrom({ ...flags, pipeline: grid.pipeline, cache: flags.cache ?? false });
  const { data, docs, split, every, limit } = { ...grid, ...(flags.limit !== undefined && { limit: flags.limit }) };
  const { seed, allowFallback } = flags;
  const prepared = await prepareGrid(grid, {
    config: gridConfig(grid, config),
    data,
    docs,
    split,
    every,
    limit,
    seed,
    allowFallback,
  });
  const line = statusLine(process.stderr);
  const stop = interruptSignal(() =>
    line.print('Stopping after the questions in flight. Press Ctrl-C again to end at once.'),
  );
  return flags.dryRun ? dryRun(prepared, { stop, line }) : askGrid(flags, prepared, { stop, line });
}

type Terminal = { readonly stop: AbortSignal; readonly line: StatusLine };

/** Points that are the same pipeline cost the same: one of them is tried. */
async function dryRun({ grid, points, session, identical }: PreparedGrid, { stop, line }: Terminal): Promise<number> {
  const questions = session.rows.length;
  const size = `${points.length} points (${identical.length} different pipelines) x ${questions} questions = ${points.length * questions} to ask`;
  if (!session.hasModel) {
    process.stdout.write(`${size}. No language model is configured: the grid costs nothing.\n`);
    return EXIT.answered;
  }
  line.update('running a few questions with stand-ins for the models ...');
  const tried = identical.map(([point]) => choiceOf(point!, grid));
  const estimates = await estimateRun(session, tried, stop);
  line.clear();
  process.stdout.write(
    `${size}.\n${renderEstimate(
      estimates,
      identical.map(({ length }) => length),
    )}\n`,
  );
  return EXIT.answered;
}

export function renderEstimate(estimates: readonly Estimate[], times: readonly number[]): string {
  const total = (of: (estimate: Estimate) => number) =>
    estimates.reduce((sum, estimate, at) => sum + of(estimate) * (times[at] ?? 1), 0);
  const known = estimates.every(({ costUsd }) => costUsd !== null);
  const byCalls = estimates.toSorted((left, right) => left.calls - right.calls);
  const named = (estimate: Estimate | undefined) =>
    `${estimate?.pipeline} (${estimate?.calls} calls, ${money(estimate?.costUsd ?? null)})`;
  return [
    `${total(({ calls }) => calls)} model calls, ${total(({ inputTokens }) => inputTokens)} + ${total(({ outputTokens }) => outputTokens)} tokens, ${money(known ? total(({ costUsd }) => costUsd ?? 0) : null)}`,
    `fewest calls: ${named(byCalls[0])}; most: ${named(byCalls.at(-1))}`,
    `An estimate from the first ${estimates[0]?.sampled} questions of each pipeline with stand-ins in place of the models; nothing was asked of a model.`,
  ].join('\n');
}

async function askGrid(flags: GridFlags, prepared: PreparedGrid, { stop, line }: Terminal): Promise<number> {
  if (flags.out === undefined)
    throw new WinnowError('usage', 'Where should the points go? Give a folder, e.g. --out runs/grid, or --dry-run.');
  const { grid, points, session } = prepared;
  const { resume, retryErrors, seed, allowFallback = false } = flags;
  const graders = await openGraders(gradingFrom(flags), session);
  const together =
    flags.workers === undefined
      ? undefined
      : await joinWorkers({ count: flags.workers, out: flags.out, prepared, graders });
  const record = together ? { ...session.record, askedAt: together.shared.askedAt } : session.record;
  const folder = openGridFolder({ folder: flags.out, grid, record, resume, retryErrors });
  const before = points.reduce(
    (sum, point) => sum + folder.rowsThere(point).filter((row) => isGraded(row, graders)).length,
    0,
  );
  const total = points.length * session.rows.length;
  const engine = createEngine({ config: session.config, local: session.local });
  const progress = evalProgress({
    line,
    moving: process.stderr.isTTY === true,
    before: new Array<EvalRow>(before),
    total,
  });
  const maxConcurrency = flags.maxConcurrency ?? (session.hasModel ? 8 : 1);
  let scores: readonly PointScores[] = [];
  try {
    if (before < total) await engine.prepare(stop);
    const todo = graders.length > 0 ? 'to ask or to grade' : 'to ask';
    line.print(`${points.length} points, ${session.rows.length} questions, ${total - before} of ${total} ${todo}`);
    progress.start();
    const asking = { grid, points, folder, session, engine, graders, maxConcurrency, allowFallback, seed, stop };
    if (together) await workOnGrid({ ...asking, shared: together.shared }, { onRow: progress.add });
    scores = await runGrid(asking, together ? {} : { onRow: progress.add });
  } finally {
    progress.stop();
    await engine.close();
    await together?.close();
  }
  const done = scores.reduce((sum, { rows }) => sum + rows.length, 0);
  if (done < total) {
    line.print(`${done} of ${total} are done. The same command with --resume goes on.`);
    return EXIT.failure;
  }
  const summary = finishGrid(prepared, { folder, scores, seed });
  process.stdout.write(
    `${flags.json ? JSON.stringify(summary, null, 2) : renderGrid(summary, styleFor(process.stdout), flags)}\n`,
  );
  if (!flags.json)
    process.stdout.write(`\nAll figures: ${flags.out}/summary.json; for winnow anova: ${flags.out}/scores.csv\n`);
  const rows = points.flatMap((point) => folder.rowsThere(point));
  const graded = exitForGrades(rows, line.print);
  return exitForFallbacks(rows, { allowed: allowFallback, say: line.print }) || graded;
}

/** What is shown of the ranking; the rest is in summary.json. */
const SHOWN_POINTS = 5;

export function renderGrid(summary: GridSummary, style: Style, { allowFallback = false }: FallbackFlags = {}): string {
  const { name, pipeline, points, response, champion, ties, runnerUp, factors, noise, anova, notes, model } = summary;
  const failed = points.reduce((sum, point) => sum + point.failed, 0);
  const standIns = points.reduce((sum, point) => sum + point.standIns, 0);
  const marked = (point: ScoredPoint) => `${point.name}${allowFallback && point.standIns > 0 ? STAND_IN_MARK : ''}`;
  const best = points.toSorted((left, right) => right.response - left.response).slice(0, SHOWN_POINTS);
  return [
    style.bold(
      `${name}: ${pipeline}, ${points.length} points, ${points[0]?.questions} questions; response ${response}`,
    ),
    ...(failed > 0
      ? [style.warn(`${failed} questions failed and count as empty answers. --resume --retry-errors asks them again.`)]
      : []),
    ...fellBackLines({ label: name, questions: summary.done, standIns, fellBack: merged(points) }, allowFallback).map(
      style.warn,
    ),
    '',
    `champion   ${winnerText(champion)}${ties > 0 ? `  (${ties} others score the same)` : ''}`,
    ...(runnerUp ? [`runner-up  ${winnerText(runnerUp)}`, leadText(summary)] : []),
    '',
    ...noiseLines(noise),
    '',
    ...alignedRows(
      [['best points', 'response'], ...best.map((point) => [marked(point), point.response.toFixed(4)])],
      'right',
    ),
    '',
    ...alignedRows(
      [
        ['factor', 'value', 'mean', 'points'],
        ...Object.entries(factors).flatMap(([factor, means]) =>
          means.map(({ value, mean, points: count }) => [factor, value, mean.toFixed(4), `${count}`]),
        ),
      ],
      'right',
    ),
    '',
    ...notes,
    ...(anova ? [style.dim(`model: ${model}`), renderAnova(anova, style)] : []),
  ].join('\n');
}

/** Reasons of all points together, most frequent first. */
function merged(points: readonly ScoredPoint[]): FellBack[] {
  const counts = new Map<string, FellBack>();
  for (const one of points.flatMap(({ fellBack }) => fellBack)) {
    const key = JSON.stringify([one.stage, one.reason]);
    counts.set(key, { ...one, times: one.times + (counts.get(key)?.times ?? 0) });
  }
  return [...counts.values()].sort((one, other) => other.times - one.times);
}

function winnerText({ settings, response }: Winner): string {
  const shown = Object.entries(settings).map(
    ([option, value]) => `${option}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return `${response.toFixed(4)}  ${shown.join(' ')}`;
}

function leadText({ lead, noise, champion, runnerUp }: GridSummary): string {
  const difference = champion.response - (runnerUp?.response ?? 0);
  const paired = lead
    ? `; question by question ${lead.wins} won, ${lead.losses} lost, ${lead.ties} equal, p ${lead.p < 0.0001 ? '<0.0001' : lead.p.toFixed(4)}`
    : '';
  const judged = noise ? (difference > noise.floor ? ', above the noise floor' : ', within the noise') : '';
  return `lead       ${difference.toFixed(4)}${judged}${paired}`;
}

function noiseLines(noise: GridSummary['noise']): string[] {
  if (!noise) return ['noise floor: unknown, no two points are the same pipeline (an axis may say so by "without")'];
  const { points, groups, pairs, meanDifference, largestDifference, deviation, floor } = noise;
  return [
    `noise floor ${floor.toFixed(4)}: ${points} points are ${groups} pipelines asked again; their ${pairs} pairs differ by ${meanDifference.toFixed(4)} on average, ` +
      `${largestDifference.toFixed(4)} at most (deviation of a point ${deviation.toFixed(4)})`,
  ];
}
