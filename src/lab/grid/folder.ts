/** The folder of a grid: grid.json, points/<name>/ (each the folder of a run), scores.csv, summary.json. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../../core/errors.js';
import { readFileText } from '../../core/files.js';
import { replaceFile } from '../../core/write-files.js';
import { makeOutputFolder } from '../run/output-folder.js';
import { differences, type RunRecord } from '../run/record.js';
import type { EvalRow } from '../run/row.js';
import { openRunFolder, type RunFolder, rowsToKeep } from '../run/run-folder.js';
import type { Summary } from '../run/summary.js';
import type { GridFile } from './file.js';
import type { GridPoint } from './points.js';

/** What holds for every point; what a point was asked with is in its own run.json. */
type GridRecord = { readonly grid: GridFile; readonly run: Omit<RunRecord, 'pipelines'> };

export type GridFolder = {
  /** Of the first start: questions that speak of today stay the same when a grid is resumed. */
  readonly askedAt: string;
  readonly openPoint: (point: GridPoint) => RunFolder;
  /** Rows of a point that were written before and are not asked again, each once. */
  readonly rowsThere: (point: Pick<GridPoint, 'name'>) => readonly EvalRow[];
  readonly summaryOf: (point: GridPoint) => Summary | undefined;
  readonly write: (name: 'summary.json' | 'scores.csv', text: string) => void;
};

export type GridFolderChoice = {
  readonly folder: string;
  readonly grid: GridFile;
  readonly record: RunRecord;
  readonly resume?: boolean | undefined;
  readonly retryErrors?: boolean | undefined;
};

/**
 * Axes may have grown since: points that are there are kept, the others are asked. A point asked otherwise than before
 * is refused by its own folder.
 */
export function openGridFolder({
  folder,
  grid,
  record,
  resume = false,
  retryErrors = false,
}: GridFolderChoice): GridFolder {
  const [recordFile, points] = [join(folder, 'grid.json'), join(folder, 'points')];
  const { pipelines, ...run } = record;
  const there = existsSync(recordFile) ? readRecord(recordFile) : undefined;
  if (there && !resume && existsSync(points))
    throw usageError(`${folder} holds a grid already. Go on with it by --resume, or give another folder to --out.`);
  const rowsThere: GridFolder['rowsThere'] = ({ name }) => rowsToKeep(join(points, name, 'rows.jsonl'), retryErrors);
  const onlyGraded = () => Object.keys(pipelines).every((name) => rowsThere({ name }).length >= run.data.questions);
  if (there && resume) refuseOther(folder, { there: there.run, now: run, onlyGraded });
  makeOutputFolder(folder);
  const { askedAt, models } = (resume && there?.run) || run;
  const written: GridRecord = { grid, run: { ...run, askedAt, models } };
  replaceFile(recordFile, `${JSON.stringify(written, null, 2)}\n`);
  return {
    askedAt,
    openPoint: ({ name }) => {
      const own = { ...run, askedAt, pipelines: { [name]: pipelines[name]! } };
      return openRunFolder({ folder: join(points, name), record: own, resume: true, retryErrors });
    },
    rowsThere,
    summaryOf: ({ name }) => readSummary(join(points, name, 'summary.json')),
    write: (name, text) => replaceFile(join(folder, name), text),
  };
}

/** One that cannot be read is written anew. */
function readSummary(file: string): Summary | undefined {
  try {
    return JSON.parse(readFileText(file, { advice: 'Give another folder to --out.' })) as Summary;
  } catch {
    return undefined;
  }
}

function readRecord(file: string): GridRecord {
  try {
    return JSON.parse(readFileText(file, { advice: 'Give another folder to --out.' })) as GridRecord;
  } catch (cause) {
    throw usageError(`${file} cannot be read. Give another folder to --out.`, { cause });
  }
}

type Records = {
  readonly there: GridRecord['run'];
  readonly now: GridRecord['run'];
  readonly onlyGraded: () => boolean;
};

function refuseOther(folder: string, { there, now, onlyGraded }: Records): void {
  const differing = differences({ ...there, pipelines: {} }, { ...now, pipelines: {} }, onlyGraded);
  if (differing.length === 0) return;
  const advice = 'Give the same options as before, or another folder to --out.';
  throw usageError(
    `The grid in ${folder} is not this one, so it cannot be resumed.\n  ${differing.join('\n  ')}\n${advice}`,
  );
}
