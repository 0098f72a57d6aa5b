/**
 * A grid before its first question and after its last: its points with the session they are asked in, and the files
 * that say how they came out.
 */
import type { PipelineDefinition } from '../../core/parts.js';
import { BUILT_IN_PIPELINES } from '../../engine/pipelines.js';
import { openSession, type Session, type SessionInput } from '../run/session.js';
import type { GridFile } from './file.js';
import type { GridFolder } from './folder.js';
import { choiceOf, type GridPoint, identicalPoints, pointsOf } from './points.js';
import { chooseResponse, type PointScores, scoresCsv } from './scores.js';
import { type GridSummary, summariseGrid } from './summary.js';

export type PreparedGrid = {
  readonly grid: GridFile;
  readonly points: readonly GridPoint[];
  readonly session: Session;
  /** Points that are the same pipeline, together. */
  readonly identical: readonly (readonly GridPoint[])[];
};

export async function prepareGrid(grid: GridFile, asked: Omit<SessionInput, 'pipelines'>): Promise<PreparedGrid> {
  const points = pointsOf(grid);
  const session = await openSession({ ...asked, pipelines: points.map((point) => choiceOf(point, grid)) });
  return { grid, points, session, identical: identicalPoints(points, grid, (point) => optionsOf(point, session)) };
}

const optionsOf = ({ name }: GridPoint, { record }: Session) =>
  record.pipelines[name]?.options as Readonly<Record<string, unknown>>;

type FinishedGrid = { readonly folder: GridFolder; readonly scores: readonly PointScores[]; readonly seed: number };

/** Writes scores.csv and summary.json of a grid whose points are all complete. */
export function finishGrid(
  { grid, points, session, identical }: PreparedGrid,
  { folder, scores, seed }: FinishedGrid,
): GridSummary {
  folder.write('scores.csv', scoresCsv(scores, chooseResponse(scores, grid.response)));
  const definition: PipelineDefinition | undefined = BUILT_IN_PIPELINES.find(({ name }) => name === grid.pipeline);
  const notComparable = new Map(
    points.flatMap((point) => {
      const why = definition?.whyNotComparable?.(optionsOf(point, session), session);
      return why === undefined ? [] : [[point.name, why]];
    }),
  );
  const summary = summariseGrid({ grid, scores, identical, questions: session.rows.length, seed, notComparable });
  folder.write('summary.json', `${JSON.stringify(summary, null, 2)}\n`);
  return summary;
}
