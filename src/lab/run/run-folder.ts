/**
 * The folder of a run: run.json, rows.jsonl, summary.json. Begins a run in it, or goes on with the one that is there.
 * One process writes at a time.
 */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { usageError, WinnowError } from '../../core/errors.js';
import { readFileText, whyOf } from '../../core/files.js';
import { replaceFile } from '../../core/write-files.js';
import { takeLock } from '../../engine/writer-lock.js';
import { makeOutputFolder } from './output-folder.js';
import { differences, type RunRecord } from './record.js';
import { type EvalRow, rowKey } from './row.js';
import { openRows, readRows, rowsText } from './rows-file.js';
import type { Summary } from './summary.js';

export type RunFolder = {
  /** The record in run.json: the first one's when the run is resumed. */
  readonly record: RunRecord;
  /** All rows so far. */
  readonly rows: () => readonly EvalRow[];
  readonly append: (row: EvalRow) => void;
  readonly writeSummary: (summary: Summary) => void;
  readonly close: () => void;
};

export type FolderChoice = {
  readonly folder: string;
  readonly record: RunRecord;
  /** Go on where a run was left; without one there, begin. */
  readonly resume?: boolean | undefined;
  /** Ask failed questions again; their rows are taken out. */
  readonly retryErrors?: boolean | undefined;
};

export function openRunFolder(choice: FolderChoice): RunFolder {
  const unlock = lockFolder(choice.folder);
  try {
    return lockedFolder(choice, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function lockedFolder(
  { folder, record, resume = false, retryErrors = false }: FolderChoice,
  unlock: () => void,
): RunFolder {
  const [recordFile, rowsFile] = [join(folder, 'run.json'), join(folder, 'rows.jsonl')];
  const begun = existsSync(rowsFile) && readRows(rowsFile).rows.length > 0;
  // A run that ended before its first row (a mistyped folder, say) has left nothing to go on with.
  const there = existsSync(recordFile) && (begun || resume) ? readRecord(recordFile) : undefined;
  if (!existsSync(recordFile) && existsSync(rowsFile))
    throw usageError(`${folder} holds rows.jsonl but no run.json. Choose another folder.`);
  if (there && !resume)
    throw usageError(`${folder} holds a run already. Go on with it (resume: true), or choose another folder.`);
  if (there)
    refuseOther(folder, { there, now: record, onlyGraded: () => isAsked(record, rowsToKeep(rowsFile, retryErrors)) });
  else replaceFile(recordFile, `${JSON.stringify(record, null, 2)}\n`);
  const rows = new Map(takeUp(rowsFile, retryErrors).map((row) => [rowKey(row), row]));
  let isRepeated = false;
  const file = openRows(rowsFile);
  return {
    record: there ?? record,
    rows: () => [...rows.values()],
    append: (row) => {
      file.append(row);
      isRepeated ||= rows.has(rowKey(row));
      rows.set(rowKey(row), row);
    },
    writeSummary: (summary) => replaceFile(join(folder, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`),
    close: () => {
      file.close();
      if (isRepeated) replaceFile(rowsFile, rowsText([...rows.values()])); // rows that were graded later stood there twice
      unlock();
    },
  };
}

/** A second writer is told of the first; its rows and the first one's would get mixed. */
function lockFolder(folder: string): () => void {
  makeOutputFolder(folder);
  try {
    return takeLock(resolve(folder, 'writer.lock'), `The run in ${folder}`);
  } catch (cause) {
    if (cause instanceof WinnowError) throw cause;
    const message = `The folder ${folder} cannot be written: ${whyOf(cause)}. Choose a folder you may write to.`;
    throw usageError(message, { cause });
  }
}

function readRecord(file: string): RunRecord {
  try {
    return JSON.parse(readFileText(file, { advice: 'Choose another folder.' })) as RunRecord;
  } catch (cause) {
    throw usageError(`${file} cannot be read. Choose another folder.`, { cause });
  }
}

/** The rows of an earlier run; without failed ones when those are asked again. */
export function rowsToKeep(file: string, retryErrors: boolean): readonly EvalRow[] {
  return readRows(file).rows.filter(({ error }) => !(retryErrors && error));
}

/** Whether every question has its row: all that can be left to do is grading. */
function isAsked({ data, pipelines }: RunRecord, rows: readonly EvalRow[]): boolean {
  return rows.length >= data.questions * Object.keys(pipelines).length;
}

type Records = { readonly there: RunRecord; readonly now: RunRecord; readonly onlyGraded: () => boolean };

function refuseOther(folder: string, { there, now, onlyGraded }: Records): void {
  const differing = differences(there, now, onlyGraded);
  if (differing.length === 0) return;
  const advice = 'Give the same options as before, or choose another folder.';
  throw usageError(
    `The run in ${folder} is not this one, so it cannot be resumed.\n  ${differing.join('\n  ')}\n${advice}`,
  );
}

function takeUp(file: string, retryErrors: boolean): EvalRow[] {
  const { rows, cutOff, repeated } = readRows(file);
  const kept = rows.filter(({ error }) => !(retryErrors && error));
  if (cutOff || repeated || kept.length < rows.length) replaceFile(file, rowsText(kept));
  return kept;
}
