/** The folder of a grid: grid.json, points/<name>/ (each the folder of a run), scores.csv, summary.json. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WinnowError } from '../core/errors.js';
import type { GridFile } from './grid-file.js';
import type { GridPoint } from './grid-points.js';
import { differences, type RunRecord } from './record.js';
import { replaceFile } from './rows-file.js';
import { openRunFolder, type RunFolder } from './run-folder.js';

/** What holds for every point; what a point was asked with is in its own run.json. */
type GridRecord = { readonly grid: GridFile; readonly run: Omit<RunRecord, 'pipelines'> };

export type GridFolder = {
  /** Of the first start: questions that speak of today stay the same when a grid is resumed. */
  readonly askedAt: string;
  readonly openPoint: (point: GridPoint) => RunFolder;
  /** Rows of a point that were written before, counted without reading them. */
  readonly rowsThere: (point: GridPoint) => number;
  readonly hasSummary: (point: GridPoint) => boolean;
  readonly write: (name: 'summary.json' | 'scores.csv', text: string) => void;
};

export type GridFolderChoice = {
  readonly folder: string;
  readonly grid: GridFile;
  readonly record: RunRecord;
  readonly resume?: boolean | undefined;
  readonly retryErrors?: boolean | undefined;
};

/** Axes may have grown since: points that are there are kept, the others are asked. A point asked otherwise than before is refused by its own folder. */
export function openGridFolder({ folder, grid, record, resume = false, retryErrors = false }: GridFolderChoice): GridFolder {
  const [recordFile, points] = [join(folder, 'grid.json'), join(folder, 'points')];
  const { pipelines, ...run } = record;
  const there = existsSync(recordFile) ? readRecord(recordFile) : undefined;
  if (there && !resume && existsSync(points))
    throw new WinnowError('usage', `${folder} holds a grid already. Go on with it by --resume, or give another folder to --out.`);
  if (there && resume) refuseOther(folder, there, run);
  makeFolder(folder);
  const askedAt = (resume && there?.run.askedAt) || run.askedAt;
  const written: GridRecord = { grid, run: { ...run, askedAt } };
  replaceFile(recordFile, `${JSON.stringify(written, null, 2)}\n`);
  return {
    askedAt,
    openPoint: ({ name }) => {
      const own = { ...run, askedAt, pipelines: { [name]: pipelines[name]! } };
      return openRunFolder({ folder: join(points, name), record: own, resume: true, retryErrors });
    },
    rowsThere: ({ name }) => linesIn(join(points, name, 'rows.jsonl')),
    hasSummary: ({ name }) => existsSync(join(points, name, 'summary.json')),
    write: (name, text) => replaceFile(join(folder, name), text),
  };
}

const LINE_END = '\n'.charCodeAt(0);

function linesIn(file: string): number {
  return existsSync(file) ? readFileSync(file).reduce((lines, byte) => lines + (byte === LINE_END ? 1 : 0), 0) : 0;
}

function readRecord(file: string): GridRecord {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as GridRecord;
  } catch (cause) {
    throw new WinnowError('usage', `${file} cannot be read. Give another folder to --out.`, { cause });
  }
}

function refuseOther(folder: string, there: GridRecord, now: GridRecord['run']): void {
  const differing = differences({ ...there.run, pipelines: {} }, { ...now, pipelines: {} });
  if (differing.length === 0) return;
  const advice = 'Give the same options as before, or another folder to --out.';
  throw new WinnowError('usage', `The grid in ${folder} is not this one, so it cannot be resumed.\n  ${differing.join('\n  ')}\n${advice}`);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new WinnowError('usage', `The folder ${folder} cannot be made. Give --out a folder you may write to.`, { cause });
  }
}
