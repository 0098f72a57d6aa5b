/** What a command prints, and what it writes to the file that --out names. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../core/errors.js';
import { whyOf } from '../core/files.js';
import { replaceFile } from '../core/write-files.js';
import type { EvalRow } from '../lab/run/row.js';
import { readRows } from '../lab/run/rows-file.js';
import { jsonText, type Style, styleFor } from './terminal.js';

/** One JSON object with --json, else text for people. */
export function printResult(value: unknown, json: boolean | undefined, render: (style: Style) => string): void {
  process.stdout.write(`${json ? jsonText(value) : render(styleFor(process.stdout))}\n`);
}

export function writeOutput(file: string, text: string): void {
  try {
    replaceFile(file, text);
  } catch (cause) {
    const message = `${file} cannot be written: ${whyOf(cause)}. Give --out a file in a folder you may write to.`;
    throw usageError(message, { cause });
  }
}

export function rowsOfRun(folder: string): readonly EvalRow[] {
  const file = join(folder, 'rows.jsonl');
  const rows = existsSync(file) ? readRows(file).rows : [];
  if (rows.length > 0) return rows;
  throw usageError(`${folder} holds no rows of a run. Make one: winnow eval --data <questions> --out ${folder}`);
}
