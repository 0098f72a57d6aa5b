/** Scores from anywhere as a table of texts: CSV, TSV or JSONL, one row per observation. */

import { extname } from 'node:path';
import { usageError } from '../../core/errors.js';
import { readFileText } from '../../core/files.js';
import { tableLines } from '../datasets/table.js';
import { measuresOf } from '../run/metrics.js';
import { type EvalRow, rowKey } from '../run/row.js';

export type ScoreTable = {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, string>>[];
};

export function readScoreTable(file: string): ScoreTable {
  const text = readText(file);
  const table = /^\.(?:jsonl|ndjson)$/i.test(extname(file)) ? fromJsonLines(text, file) : fromCells(text, file);
  if (table.rows.length === 0)
    throw usageError(`${file} holds no scores. Give a CSV, TSV or JSONL file with one row per observation.`);
  return table;
}

/** Of a text that is CSV or TSV; `name` is for messages. */
export function scoreTableOf(text: string, name: string): ScoreTable {
  return fromCells(text, name);
}

function readText(file: string): string {
  return readFileText(file, { advice: 'Give a CSV, TSV or JSONL file.' });
}

function fromCells(text: string, file: string): ScoreTable {
  const firstLine = text.slice(0, text.indexOf('\n') < 0 ? text.length : text.indexOf('\n'));
  const rows: Record<string, string>[] = [];
  let columns: readonly string[] | undefined;
  for (const line of tableLines(text, firstLine.includes('\t') ? '\t' : ',')) {
    if ('problem' in line) throw usageError(`${file}, line ${line.line}: ${line.problem}.`);
    if (!columns) columns = line.cells.map((cell) => cell.trim());
    else if (line.cells.length === columns.length)
      rows.push(Object.fromEntries(columns.map((name, at) => [name, line.cells[at] as string])));
    else throw usageError(`${file}, line ${line.line}: expected ${columns.length} cells, got ${line.cells.length}.`);
  }
  return { columns: columns ?? [], rows };
}

function fromJsonLines(text: string, file: string): ScoreTable {
  const columns = new Set<string>();
  const rows = new Map<string, Readonly<Record<string, string>>>();
  text.split('\n').forEach((line, at) => {
    if (line.trim() === '') return;
    const value = parseLine(line, `${file}, line ${at + 1}`);
    const entries = Object.entries(isEvalRow(value) ? flattened(value) : value);
    for (const [name] of entries) columns.add(name);
    const key = isEvalRow(value) ? rowKey(value) : `line ${at}`; // a row that was graded later may stand there twice: the last counts
    rows.set(
      key,
      Object.fromEntries(entries.map(([name, cell]) => [name, typeof cell === 'string' ? cell : JSON.stringify(cell)])),
    );
  });
  return { columns: [...columns], rows: [...rows.values()] };
}

function isEvalRow(value: object): value is EvalRow {
  const { pipeline, id, scores, funnel, usage } = value as Partial<EvalRow>;
  return typeof pipeline === 'string' && typeof id === 'string' && typeof scores === 'object' && !!funnel && !!usage;
}

/** A row of rows.jsonl gives its scores as columns. */
function flattened(row: EvalRow): object {
  const { pipeline, id, type, split, status } = row;
  return { pipeline, id, type, split, status, ...measuresOf(row) };
}

function parseLine(line: string, place: string): object {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // said below
  }
  throw usageError(`${place}: expected one JSON object, e.g. {"id": "q1", "f1": 0.5}.`);
}

/** The values of a column; a name that is not there is an error that says which are. */
export function columnOf({ columns, rows }: ScoreTable, name: string): string[] {
  if (!columns.includes(name)) throw usageError(`There is no column "${name}". There are: ${columns.join(', ')}.`);
  return rows.map((row) => row[name] ?? '');
}

export function numbersOf(table: ScoreTable, name: string): number[] {
  return columnOf(table, name).map((cell, at) => {
    const value = cell.trim() === '' ? Number.NaN : Number(cell);
    if (Number.isFinite(value)) return value;
    throw usageError(`Row ${at + 1} has "${cell}" for "${name}", which is no number. Mend or leave out the row.`);
  });
}

/**
 * Without the rows in which one of the columns has no value: a score that does not apply to a question is `null` in
 * rows.jsonl.
 */
export function rowsHaving(table: ScoreTable, names: readonly string[]): ScoreTable {
  const known = names.filter((name) => table.columns.includes(name));
  return { ...table, rows: table.rows.filter((row) => known.every((name) => (row[name] ?? 'null') !== 'null')) };
}

export type Where = { readonly column: string; readonly value: string };

/** Rows that fulfil every condition whose column the table has. */
export function rowsWhere(table: ScoreTable, conditions: readonly Where[]): ScoreTable {
  const known = conditions.filter(({ column }) => table.columns.includes(column));
  return { ...table, rows: table.rows.filter((row) => known.every(({ column, value }) => row[column] === value)) };
}
