/** Asks every point of a grid what it was not asked yet, point by point. Prints nothing. */
import { WinnowError } from '../../core/errors.js';
import type { Engine } from '../../engine/index.js';
import { type Grader, gradedUntilStop, isGraded, isThroughGrading } from '../grade/grade.js';
import { evaluate } from '../run/evaluate.js';
import { type EvalRow, rowKey } from '../run/row.js';
import type { RunFolder } from '../run/run-folder.js';
import type { Session } from '../run/session.js';
import { summarise } from '../run/summary.js';
import { summaryAgrees } from '../run/summary-agrees.js';
import type { GridFile } from './file.js';
import type { GridFolder } from './folder.js';
import { choiceOf, type GridPoint } from './points.js';
import { type PointScores, pointScores } from './scores.js';

export type GridRunInput = {
  readonly grid: GridFile;
  readonly points: readonly GridPoint[];
  readonly folder: GridFolder;
  readonly session: Pick<Session, 'rows' | 'pageOf'>;
  readonly engine: Engine;
  /** What each row is graded by, after its answer. */
  readonly graders?: readonly Grader[];
  readonly maxConcurrency: number;
  /** Answers by the stand-in of a model count as answers. */
  readonly allowFallback?: boolean | undefined;
  readonly seed: number;
  /** Stops the grid: what is in flight is finished and kept, nothing new is begun. */
  readonly stop: AbortSignal;
};

export type GridWatch = { readonly onPoint?: (point: GridPoint) => void; readonly onRow?: (row: EvalRow) => void };

/** The scores of all points as far as they are known, and graded where they are to be. */
export async function runGrid(input: GridRunInput, watch: GridWatch = {}): Promise<PointScores[]> {
  const { points, graders = [], stop } = input;
  const stoppable = {
    ...input,
    engine: untilStopped(input.engine, stop),
    graders: graders.map((grader) => gradingUntil(stop, grader)),
  };
  const scores: PointScores[] = [];
  for (const point of points) scores.push(await runPoint(point, stoppable, watch));
  return scores;
}

async function runPoint(point: GridPoint, input: GridRunInput, watch: GridWatch): Promise<PointScores> {
  const { folder, graders = [], seed } = input;
  const { rows } = input.session;
  const run = folder.openPoint(point);
  try {
    await askPoint(point, run, { input, watch });
    const ids = rows.map(({ id }) => id);
    const all = run.rows().filter((row) => isThroughGrading(row, graders));
    const written = folder.summaryOf(point);
    if (all.length === rows.length && !(written && summaryAgrees(written, all, [point.name])))
      run.writeSummary(summarise({ rows: all, pipelines: [point.name], ids, seed }));
    return pointScores(point, all, ids);
  } finally {
    run.close();
  }
}

type GridContext = { readonly input: GridRunInput; readonly watch: GridWatch };

/** Asks what was not asked yet, or not graded. */
async function askPoint(point: GridPoint, run: RunFolder, { input, watch }: GridContext): Promise<void> {
  const { grid, folder, session, engine, graders = [], maxConcurrency, allowFallback, stop } = input;
  const { rows, pageOf } = session;
  const done = new Set(run.rows().flatMap((row) => (isGraded(row, graders) ? [rowKey(row)] : [])));
  if (done.size === rows.length || stop.aborted) return;
  watch.onPoint?.(point);
  const earlier = new Map(run.rows().map((row) => [rowKey(row), row]));
  const questions = { rows, pageOf, done, earlier, askedAt: folder.askedAt };
  const asked = { engine, graders, pipelines: [choiceOf(point, grid)], maxConcurrency, allowFallback };
  await evaluate({ ...questions, ...asked, onAnswered: run.append }, (ended) => {
    if (ended.error?.code === 'cancelled') return; // never begun: it is asked when the grid is resumed
    const row = gradedUntilStop(ended, earlier.get(rowKey(ended)));
    if (row) run.append(row);
    if (row && isThroughGrading(row, graders)) watch.onRow?.(row);
  });
}

function untilStopped(engine: Engine, stop: AbortSignal): Engine {
  return {
    ...engine,
    ask: (question, options) => {
      if (stop.aborted) throw stopped();
      return engine.ask(question, options);
    },
  };
}

function gradingUntil(stop: AbortSignal, grader: Grader): Grader {
  return {
    ...grader,
    grade: async (answered, tools) => {
      if (stop.aborted) throw stopped();
      return grader.grade(answered, tools);
    },
  };
}

const stopped = (): WinnowError => new WinnowError('cancelled', 'The grid was stopped.');
