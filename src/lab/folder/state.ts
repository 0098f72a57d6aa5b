/**
 * A folder of runs and grids, and how each of them stands, from its files alone: whoever wrote them, here or in another
 * process.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { WinnowError } from '../../core/errors.js';
import { SAMPLE_CORPUS } from '../../engine/own-documents.js';
import { isLocked } from '../../engine/writer-lock.js';
import type { GridFile } from '../grid/file.js';
import { pointsOf } from '../grid/points.js';
import type { GridSummary } from '../grid/summary.js';
import type { RunRecord } from '../run/record.js';
import type { Summary } from '../run/summary.js';
import { columnOf, type LabColumn } from './columns.js';
import type { GrowingRows, RowFigures } from './growing-rows.js';

export type LabState = {
  readonly kind: 'run' | 'grid';
  /** "stopped" can be gone on with. */
  readonly status: 'running' | 'done' | 'stopped';
  readonly done: number;
  readonly total: number;
  readonly askedAt: string;
  readonly questions: string;
  readonly documents: string;
  readonly models: Readonly<Record<string, string>>;
  readonly columns: readonly LabColumn[];
  /** Of a grid whose points are all complete. */
  readonly grid?: GridSummary | undefined;
};

export const isLabFolder = (folder: string): boolean =>
  ['run.json', 'grid.json'].some((name) => existsSync(join(folder, name)));

export function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name).filter((name) => isLabFolder(join(folder, name)));
}

export function labState(folder: string, rowsOf: GrowingRows): LabState {
  return existsSync(join(folder, 'grid.json')) ? gridState(folder, rowsOf) : runState(folder, rowsOf);
}

function runState(folder: string, rowsOf: GrowingRows): LabState {
  const record = readRequired(join(folder, 'run.json')) as RunRecord;
  const rows = rowsOf(join(folder, 'rows.jsonl'));
  const labels = Object.keys(record.pipelines);
  const summary = readJson(join(folder, 'summary.json')) as Summary | undefined;
  const isCurrent = summary?.done === rows.length;
  const columns = labels.map((label) =>
    columnOf(label, of(rows, label), { summary: isCurrent ? summary.pipelines[label] : undefined, withCourse: true }),
  );
  const total = record.data.questions * labels.length;
  const isRunning = isLocked(join(folder, 'writer.lock'));
  return {
    kind: 'run',
    ...recorded(record),
    columns,
    ...progress(rows.length, total, { isRunning, isSummed: isCurrent }),
  };
}

function gridState(folder: string, rowsOf: GrowingRows): LabState {
  const { grid, run } = readRequired(join(folder, 'grid.json')) as { readonly grid: GridFile; readonly run: RunRecord };
  const points = pointsOf(grid).map(({ name }) => ({ name, folder: join(folder, 'points', name) }));
  const columns = points.map(({ name, folder: own }) =>
    columnOf(name, rowsOf(join(own, 'rows.jsonl')), { withCourse: false }),
  );
  const done = columns.reduce((sum, column) => sum + column.done, 0);
  const total = run.data.questions * points.length;
  const isRunning = points.some(({ folder: own }) => isLocked(join(own, 'writer.lock')));
  const summary = readJson(join(folder, 'summary.json')) as GridSummary | undefined;
  const isSummed = summary !== undefined && summary.points.length === points.length;
  const state = progress(done, total, { isRunning, isSummed });
  return { kind: 'grid', ...recorded(run), columns, ...state, ...(state.status === 'done' && { grid: summary }) };
}

const of = (rows: readonly RowFigures[], label: string): RowFigures[] =>
  rows.filter(({ pipeline }) => pipeline === label);

function recorded({
  askedAt,
  data,
  docs,
  models,
}: RunRecord): Pick<LabState, 'askedAt' | 'questions' | 'documents' | 'models'> {
  const named = Object.entries(models).map(([role, { model }]) => [role, model]);
  const nameOf = (path: string) => (path === SAMPLE_CORPUS ? 'sample' : basename(path));
  return { askedAt, questions: nameOf(data.path), documents: nameOf(docs.folder), models: Object.fromEntries(named) };
}

type WriteState = { readonly isRunning: boolean; readonly isSummed: boolean };

function progress(
  done: number,
  total: number,
  { isRunning, isSummed }: WriteState,
): Pick<LabState, 'status' | 'done' | 'total'> {
  return { status: isRunning ? 'running' : done >= total && isSummed ? 'done' : 'stopped', done, total };
}

function readRequired(file: string): unknown {
  const value = readJson(file);
  if (value === undefined)
    throw new WinnowError('unreadable', `${file} cannot be read. Mend it, or delete its folder.`);
  return value;
}

/** A file that is not there, or is half a file, says nothing yet. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
