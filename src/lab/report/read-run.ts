/**
 * Reads the folder of a run again: its record, its rows with their lines, its summary, and its questions where they can
 * still be found.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, usageError, WinnowError } from '../../core/errors.js';
import { readFileText } from '../../core/files.js';
import { splitSource } from '../compare/compare.js';
import type { ColumnMap } from '../datasets/columns.js';
import type { QuestionFormat } from '../datasets/detect.js';
import { readQuestions } from '../datasets/questions.js';
import type { QuestionRow } from '../datasets/rows.js';
import { hashFiles, type RunRecord } from '../run/record.js';
import { type EvalRow, rowKey } from '../run/row.js';
import { MOST_ROWS_BYTES, readRows } from '../run/rows-file.js';
import { type PipelineSummary, type Summary, summarise } from '../run/summary.js';
import { summaryAgrees } from '../run/summary-agrees.js';

export type ReadRun = {
  readonly folder: string;
  readonly record: RunRecord;
  readonly rows: readonly EvalRow[];
  /** The line of a row in rows.jsonl, by its key. */
  readonly lineOf: (row: EvalRow) => number;
  readonly labels: readonly string[];
  readonly notes: readonly string[];
};

/** `folder`, or `folder:label` for one of its pipelines. */
export function readRun(source: string): ReadRun {
  const { folder, label } = splitSource(source);
  const [rowsFile, recordFile] = [join(folder, 'rows.jsonl'), join(folder, 'run.json')];
  if (!existsSync(rowsFile) || !existsSync(recordFile))
    throw usageError(
      `${folder} holds neither a run nor a grid. Make one: winnow eval --data <questions> --out ${folder}`,
    );
  const { rows, cutOff } = readRows(rowsFile);
  const record = readJson(recordFile) as RunRecord;
  const labels = Object.keys(record.pipelines).filter((name) => label === undefined || name === label);
  if (labels.length === 0)
    throw usageError(`${folder} holds no pipeline "${label}". It holds: ${Object.keys(record.pipelines).join(', ')}.`);
  const own = rows.filter(({ pipeline }) => labels.includes(pipeline));
  if (own.length === 0)
    throw usageError(`${rowsFile} holds no rows yet. Ask the questions first: winnow eval --resume`);
  const missing = labels.length * record.data.questions - own.length;
  const notes = [
    ...(missing > 0
      ? [`${folder}: ${missing} of ${labels.length * record.data.questions} rows are missing; the run is not finished.`]
      : []),
    ...(cutOff ? [`${folder}: the last line of rows.jsonl was cut off and is left out.`] : []),
  ];
  return { folder, record, rows: own, lineOf: linesIn(rowsFile), labels, notes };
}

export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileText(file, { advice: 'Give the folder of a run.' }));
  } catch (cause) {
    if (cause instanceof WinnowError) throw cause;
    throw usageError(`${file} is not JSON: ${messageOf(cause)}. Give the folder of a run.`, { cause });
  }
}

/** A question that was asked again has two lines; the last one counts. */
function linesIn(file: string): ReadRun['lineOf'] {
  const lines = new Map<string, number>();
  readFileText(file, { mostBytes: MOST_ROWS_BYTES, advice: 'Give the folder of a run.' })
    .split('\n')
    .slice(0, -1)
    .forEach((line, at) => void lines.set(rowKey(JSON.parse(line) as EvalRow), at + 1));
  return (row) => lines.get(rowKey(row)) ?? 0;
}

export type AskedQuestions = { readonly byId: ReadonlyMap<string, QuestionRow>; readonly notes: readonly string[] };

/** Gold answers stand in the questions' file, not in the rows. */
export function questionsOf(
  { data, options }: Pick<RunRecord, 'data' | 'options'>,
  moved: string | undefined,
): AskedQuestions {
  const path = moved ?? data.path;
  try {
    const columns = options.columns as ColumnMap | undefined;
    const { rows, files } = readQuestions(path, { format: data.format as QuestionFormat, columns, skipBad: true });
    const changed =
      hashFiles(files) === data.sha256
        ? []
        : ['The questions have changed since the run: gold answers shown may not be those it was scored by.'];
    return { byId: new Map(rows.map((row) => [row.id, row])), notes: changed };
  } catch (error) {
    if (moved !== undefined) throw error;
    return {
      byId: new Map(),
      notes: [
        'The questions of the run are no longer where they were, so gold answers are not shown. --data says where they are.',
      ],
    };
  }
}

/** summary.json where it speaks of these rows, else made again: the intervals of a large run take a while to draw. */
export function summariesOf(
  { folder, record, rows, labels }: ReadRun,
  ids: readonly string[],
): Readonly<Record<string, PipelineSummary>> {
  const file = join(folder, 'summary.json');
  const written = existsSync(file) ? (readJson(file) as Summary) : undefined;
  if (written && summaryAgrees(written, rows, labels)) return written.pipelines;
  return summarise({ rows, pipelines: labels, ids, seed: record.seed }).pipelines;
}
