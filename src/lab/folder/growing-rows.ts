/** rows.jsonl of a run that is being written: every row is read once, however often one looks. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { measuresOf } from '../run/metrics.js';
import { type EvalRow, rowKey } from '../run/row.js';
import type { Scores, Status } from '../run/scores.js';

/** What a list of runs shows of a row. */
export type RowFigures = { readonly pipeline: string; readonly status: Status; readonly measures: Scores };

export type GrowingRows = (file: string) => readonly RowFigures[];

type ReadFile = { readonly inode: number; bytes: number; readonly rows: Map<string, RowFigures> };

export function createGrowingRows(): GrowingRows {
  const files = new Map<string, ReadFile>();
  return (file) => {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) return [];
    const known = files.get(file);
    const isSame = known !== undefined && known.inode === stat.ino && known.bytes <= stat.size;
    const read: ReadFile = isSame ? known : { inode: stat.ino, bytes: 0, rows: new Map() };
    files.set(file, read);
    if (stat.size > read.bytes) takeNew(file, read, stat.size);
    return [...read.rows.values()];
  };
}

/** Up to the last line break: the line behind it is still being written, or was cut off. */
function takeNew(file: string, read: ReadFile, size: number): void {
  const bytes = Buffer.alloc(size - read.bytes);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, bytes, 0, bytes.length, read.bytes);
  } finally {
    closeSync(descriptor);
  }
  const whole = bytes.subarray(0, bytes.lastIndexOf(10) + 1);
  read.bytes += whole.length;
  for (const line of whole.toString('utf8').split('\n')) {
    const row = line === '' ? undefined : parsed(line);
    if (row) read.rows.set(rowKey(row), figuresOf(row));
  }
}

function parsed(line: string): EvalRow | undefined {
  try {
    return JSON.parse(line) as EvalRow;
  } catch {
    return undefined;
  }
}

function figuresOf(row: EvalRow): RowFigures {
  return { pipeline: row.pipeline, status: row.status, measures: measuresOf(row) };
}
