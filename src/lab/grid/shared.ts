/**
 * Works on a grid together with other processes: takes points nobody works on until all are done, then has every row of
 * all of them.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SharedGrid } from '../../engine/shared-grid.js';
import { type EvalRow, rowKey } from '../run/row.js';
import type { Session } from '../run/session.js';
import type { GridFile } from './file.js';
import type { GridFolder } from './folder.js';
import type { GridPoint } from './points.js';
import { type GridRunInput, type GridWatch, runGrid } from './run.js';

const LOOK_AGAIN_MS = 500;

/** The same for processes that ask the same questions of the same points; times and machines may differ. */
export function gridKey(
  grid: GridFile,
  { record }: Pick<Session, 'record'>,
  graders: readonly { readonly name: string }[],
): string {
  const { data, docs, options, pipelines, models, engines, seed } = record;
  const { sha256, questions } = data;
  const what = [
    grid.name,
    sha256,
    questions,
    docs.sha256,
    options,
    pipelines,
    models,
    engines,
    seed,
    graders.map(({ name }) => name),
  ];
  return createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 24);
}

export type SharedInput = GridRunInput & { readonly shared: SharedGrid };

export async function workOnGrid({ shared, ...input }: SharedInput, watch: GridWatch = {}): Promise<void> {
  const byName = new Map(input.points.map((point) => [point.name, point]));
  while (!input.stop.aborted) {
    const name = await shared.take();
    const point = name === undefined ? undefined : byName.get(name);
    if (point) await workOnPoint(point, { shared, ...input }, watch);
    else if (await shared.isOver()) break;
    else await sleep(LOOK_AGAIN_MS); // others work on the rest; one of them may die
  }
  for (const point of input.points)
    addRows(input.folder, point, (await shared.rowsOf(point.name)) as readonly EvalRow[]);
}

async function workOnPoint(point: GridPoint, { shared, ...input }: SharedInput, watch: GridWatch): Promise<void> {
  addRows(input.folder, point, (await shared.rowsOf(point.name)) as readonly EvalRow[]);
  const keeping: Promise<void>[] = [];
  const keep = (row: EvalRow) => void keeping.push(shared.keep(point.name, rowKey(row), row));
  try {
    for (const row of input.folder.rowsThere(point)) keep(row); // of an earlier start in this folder
    const onRow = (row: EvalRow) => {
      keep(row);
      watch.onRow?.(row);
    };
    const [scores] = await runGrid({ ...input, points: [point] }, { ...watch, onRow });
    await Promise.all(keeping);
    if ((scores?.rows.length ?? 0) === input.session.rows.length) return await shared.finish(point.name);
  } catch (error) {
    await shared.giveBack(point.name);
    throw error;
  }
  await shared.giveBack(point.name);
}

function addRows(folder: GridFolder, point: GridPoint, rows: readonly EvalRow[]): void {
  const there = new Set(folder.rowsThere(point).map(rowKey));
  const fresh = rows.filter((row) => !there.has(rowKey(row)));
  if (fresh.length === 0) return;
  const run = folder.openPoint(point);
  try {
    for (const row of fresh) run.append(row);
  } finally {
    run.close();
  }
}
