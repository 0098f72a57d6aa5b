/** Asks every point of a grid what it was not asked yet, point by point. Prints nothing. */
import { WinnowError } from '../core/errors.js';
import type { Engine } from '../engine/index.js';
import { evaluate } from './evaluate.js';
import { type Grader, isGraded } from './grade.js';
import type { GridFile } from './grid-file.js';
import type { GridFolder } from './grid-folder.js';
import { choiceOf, type GridPoint } from './grid-points.js';
import { type PointScores, pointScores } from './grid-scores.js';
import { type EvalRow, rowKey } from './row.js';
import type { Session } from './session.js';
import { summarise } from './summary.js';

export type GridRunInput = {
  readonly grid: GridFile;
  readonly points: readonly GridPoint[];
  readonly folder: GridFolder;
  readonly session: Pick<Session, 'rows' | 'pageOf'>;
  readonly engine: Engine;
  /** What each row is graded by, after its answer. */
  readonly graders?: readonly Grader[];
  readonly maxConcurrency: number;
  readonly seed: number;
  /** Stops the grid: what is in flight is finished and kept, nothing new is begun. */
  readonly stop: AbortSignal;
};

export type GridWatch = { readonly onPoint?: (point: GridPoint) => void; readonly onRow?: (row: EvalRow) => void };

/** The scores of all points as far as they are known. */
export async function runGrid(input: GridRunInput, watch: GridWatch = {}): Promise<PointScores[]> {
  const { points, stop } = input;
  const engine = untilStopped(input.engine, stop);
  const scores: PointScores[] = [];
  for (const point of points) scores.push(await runPoint(point, { ...input, engine }, watch));
  return scores;
}

async function runPoint(point: GridPoint, input: GridRunInput, watch: GridWatch): Promise<PointScores> {
  const { grid, folder, session, engine, graders = [], maxConcurrency, seed, stop } = input;
  const { rows, pageOf } = session;
  const run = folder.openPoint(point);
  try {
    const done = new Set(run.rows().flatMap((row) => (isGraded(row, graders) ? [rowKey(row)] : [])));
    const earlier = new Map(run.rows().map((row) => [rowKey(row), row]));
    if (done.size < rows.length && !stop.aborted) {
      watch.onPoint?.(point);
      const pipelines = [choiceOf(point, grid)];
      await evaluate({ engine, graders, rows, pipelines, pageOf, done, earlier, askedAt: folder.askedAt, maxConcurrency }, (row) => {
        if (row.error?.code === 'cancelled') return; // never begun: it is asked when the grid is resumed
        run.append(row);
        watch.onRow?.(row);
      });
    }
    const all = run.rows();
    const isNew = all.length > done.size || !folder.hasSummary(point);
    if (all.length === rows.length && isNew)
      run.writeSummary(summarise({ rows: all, pipelines: [point.name], ids: rows.map(({ id }) => id), seed }));
    return pointScores(
      point,
      all,
      rows.map(({ id }) => id),
    );
  } finally {
    run.close();
  }
}

function untilStopped(engine: Engine, stop: AbortSignal): Engine {
  return {
    ...engine,
    ask: (question, options) => {
      if (stop.aborted) throw new WinnowError('cancelled', 'The grid was stopped.');
      return engine.ask(question, options);
    },
  };
}
