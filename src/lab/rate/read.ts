/**
 * Filled sheets read back. Every mistake is named by file and line, and nothing is computed from a sheet that has one.
 */

import { basename } from 'node:path';
import { z } from 'zod';
import { usageError, WinnowError } from '../../core/errors.js';
import { readFileText } from '../../core/files.js';
import { tableLines } from '../datasets/table.js';
import { CRITERIA, type Criterion, type SheetKey } from './sheet.js';

/** `null` where a rater left the place empty. */
export type Rating = { readonly item: string; readonly scores: Readonly<Record<Criterion, number | null>> };
export type RatedSheet = { readonly rater: string; readonly ratings: readonly Rating[] };

const keySchema = z.object({
  sheet: z.string(),
  seed: z.number(),
  pipelines: z.array(z.string()).min(1),
  items: z.array(z.object({ item: z.string(), id: z.string(), pipeline: z.string() })).min(1),
});

export function readKey(file: string): SheetKey {
  try {
    return keySchema.parse(
      JSON.parse(readFileText(file, { advice: 'Give the key.json that was written with the sheet, by --key.' })),
    );
  } catch (cause) {
    if (cause instanceof WinnowError) throw cause;
    throw usageError(
      `${file} is not the key of a sheet. Give the key.json that was written with the sheet, by --key.`,
      { cause },
    );
  }
}

export function readSheets(files: readonly string[], key: SheetKey): RatedSheet[] {
  const raters = files.map((file) => basename(file).replace(/\.(?:csv|tsv|md)$/i, ''));
  const twice = raters.find((rater, at) => raters.indexOf(rater) !== at);
  if (twice !== undefined) throw usageError(`Two sheets are called "${twice}". Name each after its rater.`);
  return files.map((file, at) => ({ rater: raters[at]!, ratings: readSheet(file, key) }));
}

type Line = { readonly line: number; readonly item: string; readonly cells: Readonly<Record<Criterion, string>> };

const SHOWN = 20;

function readSheet(file: string, key: SheetKey): Rating[] {
  const text = readText(file);
  const lines = /\.md$/i.test(file) ? markdownLines(text) : tableRows(text, file);
  const problems = problemsIn(lines, key);
  if (problems.length > 0) {
    const shown = problems.slice(0, SHOWN).map((problem) => `  ${problem}`);
    const more = problems.length > SHOWN ? [`  and ${problems.length - SHOWN} more`] : [];
    throw usageError([`${file} cannot be used:`, ...shown, ...more, 'Mend the sheet and read it again.'].join('\n'));
  }
  const ratings = lines.map(({ item, cells }) => ({ item, scores: scoresOf(cells) }));
  if (ratings.every(({ scores }) => CRITERIA.every((name) => scores[name] === null)))
    throw usageError(`${file} holds no ratings yet. Fill in 0, 1 or 2 for ${CRITERIA.join(', ')}.`);
  return ratings;
}

function readText(file: string): string {
  return readFileText(file, { advice: 'Give a filled sheet, CSV or Markdown.' });
}

/** Spreadsheets save with commas, tabs or, in many languages, semicolons. */
function tableRows(text: string, file: string): Line[] {
  const head = text.split('\n', 1)[0] ?? '';
  if (head.includes(';') && !head.includes(','))
    throw usageError(`${file} has semicolons between its cells. Save it with commas or tabs.`);
  let columns: readonly string[] | undefined;
  const rows: Line[] = [];
  for (const row of tableLines(text, head.includes('\t') ? '\t' : ',')) {
    if ('problem' in row) throw usageError(`${file}, line ${row.line}: ${row.problem}.`);
    if (columns) rows.push(lineOf(row.line, row.cells, columns));
    else columns = checkedColumns(row.cells, file);
  }
  return rows;
}

function checkedColumns(cells: readonly string[], file: string): readonly string[] {
  const columns = cells.map((cell) => cell.trim().toLowerCase());
  const missing = ['item', ...CRITERIA].filter((name) => !columns.includes(name));
  if (missing.length > 0)
    throw usageError(
      `${file} has no column ${missing.join(', ')}. Its first line must be that of the sheet: item, question, answer, ${CRITERIA.join(', ')}, comment.`,
    );
  return columns;
}

function lineOf(line: number, cells: readonly string[], columns: readonly string[]): Line {
  const cell = (name: string) => cells[columns.indexOf(name)]?.trim() ?? '';
  return {
    line,
    item: cell('item'),
    cells: Object.fromEntries(CRITERIA.map((name) => [name, cell(name)])) as Line['cells'],
  };
}

/** "## 3f2a91-001", then "coverage: 2" and so on. Quoted lines belong to question and answer. */
function markdownLines(text: string): Line[] {
  const found: { line: number; item: string; cells: Record<Criterion, string> }[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const [, item] = /^##\s+(\S+)\s*$/.exec(line) ?? [];
    if (item !== undefined) found.push({ line: at + 1, item, cells: { coverage: '', relatedness: '', quality: '' } });
    const [, name, value] = /^(coverage|relatedness|quality)\s*:\s*(.*?)\s*$/i.exec(line) ?? [];
    const last = found.at(-1);
    if (name !== undefined && last) last.cells[name.toLowerCase() as Criterion] = value ?? '';
  }
  return found;
}

function problemsIn(lines: readonly Line[], { sheet, items }: SheetKey): string[] {
  if (lines.length === 0) return ['it holds no item'];
  const known = new Set(items.map(({ item }) => item));
  const seen = new Map<string, number>();
  const wrong = lines.flatMap(({ line, item, cells }) => {
    const earlier = seen.get(item);
    seen.set(item, line);
    if (!known.has(item))
      return [
        `line ${line}: there is no item "${item}" in the key${item.startsWith(`${sheet}-`) ? '' : `, whose items begin with ${sheet}: is it the key of this sheet?`}`,
      ];
    if (earlier !== undefined) return [`line ${line}: the item ${item} stands on line ${earlier} already`];
    const bad = CRITERIA.filter((name) => !/^[012]?$/.test(cells[name]));
    return bad.map((name) => `line ${line}, ${name}: expected 0, 1, 2 or nothing, got "${cells[name]}"`);
  });
  const absent = [...known].filter((item) => !seen.has(item));
  return wrong.length === 0 && absent.length > 0
    ? [`${absent.length} items are missing, the first is ${absent[0]}; leave cells empty, but keep the rows`]
    : wrong;
}

function scoresOf(cells: Line['cells']): Rating['scores'] {
  return Object.fromEntries(
    CRITERIA.map((name) => [name, cells[name] === '' ? null : Number(cells[name])]),
  ) as Rating['scores'];
}
