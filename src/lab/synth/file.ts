/**
 * The file of questions that are being made, and beside it the record of how: the same command goes on where it was
 * left, another one is refused. Lines are appended as questions are accepted, so that a kill loses the questions in
 * flight and nothing else.
 */

import { appendFileSync, closeSync, existsSync, openSync } from 'node:fs';
import { usageError } from '../../core/errors.js';
import { readFileText, whyOf } from '../../core/files.js';
import { replaceFile } from '../../core/write-files.js';
import type { SynthRow } from './rows.js';

/** What must be the same when a run goes on. How many questions are wanted may grow. */
export type SynthRecord = Readonly<Record<string, string | number | null>>;

export type Tally = Readonly<Record<string, number>>;

export type SynthFile = {
  readonly rows: () => readonly SynthRow[];
  readonly append: (row: SynthRow) => void;
  /** Money spent on the file so far, earlier runs included; `null` when a price was unknown. */
  readonly costUsd: () => number | null;
  /** Written at once: a run that is killed has spent it all the same. */
  readonly spend: (costUsd: number | null) => void;
  /** Keeps the record, and how many questions were rejected why, earlier runs included. */
  readonly close: (rejected: Tally) => void;
};

export const recordFileOf = (file: string): string => `${file.replace(/\.jsonl$/, '')}.run.json`;

type SynthFileState = { readonly record: SynthRecord; readonly rejected: Tally; readonly costUsd: number | null };

export function openSynthFile(file: string, record: SynthRecord): SynthFile {
  const recordFile = recordFileOf(file);
  const kept = existsSync(recordFile) ? readKept(recordFile) : undefined;
  const { rows, isCutOff } = readSynthRows(file);
  if (!kept && rows.length > 0)
    throw usageError(`${file} was not made by "winnow synth", or ${recordFile} is gone. Give another file to --out.`);
  if (kept && rows.length > 0) refuseOther(file, kept.record, record);
  if (isCutOff) replaceFile(file, rows.map(lineOf).join(''));
  const before = rows.length > 0 ? (kept?.rejected ?? {}) : {};
  let costUsd = kept && differing(kept.record, record).length === 0 ? kept.costUsd : 0;
  const write = (rejected: Tally) => {
    const now: SynthFileState = { record, rejected: added(before, rejected), costUsd };
    replaceFile(recordFile, `${JSON.stringify(now, null, 2)}\n`);
  };
  const descriptor = opened(file);
  write({});
  const all = [...rows];
  let isOpen = true;
  return {
    rows: () => [...all],
    append: (row) => {
      if (!isOpen) return; // a question that was in flight when the run ended
      appendFileSync(descriptor, lineOf(row));
      all.push(row);
    },
    costUsd: () => costUsd,
    spend: (more) => {
      costUsd = costUsd === null || more === null ? null : costUsd + more;
      if (isOpen) write({});
    },
    close: (rejected) => {
      isOpen = false;
      closeSync(descriptor);
      write(rejected);
    },
  };
}

const lineOf = (row: SynthRow): string => `${JSON.stringify(row)}\n`;

function opened(file: string): number {
  try {
    return openSync(file, 'a');
  } catch (cause) {
    throw usageError(`${file} cannot be written: ${whyOf(cause)}. Give --out another file.`, { cause });
  }
}

/** A last line without its end was cut off by a kill: it is left out. */
export function readSynthRows(file: string): { readonly rows: readonly SynthRow[]; readonly isCutOff: boolean } {
  if (!existsSync(file)) return { rows: [], isCutOff: false };
  const lines = readFileText(file, { advice: 'Give --out another file.' }).split('\n');
  const unfinished = lines.pop();
  const rows = lines.map((line, at) => {
    const row = parsed(line) as SynthRow | undefined;
    if (typeof row?.id === 'string' && typeof row.question === 'string') return row;
    throw usageError(`${file}, line ${at + 1} is no question. Delete the line, or give another file to --out.`);
  });
  return { rows, isCutOff: unfinished !== '' };
}

function readKept(file: string): SynthFileState {
  const kept = parsed(readFileText(file, { advice: 'Give --out another file.' })) as
    | Partial<SynthFileState>
    | undefined;
  if (kept?.record && kept.rejected)
    return { record: kept.record, rejected: kept.rejected, costUsd: kept.costUsd === undefined ? 0 : kept.costUsd };
  throw usageError(`${file} cannot be read. Delete it with its questions, or give another file to --out.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

function differing(there: SynthRecord, now: SynthRecord): string[] {
  return [...new Set([...Object.keys(there), ...Object.keys(now)])].filter(
    (name) => (there[name] ?? null) !== (now[name] ?? null),
  );
}

function refuseOther(file: string, there: SynthRecord, now: SynthRecord): void {
  const names = differing(there, now);
  if (names.length === 0) return;
  const lines = names.map((name) => `  ${name}: ${there[name] ?? 'nothing'} there, ${now[name] ?? 'nothing'} now`);
  const advice = 'Give the same options as before, or another file to --out.';
  throw usageError(`${file} was made otherwise, so it cannot be gone on with.\n${lines.join('\n')}\n${advice}`);
}

function added(one: Tally, other: Tally): Tally {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]));
}
