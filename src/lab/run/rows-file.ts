/**
 * rows.jsonl: appended to as each question ends, so that a killed run loses the questions in flight and nothing else.
 */

import { appendFileSync, closeSync, existsSync, fdatasyncSync, openSync } from 'node:fs';
import { type Clock, systemClock } from '../../core/clock.js';
import { usageError } from '../../core/errors.js';
import { readFileText } from '../../core/files.js';
import { type EvalRow, rowKey } from './row.js';

export type RowsRead = {
  readonly rows: readonly EvalRow[];
  /** The last line was cut off by a kill; it is left out of `rows`. */
  readonly cutOff: boolean;
  /** A row stands there more than once (a kill before its file was tidied up); the last counts. */
  readonly repeated: boolean;
};

/** Half of what a string can hold. */
export const MOST_ROWS_BYTES = 256 * 1024 * 1024;

export function readRows(file: string): RowsRead {
  if (!existsSync(file)) return { rows: [], cutOff: false, repeated: false };
  const lines = readFileText(file, { mostBytes: MOST_ROWS_BYTES, advice: 'Give the folder of a run.' }).split('\n');
  const unfinished = lines.pop() as string; // '' when the file ends with a line break
  const rows = new Map<string, EvalRow>();
  lines.forEach((line, at) => {
    const row = parseRow(line);
    if (!row)
      throw usageError(`${file}, line ${at + 1} is not a row of a run. Delete the line, or give another folder.`);
    rows.set(rowKey(row), row);
  });
  return { rows: [...rows.values()], cutOff: unfinished !== '', repeated: rows.size < lines.length };
}

function parseRow(line: string): EvalRow | undefined {
  try {
    const row = JSON.parse(line) as EvalRow | null;
    return typeof row?.pipeline === 'string' && typeof row.id === 'string' ? row : undefined;
  } catch {
    return undefined;
  }
}

export function rowsText(rows: readonly EvalRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

export type RowsFile = { readonly append: (row: EvalRow) => void; readonly close: () => void };

/** A killed process loses nothing that was written; only a power cut can lose the rows of the last interval. */
const SYNC_INTERVAL_MS = 1000;

export function openRows(file: string, clock: Clock = systemClock): RowsFile {
  const descriptor = openSync(file, 'a');
  let syncedMs = clock.monotonicMs();
  return {
    append: (row) => {
      appendFileSync(descriptor, `${JSON.stringify(row)}\n`);
      if (clock.monotonicMs() - syncedMs < SYNC_INTERVAL_MS) return;
      fdatasyncSync(descriptor);
      syncedMs = clock.monotonicMs();
    },
    close: () => {
      fdatasyncSync(descriptor);
      closeSync(descriptor);
    },
  };
}
